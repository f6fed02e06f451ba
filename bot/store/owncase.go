package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// An OwnCase is a case that a workspace wrote itself, in its newest version or an older one.
type OwnCase struct {
	ID      string // never empty
	Version int    // 1 for the first
	JSON    string
	Channel string // where it was written; "" when nowhere
	Private bool   // to be shown in that channel only
	Author  string // Slack's user id of who wrote this version
	Deleted bool

	// The store keeps these; SaveCase ignores them.

	CreatedAt time.Time // of the first version; zero in a history
	ChangedAt time.Time // of this version
	Change    int64     // the count of Changes of "cases" at this version; 0 in a history
}

// ErrChanged says that somebody else saved a newer version meanwhile.
var ErrChanged = errors.New("somebody else has changed it meanwhile")

// SaveCase keeps a case as its newest version and returns which that is. c.Version is the one
// that was edited, 0 when that does not matter; with ErrChanged it was not the newest, and
// nothing was kept. A deleted case that is saved is there again. It counts as a change of
// "cases".
func (s *Store) SaveCase(ctx context.Context, w Workspace, c OwnCase, at time.Time) (version int, err error) {
	c.Deleted = false
	if err = errors.Join(w.check(), checkBody(c.ID, c.JSON, false)); err == nil {
		version, err = s.saveCase(ctx, w, c, at, func(OwnCase, bool) OwnCase { return c })
	}
	if err != nil {
		return 0, fmt.Errorf("save case %s: %w", c.ID, err)
	}
	return version, nil
}

// DeleteCase deletes a case; its history stays. found is false when there was none.
func (s *Store) DeleteCase(ctx context.Context, w Workspace, id, by string, at time.Time) (found bool, err error) {
	_, err = s.saveCase(ctx, w, OwnCase{ID: id}, at, func(old OwnCase, known bool) OwnCase {
		if found = known && !old.Deleted; !found {
			return OwnCase{}
		}
		old.Deleted, old.Author = true, by
		return old
	})
	if err != nil {
		return false, fmt.Errorf("delete case %s: %w", id, err)
	}
	return found, nil
}

// saveCase makes a version of what becomes of a case; an id of "" makes none.
func (s *Store) saveCase(ctx context.Context, w Workspace, c OwnCase, at time.Time, become func(old OwnCase, known bool) OwnCase) (version int, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		change, err := changed(ctx, tx, "cases") // from here on nobody else saves a case
		if err != nil {
			return err
		}
		old, err := scanCase(tx.QueryRowContext(ctx, selectCase+` AND id = $3`, append(w.args(), clean(c.ID))...).Scan)
		known := err == nil
		switch {
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return err
		case c.Version != 0 && c.Version != old.Version:
			return ErrChanged
		}
		next := become(old, known)
		if next.ID == "" {
			return nil
		}
		version = old.Version + 1
		created := at
		if known {
			created = old.CreatedAt
		}
		return s.writeCase(ctx, tx, w, next, version, created, at, change)
	})
	return version, err
}

func (s *Store) writeCase(ctx context.Context, tx *sql.Tx, w Workspace, c OwnCase, version int, created, at time.Time, change int64) error {
	args := append(w.args(), clean(c.ID), version, c.JSON, clean(c.Channel), bit(c.Private), clean(c.Author), bit(c.Deleted), at.UnixMilli())
	_, err := tx.ExecContext(ctx, `
		INSERT INTO own_case_versions (enterprise, team, id, version, body, channel, private, author, deleted, changed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, args...)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO own_cases (enterprise, team, id, version, body, channel, private, author, deleted, changed_at, created_at, change)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (enterprise, team, id) DO UPDATE SET
			version = excluded.version, body = excluded.body, channel = excluded.channel, private = excluded.private,
			author = excluded.author, deleted = excluded.deleted, changed_at = excluded.changed_at, change = excluded.change`,
		append(args, created.UnixMilli(), change)...)
	return err
}

const selectCase = `
	SELECT id, version, body, channel, private, author, deleted, changed_at, created_at, change
	FROM own_cases WHERE enterprise = $1 AND team = $2`

func scanCase(scan scanner) (c OwnCase, err error) {
	var changed, created int64
	err = scan(&c.ID, &c.Version, &c.JSON, &c.Channel, &c.Private, &c.Author, &c.Deleted, &changed, &created, &c.Change)
	if c.ChangedAt = moment(changed); created != 0 {
		c.CreatedAt = moment(created)
	}
	return c, err
}

// Case returns the newest version of a case; ok is false when there never was one.
func (s *Store) Case(ctx context.Context, w Workspace, id string) (c OwnCase, ok bool, err error) {
	c, ok, err = one(ctx, s, scanCase, selectCase+` AND id = $3`, append(w.args(), clean(id))...)
	if err != nil {
		return OwnCase{}, false, fmt.Errorf("read case %s: %w", id, err)
	}
	return c, ok, nil
}

// Cases lists the cases of a workspace that were changed or deleted after a count of changes,
// in the order of their changes; 0 lists all. The highest Change is where to go on from.
func (s *Store) Cases(ctx context.Context, w Workspace, after int64) ([]OwnCase, error) {
	cases, err := all(ctx, s, scanCase, selectCase+` AND change > $3 ORDER BY change`, append(w.args(), after)...)
	if err != nil {
		return nil, fmt.Errorf("read the workspace's own cases: %w", err)
	}
	return cases, nil
}

// CaseHistory lists all versions of a case, the newest first.
func (s *Store) CaseHistory(ctx context.Context, w Workspace, id string) ([]OwnCase, error) {
	cases, err := all(ctx, s, scanCase, `
		SELECT id, version, body, channel, private, author, deleted, changed_at, 0, 0
		FROM own_case_versions WHERE enterprise = $1 AND team = $2 AND id = $3 ORDER BY version DESC`, append(w.args(), clean(id))...)
	if err != nil {
		return nil, fmt.Errorf("read the history of case %s: %w", id, err)
	}
	return cases, nil
}
