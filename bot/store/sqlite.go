package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

func liteEngine(path string) engine {
	return engine{
		now:     liteNow + "()",
		dated:   liteDated + "()",
		alone:   func(context.Context, *sql.Tx) error { return nil }, // its transactions are immediate
		again:   func(err error) bool { return liteCode(err) == sqlite3.SQLITE_BUSY },
		cut:     func(error) bool { return false },
		trouble: liteTrouble,
		space: func() error {
			if left, ok := room(path); ok && left < reserve {
				return fmt.Errorf("%w (%d kB are left)", errFull, left>>10)
			}
			return nil
		},
	}
}

// reserve is how much room on the disk is left for the work on what was accepted: nothing new
// is accepted into it.
const reserve = 2 << 20

var errFull = errors.New("the disk is full; nothing is accepted until there is room")

// journal is how a state is written: readers do not wait, and what was committed survives a
// power cut.
const journal = "_journal_mode=WAL&_synchronous=FULL&"

func openSQLite(ctx context.Context, path string) (*Store, error) {
	if path == ":memory:" {
		db, err := connect("file::memory:?", 1) // a second connection would see another, empty database
		return liteStore(path, db, db), err
	}
	if err := create(ctx, path); err != nil {
		return nil, err
	}
	if err := recheck(ctx, path); err != nil {
		return nil, err
	}
	write, err := connect(fileDSN(path)+journal, 1)
	if err != nil {
		return nil, err
	}
	if err := patiently(ctx, func() error { return write.PingContext(ctx) }); err != nil {
		return nil, errors.Join(liteTrouble(err), write.Close())
	}
	read, err := connect(fileDSN(path)+"mode=ro&", 4)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return liteStore(path, write, read), nil
}

func liteStore(path string, write, read *sql.DB) *Store {
	return &Store{engine: liteEngine(path), write: write, read: read, together: &together{db: write}}
}

func fileDSN(path string) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path}).String() + "?"
}

// connect waits up to ten seconds for a lock that another process holds, and takes the write
// lock at the start of a transaction: one that reads first and then writes cannot find that
// somebody else wrote in between. What is deleted is overwritten.
func connect(dsn string, connections int) (*sql.DB, error) {
	d, err := liteDriver(steadyClock())
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(liteConnector{d, dsn + "_busy_timeout=10000&_txlock=immediate&_pragma=secure_delete(1)"})
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// patiently tries for a second what SQLite refuses at once, without waiting, while another
// process turns the file to WAL or recovers it.
func patiently(ctx context.Context, do func() error) error {
	err := do()
	for try := 0; try < 50 && liteCode(err) == sqlite3.SQLITE_BUSY && ctx.Err() == nil; try++ {
		time.Sleep(20 * time.Millisecond)
		err = do()
	}
	return err
}

var errDamaged = errors.New("the file is damaged; it was left as it is. Put a backup in its place with: incidentlib restore BACKUP")

func liteCode(err error) int {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code() & 0xff
	}
	return 0
}

func liteTrouble(err error) error {
	switch liteCode(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", errDamaged, err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w (%w)", errFull, err)
	}
	return err
}
