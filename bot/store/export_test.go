package store

import (
	"context"
	"database/sql"
)

// On makes a store of a SQLite database that a test has its hands on.
func On(ctx context.Context, db *sql.DB) (*Store, error) {
	s := &Store{engine: liteEngine(), write: db, read: db}
	return s, s.migrate(ctx)
}
