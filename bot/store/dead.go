package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Buried lists items that could not be done, the latest first.
func (s *Store) Buried(ctx context.Context, most int) ([]Item, error) {
	return s.items(ctx, `WHERE state = 'dead' ORDER BY ended_at DESC, id LIMIT $1`, most)
}

// Find lists the items of that id that were not done, at most one of each workspace.
func (s *Store) Find(ctx context.Context, id string) ([]Item, error) {
	return s.items(ctx, `WHERE id = $1 AND state IN ('waiting', 'dead') ORDER BY enterprise, team`, id)
}

// Waiting lists items that wait for their turn or for another try, the oldest first.
func (s *Store) Waiting(ctx context.Context, most int) ([]Item, error) {
	return s.items(ctx, `WHERE state = 'waiting' ORDER BY seq, id LIMIT $1`, most)
}

func (s *Store) items(ctx context.Context, which string, args ...any) ([]Item, error) {
	items, err := all(ctx, s, func(scan scanner) (it Item, err error) {
		var at int64
		err = scan(&it.Workspace.Enterprise, &it.Workspace.Team, &it.ID, &it.Lane, &it.Kind, &it.Payload, &it.Seq, &it.Tries, &at, &it.Error, &it.Dead)
		it.AcceptedAt = moment(at)
		return it, err
	}, `SELECT enterprise, team, id, lane, kind, payload, seq, tries, accepted_at, error, state = 'dead' FROM inbox `+which, args...)
	if err != nil {
		return nil, fmt.Errorf("list the inbox: %w", err)
	}
	return items, nil
}

// Redrive has a buried item done after all, and reports whether there was one of that id.
func (s *Store) Redrive(ctx context.Context, w Workspace, id string) (found bool, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var lane string
		err := tx.QueryRowContext(ctx, `
			UPDATE inbox SET state = 'waiting', tries = 0, ended_at = NULL
			WHERE enterprise = $1 AND team = $2 AND id = $3 AND state = 'dead' RETURNING lane`, w.Enterprise, w.Team, id).Scan(&lane)
		if errors.Is(err, sql.ErrNoRows) {
			found = false
			return nil
		}
		if err != nil {
			return err
		}
		found = true
		return s.openLane(ctx, tx, w, lane)
	})
	if err != nil {
		return false, fmt.Errorf("redrive %s: %w", id, err)
	}
	return found, nil
}

// Drop ends an item that was not done, without doing it, and reports whether there was one of
// that id. It stays known for a week, so that Slack cannot bring it back. What a bot has in
// hand at this moment it still finishes.
func (s *Store) Drop(ctx context.Context, w Workspace, id string) (found bool, err error) {
	n, err := s.exec(ctx, `
		UPDATE inbox SET state = 'done', ended_at = {dated}, error = 'dropped', payload = ''
		WHERE enterprise = $1 AND team = $2 AND id = $3 AND state IN ('waiting', 'dead')`, w.Enterprise, w.Team, id)
	if err != nil {
		return false, fmt.Errorf("drop %s: %w", id, err)
	}
	return n > 0, nil
}

// Load says how much there is to do.
type Load struct {
	Waiting int           // items accepted and not done
	Dead    int           // items that could not be done
	Oldest  time.Duration // how long the oldest waiting item has waited; 0 without one
}

// Load counts the inbox.
func (s *Store) Load(ctx context.Context) (l Load, err error) {
	var ms sql.NullInt64
	err = s.read.QueryRowContext(ctx, s.sql(`
		SELECT (SELECT COUNT(*) FROM inbox WHERE state = 'waiting'), (SELECT COUNT(*) FROM inbox WHERE state = 'dead'),
			(SELECT {dated} - MIN(accepted_at) FROM inbox WHERE state = 'waiting')`)).Scan(&l.Waiting, &l.Dead, &ms)
	if err != nil {
		return Load{}, fmt.Errorf("count the inbox: %w", err)
	}
	l.Oldest = time.Duration(max(ms.Int64, 0)) * time.Millisecond
	return l, nil
}
