package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

var pgEngine = engine{
	name:    "postgres",
	now:     "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
	alone:   pgAlone,
	again:   pgAgain,
	trouble: func(err error) error { return err },
}

// mostConnections is how many connections to PostgreSQL one process keeps at most.
const mostConnections = 16

func openPostgres(ctx context.Context, name string) (*Store, error) {
	c, err := pgx.ParseConfig(name)
	if err != nil {
		return nil, errors.New("the address cannot be read; write postgres://user:password@host:5432/database?sslmode=verify-full")
	}
	// Poolers that hand a session from one client to the next know no prepared statements.
	c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	db := stdlib.OpenDB(*c)
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

// pgAgain says whether a transaction failed only because of others: a deadlock or a conflict.
func pgAgain(err error) bool {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (failed.Code == "40P01" || failed.Code == "40001")
}
