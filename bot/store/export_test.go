package store

import (
	"context"
	"database/sql"
)

// LiteDriver is the driver that a database needs for that.
var LiteDriver = liteDriver

// On makes a store of a SQLite database that a test has its hands on.
func On(ctx context.Context, db *sql.DB) (*Store, error) {
	s := liteStore(":memory:", db, db)
	return s, s.migrate(ctx)
}
