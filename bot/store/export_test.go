package store

import (
	"context"
	"database/sql"
	"testing"
)

// LiteDriver is the driver that a database needs for that.
var LiteDriver = liteDriver

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
