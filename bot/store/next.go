package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Next ends the item of that id, "" for none, and hands out the first item of a lane that is
// held, counting the try. ok is false when the lane is empty; it is then no longer held.
// ErrLost means that somebody else has the lane, and the item with it.
func (s *Store) Next(ctx context.Context, h Hold, done string) (it Item, ok bool, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		it, ok = Item{Workspace: h.Workspace, Lane: h.Lane}, false
		if err := s.keep(ctx, tx, h); err != nil {
			return err
		}
		if done != "" {
			if err := s.end(ctx, tx, h.Workspace, done, "done", ""); err != nil {
				return err
			}
		}
		var at int64
		err := tx.QueryRowContext(ctx, `
			UPDATE inbox SET tries = tries + 1
			WHERE enterprise = $1 AND team = $2 AND state = 'waiting' AND id = (
				SELECT id FROM inbox WHERE enterprise = $1 AND team = $2 AND lane = $3 AND state = 'waiting' ORDER BY seq, id LIMIT 1)
			RETURNING id, kind, payload, seq, tries, accepted_at, error`,
			h.args()...).Scan(&it.ID, &it.Kind, &it.Payload, &it.Seq, &it.Tries, &at, &it.Error)
		if errors.Is(err, sql.ErrNoRows) {
			_, err = tx.ExecContext(ctx, `DELETE FROM lanes WHERE enterprise = $1 AND team = $2 AND lane = $3`, h.args()...)
			return err
		}
		it.AcceptedAt = moment(at)
		ok = err == nil
		return err
	})
	if err != nil {
		return Item{}, false, fmt.Errorf("next of lane %s: %w", h.Lane, err)
	}
	return it, ok, nil
}

// Bury ends an item that cannot be done. It stays with its payload until somebody looks at
// it: see Buried and Redrive.
func (s *Store) Bury(ctx context.Context, h Hold, id string, why error) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := s.keep(ctx, tx, h); err != nil {
			return err
		}
		return s.end(ctx, tx, h.Workspace, id, "dead", why.Error())
	})
	if err != nil {
		return fmt.Errorf("bury %s: %w", id, err)
	}
	return nil
}

// end ends an item; what is done needs its payload no longer.
func (s *Store) end(ctx context.Context, tx *sql.Tx, w Workspace, id, state, why string) error {
	_, err := s.execIn(ctx, tx, `
		UPDATE inbox SET state = $4, ended_at = {dated}, error = $5, payload = CASE WHEN $4 = 'done' THEN '' ELSE payload END
		WHERE enterprise = $1 AND team = $2 AND id = $3 AND state = 'waiting'`, w.Enterprise, w.Team, id, state, clean(why))
	return err
}

// Later leaves an item for another try after a while, by whoever takes its lane then; the
// lane waits for it.
func (s *Store) Later(ctx context.Context, h Hold, id string, after time.Duration, why error) error {
	return s.putOff(ctx, h, id, after, why, 0)
}

// Again is Later for a try that does not count.
func (s *Store) Again(ctx context.Context, h Hold, id string, after time.Duration, why error) error {
	return s.putOff(ctx, h, id, after, why, 1)
}

func (s *Store) putOff(ctx context.Context, h Hold, id string, after time.Duration, why error, uncounted int) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := s.keep(ctx, tx, h); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE inbox SET error = $4, tries = tries - $5 WHERE enterprise = $1 AND team = $2 AND id = $3`,
			h.Workspace.Enterprise, h.Workspace.Team, id, clean(why.Error()), uncounted)
		if err != nil {
			return err
		}
		_, err = s.execIn(ctx, tx, `
			UPDATE lanes SET held_by = '', held_until = 0, due_at = {now} + $4 WHERE enterprise = $1 AND team = $2 AND lane = $3`,
			append(h.args(), after.Milliseconds())...)
		return err
	})
	if err != nil {
		return fmt.Errorf("put %s off: %w", id, err)
	}
	return nil
}
