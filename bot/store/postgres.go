package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const pgNow = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

var pgEngine = engine{
	now:     pgNow,
	dated:   pgNow,
	mode:    &sql.TxOptions{Isolation: sql.LevelReadCommitted}, // what our SQL was thought out for
	skip:    "FOR UPDATE SKIP LOCKED",
	alone:   pgAlone,
	again:   pgAgain,
	cut:     pgCut,
	trouble: func(err error) error { return err },
	space:   func() error { return nil }, // the database's own affair
}

const (
	mostConnections = 16 // to PostgreSQL, of one process

	// longConnect is for each host, unless the address says otherwise. Of two hosts the first may be
	// gone without a word; there must be time for the second within what Slack waits for.
	longConnect = 1500 * time.Millisecond

	// longIdle is after how long PostgreSQL takes back what a transaction holds whose process does
	// nothing: one that is frozen, or whose machine is gone, must not keep others from its lanes.
	longIdle = 5 * time.Second
)

func openPostgres(ctx context.Context, name string) (*Store, error) {
	c, err := pgx.ParseConfig(name)
	if err != nil { // which may hold the password
		return nil, errors.New("the address cannot be read; write postgres://user:password@host:5432/database?sslmode=verify-full")
	}
	// Poolers that hand a session from one client to the next know no prepared statements.
	c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = longConnect
	}
	// A host that vanished without a word is noticed within a quarter of a minute.
	alive := net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 3 * time.Second, Count: 3}
	c.DialFunc = (&net.Dialer{KeepAliveConfig: alive}).DialContext
	db := stdlib.OpenDB(*c, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SET idle_in_transaction_session_timeout = `+strconv.FormatInt(longIdle.Milliseconds(), 10))
		return err
	}))
	db.SetMaxOpenConns(mostConnections)
	db.SetMaxIdleConns(mostConnections)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{engine: pgEngine, write: db, read: db}, nil
}

// migrating is the advisory lock under which tables change: "incident" in ASCII.
const migrating = 0x696e636964656e74

func pgAlone(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrating))
	return err
}

func pgCode(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failed.Code
	}
	return ""
}

// pgAgain says whether a transaction failed only because of others: a deadlock or a conflict.
func pgAgain(err error) bool {
	code := pgCode(err)
	return code == "40P01" || code == "40001"
}

// pgCut says whether the server, or the way to it, went away.
func pgCut(err error) bool {
	switch pgCode(err) {
	case "57P01", "57P02", "57P03", "25P03": // shut down, crashed, starting up; we were idle for too long
		return true
	}
	if waited, ok := errors.AsType[net.Error](err); ok && waited.Timeout() {
		return false
	}
	_, lost := errors.AsType[*net.OpError](err)
	return lost || pgconn.SafeToRetry(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed)
}
