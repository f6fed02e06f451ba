package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Buried lists items that could not be done, the latest first.
func (s *Store) Buried(ctx context.Context, most int) ([]Item, error) {
	return s.items(ctx, `WHERE state = 'dead' ORDER BY ended_at DESC, id LIMIT $1`, most)
}

// Waiting lists items that wait for their turn or for another try, the oldest first.
func (s *Store) Waiting(ctx context.Context, most int) ([]Item, error) {
	return s.items(ctx, `WHERE state = 'waiting' ORDER BY seq, id LIMIT $1`, most)
}

func (s *Store) items(ctx context.Context, which string, args ...any) ([]Item, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT enterprise, team, id, lane, kind, payload, seq, tries, accepted_at, error FROM inbox `+which, args...)
	if err != nil {
		return nil, fmt.Errorf("list the inbox: %w", err)
	}
	defer rows.Close()
	var out []Item
	for rows.Next() {
		var it Item
		var at int64
		err := rows.Scan(&it.Workspace.Enterprise, &it.Workspace.Team, &it.ID, &it.Lane, &it.Kind, &it.Payload, &it.Seq, &it.Tries, &at, &it.Error)
		if err != nil {
			return nil, fmt.Errorf("list the inbox: %w", err)
		}
		it.AcceptedAt = time.UnixMilli(at).UTC()
		out = append(out, it)
	}
	return out, rows.Err()
}

// Redrive has a buried item done after all, and reports whether there was one of that id.
func (s *Store) Redrive(ctx context.Context, w Workspace, id string) (found bool, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var lane string
		err := tx.QueryRowContext(ctx, `
			UPDATE inbox SET state = 'waiting', tries = 0, ended_at = NULL
			WHERE enterprise = $1 AND team = $2 AND id = $3 AND state = 'dead' RETURNING lane`, w.Enterprise, w.Team, id).Scan(&lane)
		if found = err == nil; !found {
			if err == sql.ErrNoRows {
				err = nil
			}
			return err
		}
		return s.openLane(ctx, tx, w, lane)
	})
	if err != nil {
		return false, fmt.Errorf("redrive %s: %w", id, err)
	}
	return found, nil
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
			(SELECT {now} - MIN(accepted_at) FROM inbox WHERE state = 'waiting')`)).Scan(&l.Waiting, &l.Dead, &ms)
	if err != nil {
		return Load{}, fmt.Errorf("count the inbox: %w", err)
	}
	l.Oldest = time.Duration(max(ms.Int64, 0)) * time.Millisecond
	return l, nil
}
