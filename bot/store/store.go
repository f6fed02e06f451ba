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
	engine   engine
	write    *sql.DB // on SQLite one connection
	read     *sql.DB
	together *together // on SQLite; nil where the database sees to it that writers wait for the disk together
}

// engine is what the two databases do differently. Everything else is one SQL for both.
type engine struct {
	now     string                               // SQL for this moment, in milliseconds, by the one clock that all leases go by
	dated   string                               // the same by the clock that dates go by
	mode    *sql.TxOptions                       // of write transactions
	skip    string                               // passes over rows that another transaction has in hand
	alone   func(context.Context, *sql.Tx) error // keeps others out of migrations until the transaction ends
	again   func(error) bool                     // whether a transaction failed only because of another one
	cut     func(error) bool                     // whether the connection was lost; on a new one it may go well
	space   func() error                         // says when there is no room for anything new
	trouble func(error) error                    // says an error in words that help, where we know better ones
}

// Open opens the state and brings its tables up to date. A name that begins with
// "postgres://" or "postgresql://" is a PostgreSQL database. Any other is the path of a
// SQLite file, which is made, readable by its owner only, when there is none; ":memory:"
// gives a state of its own that Close forgets.
//
// A damaged file is refused and stays as it is. A database that goes away and comes back
// needs no opening again.
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

// Check says whether something new can be kept at this moment: nil when it can.
func (s *Store) Check(ctx context.Context) error {
	if err := s.engine.space(); err != nil {
		return err
	}
	n, err := s.exec(ctx, `UPDATE schema_version SET version = version`)
	if err == nil && n != 1 {
		err = errors.New("the schema_version row is gone: restore a backup")
	}
	return err
}

// sql puts what the engine says differently into a query: {now} is this moment by the
// database's own clock, so that its processes agree on the time whatever their machines say;
// {dated} is this moment as it is kept to be held against dates; {skip} stands behind a SELECT of
// rows about to be changed.
func (s *Store) sql(query string) string {
	if !strings.Contains(query, "{") {
		return query
	}
	return strings.NewReplacer("{now}", s.engine.now, "{dated}", s.engine.dated, "{skip}", s.engine.skip).Replace(query)
}

const (
	mostTries = 10               // how often a transaction is begun anew because another one was in its way
	longWrite = 30 * time.Second // after it a write fails: the database does not answer
)

// update runs do in one write transaction and keeps what it did unless it fails. do may run
// more than once, but never after what it did was kept.
func (s *Store) update(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, longWrite)
	defer cancel()
	return s.updateSlowly(ctx, do)
}

// updateSlowly is update for what may take as long as ctx lets it.
func (s *Store) updateSlowly(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	for try := 1; ; try++ {
		sent, err := s.once(ctx, do)
		again := s.engine.again(err) || !sent && s.engine.cut(err)
		if err == nil || try == mostTries || !again || ctx.Err() != nil {
			return s.engine.trouble(err)
		}
		time.Sleep(time.Duration(try) * 5 * time.Millisecond)
	}
}

// once runs a transaction once. sent says that the database was told to keep it: when that
// fails for want of an answer, nobody knows whether it did.
func (s *Store) once(ctx context.Context, do func(context.Context, *sql.Tx) error) (sent bool, err error) {
	if s.together != nil {
		return true, s.together.run(ctx, do)
	}
	tx, err := s.write.BeginTx(ctx, s.engine.mode)
	if err != nil {
		return false, err
	}
	if err := do(ctx, tx); err != nil {
		if undone := tx.Rollback(); undone != nil && !errors.Is(undone, sql.ErrTxDone) && !s.engine.cut(err) {
			err = errors.Join(err, undone)
		}
		return false, err
	}
	return true, tx.Commit()
}

// exec runs one statement and says how many rows it changed.
func (s *Store) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed, err = s.execIn(ctx, tx, query, args...)
		return err
	})
	return changed, err
}

// execIn is exec as a part of a transaction.
func (s *Store) execIn(ctx context.Context, tx *sql.Tx, query string, args ...any) (changed int64, err error) {
	res, err := tx.ExecContext(ctx, s.sql(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}
