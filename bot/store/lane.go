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
}

func (h Hold) args() []any { return append(h.Workspace.args(), h.Lane) }

// ErrLost says that a lane is no longer held: the process was away for so long that another
// one took the lane. What it was about to do is the other's now.
var ErrLost = errors.New("another process has taken this over")

// Take holds up to most lanes that are due and nobody holds, those that have waited longest
// first.
func (s *Store) Take(ctx context.Context, by string, most int, lease time.Duration) (holds []Hold, err error) {
	err = s.update(ctx, func(tx *sql.Tx) error {
		holds = nil
		rows, err := tx.QueryContext(ctx, s.sql(`
			UPDATE lanes SET held_by = $1, held_until = {now} + $2
			WHERE held_until <= {now} AND due_at <= {now} AND (enterprise, team, lane) IN (
				SELECT enterprise, team, lane FROM lanes
				WHERE held_until <= {now} AND due_at <= {now} ORDER BY due_at LIMIT $3)
			RETURNING enterprise, team, lane`), by, lease.Milliseconds(), most)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			h := Hold{By: by}
			if err := rows.Scan(&h.Workspace.Enterprise, &h.Workspace.Team, &h.Lane); err != nil {
				return err
			}
			holds = append(holds, h)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("take work: %w", err)
	}
	return holds, nil
}

// keep makes sure, to the end of the transaction, that the lane is still held.
func (s *Store) keep(ctx context.Context, tx *sql.Tx, h Hold) error {
	res, err := tx.ExecContext(ctx, `
		UPDATE lanes SET held_by = held_by WHERE enterprise = $1 AND team = $2 AND lane = $3 AND held_by = $4`,
		append(h.args(), h.By)...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); n == 0 || err != nil {
		return errors.Join(err, ErrLost)
	}
	return nil
}

// Renew holds a lane for that much longer from now on. ErrLost means that another process has
// it by now.
func (s *Store) Renew(ctx context.Context, h Hold, lease time.Duration) error {
	n, err := s.exec(ctx, `
		UPDATE lanes SET held_until = {now} + $5 WHERE enterprise = $1 AND team = $2 AND lane = $3 AND held_by = $4`,
		append(h.args(), h.By, lease.Milliseconds())...)
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

// Recover makes work that a crash cut off due at once. Only a process that has the state to
// itself may call it: it takes lanes from whoever holds them.
func (s *Store) Recover(ctx context.Context) error {
	err := s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE lanes SET held_by = '', held_until = 0 WHERE held_by <> ''`)
		return err
	})
	if err != nil {
		return fmt.Errorf("recover work: %w", err)
	}
	return nil
}

// Idle says when the next lane is due, among those that wait for their time or for a hold to
// run out; ok is false when there is none.
func (s *Store) Idle(ctx context.Context) (wait time.Duration, ok bool, err error) {
	var ms sql.NullInt64
	err = s.read.QueryRowContext(ctx, s.sql(`
		SELECT MIN(CASE WHEN held_until > due_at THEN held_until ELSE due_at END) - {now} FROM lanes`)).Scan(&ms)
	if err != nil {
		return 0, false, fmt.Errorf("look for work: %w", err)
	}
	return time.Duration(max(ms.Int64, 0)) * time.Millisecond, ms.Valid, nil
}
