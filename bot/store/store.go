package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Store is the bot's memory. It is safe for use by many goroutines and, on PostgreSQL, by
// many processes.
type Store struct {
	engine engine
	write  *sql.DB // on SQLite one connection, so that writers queue here instead of failing
	read   *sql.DB
}

// engine is what the two databases do differently. Everything else is one SQL for both.
type engine struct {
	name    string
	now     string                               // SQL for this moment by the database's clock, in milliseconds
	alone   func(context.Context, *sql.Tx) error // keeps others out of migrations until the transaction ends
	again   func(error) bool                     // whether a transaction failed only because of another one
	trouble func(error) error                    // says an error in words that help, where we know better ones
}

// Open opens the state and brings its tables up to date. A name that begins with
// "postgres://" or "postgresql://" is a PostgreSQL database. Any other is the path of a
// SQLite file, which is made, readable by its owner only, when there is none; ":memory:"
// gives a state of its own that Close forgets.
//
// A damaged file is refused and stays as it is.
func Open(ctx context.Context, name string) (*Store, error) {
	shown, open := "state file "+name, openSQLite
	if IsPostgres(name) {
		shown, open = "state in PostgreSQL", openPostgres // the name may hold a password
	}
	s, err := open(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	if err := s.migrate(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", shown, errors.Join(s.engine.trouble(err), s.Close()))
	}
	return s, nil
}

// IsPostgres says whether a state of that name is kept in PostgreSQL.
func IsPostgres(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Close ends the use of the store.
func (s *Store) Close() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// Check says whether the state can be written to at this moment: nil when it can.
func (s *Store) Check(ctx context.Context) error {
	n, err := s.exec(ctx, `UPDATE schema_version SET version = version`)
	if err == nil && n != 1 {
		err = errors.New("the schema_version row is gone: restore a backup")
	}
	return err
}

// moment stands in our SQL for the database's own clock: processes of one database then
// agree on the time, whatever their machines say.
const moment = "{now}"

// sql puts the engine's clock into a query.
func (s *Store) sql(query string) string { return strings.ReplaceAll(query, moment, s.engine.now) }

// mostTries is how often a transaction is begun anew because another one was in its way.
const mostTries = 10

// update runs do in one write transaction and keeps what it did unless it fails. do may run
// more than once.
func (s *Store) update(ctx context.Context, do func(*sql.Tx) error) error {
	for try := 1; ; try++ {
		err := s.once(ctx, do)
		if err == nil || try == mostTries || !s.engine.again(err) || ctx.Err() != nil {
			return s.engine.trouble(err)
		}
		time.Sleep(time.Duration(try) * 5 * time.Millisecond)
	}
}

func (s *Store) once(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// exec runs one statement and says how many rows it changed.
func (s *Store) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	err = s.update(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(query), args...)
		if err != nil {
			return err
		}
		changed, err = res.RowsAffected()
		return err
	})
	return changed, err
}
