package store

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"modernc.org/sqlite"
)

// LiteDriver is the driver that a database needs for that.
func LiteDriver() (*sqlite.Driver, error) { return liteDriver(steadyClock()) }

// Late opens a state in memory whose clock of leases is that much behind the machine's, as after
// the machine has slept.
func Late(t *testing.T, by time.Duration) *Store {
	d, err := liteDriver(func() time.Time { return time.Now().Add(-by) })
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(liteConnector{d, "file::memory:?_txlock=immediate"})
	db.SetMaxOpenConns(1)
	s, err := On(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// On makes a store of a SQLite database that a test has its hands on.
func On(ctx context.Context, db *sql.DB) (*Store, error) {
	s := liteStore(":memory:", db, db)
	return s, s.migrate(ctx)
}

// Statement runs a statement as a change of its own.
func (s *Store) Statement(ctx context.Context, query string) error {
	_, err := s.exec(ctx, query)
	return err
}

// Occupy begins a change that ends when the returned function is called.
func (s *Store) Occupy(t *testing.T) (goOn func()) {
	began, ended, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		err := s.update(t.Context(), func(context.Context, *sql.Tx) error { close(began); <-ended; return nil })
		if err != nil {
			t.Error(err)
		}
	}()
	<-began
	return func() { close(ended); <-done }
}
