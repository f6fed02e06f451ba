package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// An OwnCase is one version of a case that people of a workspace wrote in Slack.
type OwnCase struct {
	Workspace Workspace
	ID        string
	Version   int    // 1 is the first; the store counts
	Body      string // the case as JSON; "" is a case that was deleted
	Channel   string // where it was learned
	Private   bool   // it is told in that channel only
	Author    string // of this version: Slack's user id
	At        time.Time
}

// SaveCase keeps a new version of a case and returns its number. A case that is deleted is a
// version without a body: what was there before stays in its history.
func (s *Store) SaveCase(ctx context.Context, c OwnCase) (version int, err error) {
	if c.ID == "" || len(c.ID) > 100 || clean(c.ID) != c.ID {
		return 0, fmt.Errorf("save case %.40q: not an id", c.ID)
	}
	if len(c.Body) > maxBody {
		return 0, fmt.Errorf("save case %s: it has %d bytes, %d at most", c.ID, len(c.Body), maxBody)
	}
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := changed(ctx, tx, "cases"); err != nil { // first: others who save wait here
			return err
		}
		return tx.QueryRowContext(ctx, `
			INSERT INTO own_cases (enterprise, team, id, version, body, channel, private, author, at)
			VALUES ($1, $2, $3, 1 + (SELECT COALESCE(MAX(version), 0) FROM own_cases WHERE enterprise = $1 AND team = $2 AND id = $3),
				$4, $5, $6, $7, $8)
			RETURNING version`,
			c.Workspace.Enterprise, c.Workspace.Team, c.ID, cleanTo(c.Body, maxBody), clean(c.Channel), bit(c.Private), clean(c.Author), c.At.UnixMilli()).Scan(&version)
	})
	if err != nil {
		return 0, fmt.Errorf("save case %s: %w", c.ID, err)
	}
	return version, nil
}

const selectCase = `SELECT id, version, body, channel, private, author, at FROM own_cases c WHERE enterprise = $1 AND team = $2 `

const latest = ` AND version = (SELECT MAX(version) FROM own_cases n WHERE n.enterprise = c.enterprise AND n.team = c.team AND n.id = c.id) `

// OwnCases lists the cases of a workspace as they are now, without those that were deleted.
func (s *Store) OwnCases(ctx context.Context, w Workspace) ([]OwnCase, error) {
	return s.cases(ctx, latest+`AND body <> '' ORDER BY id`, w)
}

// OwnCase returns a case as it is now; ok is false when there is none, or it was deleted.
func (s *Store) OwnCase(ctx context.Context, w Workspace, id string) (c OwnCase, ok bool, err error) {
	found, err := s.cases(ctx, `AND id = $3`+latest+`AND body <> ''`, w, id)
	if err != nil || len(found) == 0 {
		return OwnCase{}, false, err
	}
	return found[0], true, nil
}

// History lists all versions of a case, the latest first.
func (s *Store) History(ctx context.Context, w Workspace, id string) ([]OwnCase, error) {
	return s.cases(ctx, `AND id = $3 ORDER BY version DESC`, w, id)
}

func (s *Store) cases(ctx context.Context, which string, w Workspace, args ...any) ([]OwnCase, error) {
	found, err := all(ctx, s, func(scan scanner) (OwnCase, error) {
		c := OwnCase{Workspace: w}
		var private int
		var at int64
		err := scan(&c.ID, &c.Version, &c.Body, &c.Channel, &private, &c.Author, &at)
		c.Private, c.At = private != 0, moment(at)
		return c, err
	}, selectCase+which, append(w.args(), args...)...)
	if err != nil {
		return nil, fmt.Errorf("list own cases: %w", err)
	}
	return found, nil
}
