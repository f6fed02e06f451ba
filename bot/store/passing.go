package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Passing says whether what failed may go well later without anybody's doing: the database is
// away, full or busy, is shutting down or damaged until somebody restores it, or did not answer in
// time. Any other error is about the call itself: a value that cannot be kept, or a mistake in a
// query. It knows only errors of a store; nil is not passing.
func Passing(err error) bool {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(pgMoments, failed.Code) || !slices.Contains(pgRefusals, failed.Code[:min(2, len(failed.Code))])
	}
	if _, ok := errors.AsType[*sqlite.Error](err); ok {
		return !slices.Contains(liteRefusals, liteCode(err))
	}
	_, unreached := errors.AsType[*pgconn.ConnectError](err)
	_, network := errors.AsType[net.Error](err)
	return unreached || network || pgconn.SafeToRetry(err) || slices.ContainsFunc([]error{
		errFull, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, context.DeadlineExceeded,
	}, func(is error) bool { return errors.Is(err, is) })
}

// pgMoments are mistakes of somebody else that pass: a right that is missing, and a table, as
// while a backup is being restored.
var pgMoments = []string{"42501", "42P01"}

// pgRefusals are the classes of errors by which PostgreSQL refuses a statement or its values.
var pgRefusals = []string{"0A", "21", "22", "23", "42", "44", "54"}

var liteRefusals = []int{
	sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE,
}
