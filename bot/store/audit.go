package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// A Deed is something a person changed, kept for those who ask later who did it.
type Deed struct {
	Workspace Workspace
	ID        string // the same for the same deed, however often it is told
	Actor     string // Slack's user id
	Action    string // "settings", "mute", "case saved" and the like
	Subject   string // what it was done to
	At        time.Time
}

// Audit keeps a deed.
func (s *Store) Audit(ctx context.Context, d Deed) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := s.audit(ctx, tx, d)
		return err
	})
	if err != nil {
		return fmt.Errorf("note a deed: %w", err)
	}
	return nil
}

// audit is Audit as a part of a transaction; fresh is false for a deed that was kept before.
func (s *Store) audit(ctx context.Context, tx *sql.Tx, d Deed) (fresh bool, err error) {
	n, err := s.execIn(ctx, tx, `
		INSERT INTO audit (enterprise, team, id, actor, action, subject, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (enterprise, team, id) DO NOTHING`,
		d.Workspace.Enterprise, d.Workspace.Team, clean(d.ID), clean(d.Actor), clean(d.Action), clean(d.Subject), d.At.UnixMilli())
	return n == 1, err
}

// Audited says whether a deed of that id is kept.
func (s *Store) Audited(ctx context.Context, w Workspace, id string) (bool, error) {
	var n int
	err := s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM audit WHERE enterprise = $1 AND team = $2 AND id = $3`,
		append(w.args(), clean(id))...).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for a deed: %w", err)
	}
	return n > 0, nil
}

// Deeds lists the latest deeds in a workspace, the last first, at most that many.
func (s *Store) Deeds(ctx context.Context, w Workspace, most int) ([]Deed, error) {
	found, err := all(ctx, s, func(scan scanner) (Deed, error) {
		d := Deed{Workspace: w}
		var at int64
		err := scan(&d.ID, &d.Actor, &d.Action, &d.Subject, &at)
		d.At = moment(at)
		return d, err
	}, `SELECT id, actor, action, subject, at FROM audit WHERE enterprise = $1 AND team = $2 ORDER BY at DESC, id LIMIT $3`, w.Enterprise, w.Team, most)
	if err != nil {
		return nil, fmt.Errorf("list deeds: %w", err)
	}
	return found, nil
}
