package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite" // the driver called "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var liteEngine = engine{
	name:    "sqlite",
	now:     "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
	alone:   func(context.Context, *sql.Tx) error { return nil }, // its transactions are immediate
	again:   func(err error) bool { return liteCode(err) == sqlite3.SQLITE_BUSY },
	trouble: liteTrouble,
}

func openSQLite(ctx context.Context, path string) (*Store, error) {
	if path == ":memory:" {
		db, err := connect("file::memory:?", 1) // a second connection would see another, empty database
		return &Store{engine: liteEngine, write: db, read: db}, err
	}
	if err := create(path); err != nil {
		return nil, err
	}
	dsn := (&url.URL{Scheme: "file", OmitHost: true, Path: path}).String() + "?"
	write, err := connect(dsn+"_journal_mode=WAL&_synchronous=FULL&", 1)
	if err != nil {
		return nil, err
	}
	if err := checkup(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := connect(dsn+"_query_only=1&", 4)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &Store{engine: liteEngine, write: write, read: read}, nil
}

// connect waits up to ten seconds for a lock that another process holds, and takes the write
// lock at the start of a transaction: one that reads first and then writes cannot find that
// somebody else wrote in between.
func connect(dsn string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn+"_busy_timeout=10000&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// create makes the file first, since SQLite would make it readable by everybody.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// checkup looks whether the file is whole. SQLite keeps no checksums, so it finds damage to
// the structure and not every changed byte; backups are what helps against those.
func checkup(ctx context.Context, db *sql.DB) error {
	var found string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found); err != nil {
		return liteTrouble(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, found)
	}
	return nil
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
		return fmt.Errorf("the disk is full; nothing is taken until there is room: %w", err)
	}
	return err
}
