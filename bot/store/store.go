package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite" // the driver called "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed schema.sql
var schema string

// version is the form of the tables this program writes.
const version = 2

// Store is the bot's memory. It is safe for use by many goroutines, and by
// several processes of one machine on one file.
type Store struct {
	write *sql.DB // one connection, so writers queue here instead of failing
	read  *sql.DB
}

// Open opens the state file at path and makes it, readable by its owner only,
// when there is none; its folder is made too. The path ":memory:" gives a state
// of its own that Close forgets.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("state file %s: %w", path, err)
	}
	err = s.migrate(ctx)
	for tries := 0; busy(err) && tries < 50 && ctx.Err() == nil; tries++ {
		// Two processes turning one new file to WAL block each other, and
		// SQLite then fails at once instead of waiting.
		time.Sleep(20 * time.Millisecond)
		err = s.migrate(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("state file %s: %w", path, errors.Join(err, s.Close()))
	}
	return s, nil
}

func busy(err error) bool {
	failed, ok := errors.AsType[*sqlite.Error](err)
	return ok && failed.Code()&0xff == sqlite3.SQLITE_BUSY
}

// Close ends the use of the store. A claim with no ending stays one.
func (s *Store) Close() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

func open(path string) (*Store, error) {
	if path == ":memory:" {
		db, err := connect("file::memory:?", 1) // a second connection would see another, empty database
		return &Store{write: db, read: db}, err
	}
	if err := create(path); err != nil {
		return nil, err
	}
	dsn := (&url.URL{Scheme: "file", OmitHost: true, Path: path}).String() + "?"
	write, err := connect(dsn+"_journal_mode=WAL&_synchronous=FULL&", 1)
	if err != nil {
		return nil, err
	}
	read, err := connect(dsn+"_query_only=1&", 4)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &Store{write: write, read: read}, nil
}

// connect waits up to ten seconds for a lock that another process holds, and
// takes the write lock at the start of a transaction: one that reads first and
// then writes cannot find that somebody else wrote in between.
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

func (s *Store) migrate(ctx context.Context) error {
	return s.update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return err
		}
		var got int
		if err := tx.QueryRowContext(ctx, `SELECT version FROM schema_version`).Scan(&got); err != nil {
			return err
		}
		if got < 1 {
			return fmt.Errorf("form %d, which no version has written: the file is damaged or not the bot's, use another", got)
		}
		if got > version {
			return fmt.Errorf("written by a newer version (form %d, this program knows %d): upgrade, or use another file", got, version)
		}
		return bringUp(ctx, tx, got)
	})
}

// steps bring a file of an older form up by one form each: the first makes form 1 form 2.
var steps = []string{
	`ALTER TABLE records ADD COLUMN alert TEXT NOT NULL DEFAULT ''`,
}

// bringUp brings a file of form got to the form of this program.
func bringUp(ctx context.Context, tx *sql.Tx, got int) error {
	for ; got < version; got++ {
		if _, err := tx.ExecContext(ctx, steps[got-1]); err != nil {
			return fmt.Errorf("bring form %d up to %d: %w", got, got+1, err)
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE schema_version SET version = $1 WHERE version <> $1`, version)
	return err
}

// update runs do in one write transaction and keeps what it did unless it fails.
func (s *Store) update(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
