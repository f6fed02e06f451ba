package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A Hold is the right of one process to work on a lane. It must be renewed before it runs
// out; then another process may take the lane.
type Hold struct {
	Workspace Workspace
	Lane      string
	By        string // the process; no two that run have the same
	since     int64  // when it was taken: a process may lose a lane and take it again
	lease     time.Duration
}

func (h Hold) args() []any { return append(h.Workspace.args(), h.Lane) }

// ErrLost says that a lane is no longer held: the process was away for so long that another
// one took the lane. What it was about to do is the other's now.
var ErrLost = errors.New("another process has taken this over")

// Person begins the names of the lanes of what somebody has asked for and waits to see.
const Person = "person/"

// Take holds up to most lanes that are due and nobody holds, first those that a person waits for,
// then those that have waited longest.
func (s *Store) Take(ctx context.Context, by string, most int, lease time.Duration) ([]Hold, error) {
	return s.take(ctx, by, "", most, lease)
}

// TakePerson is Take for lanes that begin with Person alone.
func (s *Store) TakePerson(ctx context.Context, by string, most int, lease time.Duration) ([]Hold, error) {
	return s.take(ctx, by, Person, most, lease)
}

func (s *Store) take(ctx context.Context, by, prefix string, most int, lease time.Duration) (holds []Hold, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, s.sql(`
			WITH due AS MATERIALIZED (
				SELECT enterprise, team, lane FROM lanes
				WHERE due_at <= (SELECT {now}) AND held_until <= (SELECT {now}) AND lane LIKE $4
				ORDER BY CASE WHEN lane LIKE $5 THEN 0 ELSE 1 END, due_at LIMIT $3 {skip})
			UPDATE lanes SET held_by = $1, held_since = (SELECT {now}), held_until = (SELECT {now}) + $2
			WHERE (enterprise, team, lane) IN (SELECT enterprise, team, lane FROM due)
			RETURNING enterprise, team, lane, held_since`), by, lease.Milliseconds(), most, prefix+"%", Person+"%")
		if err != nil {
			return err
		}
		holds, err = each(rows, func(scan scanner) (Hold, error) {
			h := Hold{By: by, lease: lease}
			err := scan(&h.Workspace.Enterprise, &h.Workspace.Team, &h.Lane, &h.since)
			return h, err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("take work: %w", err)
	}
	return holds, nil
}

// keep makes sure, to the end of the transaction, that the lane is still held, and holds it for
// another lease: what is done next is not done at the last moment.
func (s *Store) keep(ctx context.Context, tx *sql.Tx, h Hold) error {
	n, err := s.execIn(ctx, tx, `
		UPDATE lanes SET held_until = CASE WHEN held_until < {now} + $6 THEN {now} + $6 ELSE held_until END
		WHERE enterprise = $1 AND team = $2 AND lane = $3 AND held_by = $4 AND held_since = $5`,
		append(h.args(), h.By, h.since, h.lease.Milliseconds())...)
	if err == nil && n == 0 {
		err = ErrLost
	}
	return err
}

// Renew holds a lane for that much longer from now on. ErrLost means that somebody else has
// it by now.
func (s *Store) Renew(ctx context.Context, h Hold, lease time.Duration) error {
	n, err := s.exec(ctx, `
		UPDATE lanes SET held_until = {now} + $6
		WHERE enterprise = $1 AND team = $2 AND lane = $3 AND held_by = $4 AND held_since = $5`,
		append(h.args(), h.By, h.since, lease.Milliseconds())...)
	if err == nil && n == 0 {
		err = ErrLost
	}
	if err != nil {
		return fmt.Errorf("hold on to lane %s: %w", h.Lane, err)
	}
	return nil
}

// Release gives all lanes of a process back, for others to take at once.
func (s *Store) Release(ctx context.Context, by string) error {
	_, err := s.exec(ctx, `UPDATE lanes SET held_by = '', held_until = 0 WHERE held_by = $1`, by)
	if err != nil {
		return fmt.Errorf("give work back: %w", err)
	}
	return nil
}

// Recover makes all work due at once: what a crash cut off, what was put off, and what would
// wait for a time that is far away since somebody has set the clock back. Only a process that
// has the state to itself may call it: it takes lanes from whoever holds them.
func (s *Store) Recover(ctx context.Context) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := s.execIn(ctx, tx, `UPDATE lanes SET held_by = '', held_until = 0, due_at = CASE WHEN due_at > {now} THEN {now} ELSE due_at END`)
		if err != nil {
			return err
		}
		_, err = s.execIn(ctx, tx, `UPDATE limits SET next_at = {now} + $1 WHERE next_at > {now} + $1`, longestLimit.Milliseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("recover work: %w", err)
	}
	return nil
}
