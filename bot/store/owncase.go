package store

import (
	"context"
	"database/sql"
	"errors"
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

// OwnPrefix begins the ids that the store gives: OWN-0001.
const OwnPrefix = "OWN-"

// AddCase keeps the first version of a case under the next id of the workspace, and returns that.
// write gives the body for an id, or "" where the id is taken elsewhere. What one person adds at
// one moment is kept once, however often.
func (s *Store) AddCase(ctx context.Context, c OwnCase, write func(id string) (body string, err error)) (id string, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := changed(ctx, tx, "cases"); err != nil { // first: others who add one wait here
			return err
		}
		err := tx.QueryRowContext(ctx, `
			SELECT id FROM own_cases WHERE enterprise = $1 AND team = $2 AND version = 1 AND author = $3 AND at = $4`,
			append(c.Workspace.args(), clean(c.Author), c.At.UnixMilli())...).Scan(&id)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		last, err := lastOwn(ctx, tx, c.Workspace)
		if err != nil {
			return err
		}
		for c.Body = ""; c.Body == ""; {
			last++
			c.ID = fmt.Sprintf("%s%04d", OwnPrefix, last)
			if c.Body, err = write(c.ID); err != nil {
				return err
			}
		}
		id = c.ID
		_, err = s.addVersion(ctx, tx, c)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("add a case: %w", err)
	}
	return id, nil
}

// lastOwn is the highest number of an id that the store gave in a workspace, 0 without one.
func lastOwn(ctx context.Context, tx *sql.Tx, w Workspace) (last int, err error) {
	var id string
	err = tx.QueryRowContext(ctx, `
		SELECT id FROM own_cases WHERE enterprise = $1 AND team = $2 AND id LIKE $3 ORDER BY LENGTH(id) DESC, id DESC LIMIT 1`,
		append(w.args(), OwnPrefix+"%")...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err == nil {
		_, err = fmt.Sscanf(id, OwnPrefix+"%d", &last)
	}
	return last, err
}

// SaveCase keeps a new version of a case and returns its number. A case that is deleted is a
// version without a body: what was there before stays in its history. The same body of the same
// person and moment is one version, however often it is saved.
func (s *Store) SaveCase(ctx context.Context, c OwnCase) (version int, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := changed(ctx, tx, "cases"); err != nil { // first: others who save wait here
			return err
		}
		err := tx.QueryRowContext(ctx, `
			SELECT version FROM own_cases WHERE enterprise = $1 AND team = $2 AND id = $3 AND author = $4 AND at = $5 AND body = $6`,
			append(c.Workspace.args(), c.ID, clean(c.Author), c.At.UnixMilli(), cleanTo(c.Body, maxBody))...).Scan(&version)
		if errors.Is(err, sql.ErrNoRows) {
			version, err = s.addVersion(ctx, tx, c)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("save case %.40q: %w", c.ID, err)
	}
	return version, nil
}

func (s *Store) addVersion(ctx context.Context, tx *sql.Tx, c OwnCase) (version int, err error) {
	if c.ID == "" || len(c.ID) > 100 || clean(c.ID) != c.ID {
		return 0, errors.New("this is not an id")
	}
	if len(c.Body) > maxBody {
		return 0, fmt.Errorf("it has %d bytes, %d at most", len(c.Body), maxBody)
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO own_cases (enterprise, team, id, version, body, channel, private, author, at)
		VALUES ($1, $2, $3, 1 + (SELECT COALESCE(MAX(version), 0) FROM own_cases WHERE enterprise = $1 AND team = $2 AND id = $3),
			$4, $5, $6, $7, $8)
		RETURNING version`,
		append(c.Workspace.args(), c.ID, cleanTo(c.Body, maxBody), clean(c.Channel), bit(c.Private), clean(c.Author), c.At.UnixMilli())...).Scan(&version)
	return version, err
}

const selectCase = `SELECT enterprise, team, id, version, body, channel, private, author, at FROM own_cases c `

const ofTeam = `WHERE enterprise = $1 AND team = $2 `

const latest = ` AND version = (SELECT MAX(version) FROM own_cases n WHERE n.enterprise = c.enterprise AND n.team = c.team AND n.id = c.id) `

// OwnCases lists the cases of a workspace as they are now, without those that were deleted.
func (s *Store) OwnCases(ctx context.Context, w Workspace) ([]OwnCase, error) {
	return s.cases(ctx, ofTeam+latest+`AND body <> '' ORDER BY id`, w.args()...)
}

// EveryCase lists the cases of all workspaces as they are now, those that were deleted without
// a body.
func (s *Store) EveryCase(ctx context.Context) ([]OwnCase, error) {
	return s.cases(ctx, `WHERE true`+latest+`ORDER BY enterprise, team, id`)
}

// OwnCase returns a case as it is now; ok is false when there is none, or it was deleted.
func (s *Store) OwnCase(ctx context.Context, w Workspace, id string) (c OwnCase, ok bool, err error) {
	found, err := s.cases(ctx, ofTeam+`AND id = $3`+latest+`AND body <> ''`, append(w.args(), id)...)
	if err != nil || len(found) == 0 {
		return OwnCase{}, false, err
	}
	return found[0], true, nil
}

// History lists all versions of a case, the latest first.
func (s *Store) History(ctx context.Context, w Workspace, id string) ([]OwnCase, error) {
	return s.cases(ctx, ofTeam+`AND id = $3 ORDER BY version DESC`, append(w.args(), id)...)
}

func (s *Store) cases(ctx context.Context, which string, args ...any) ([]OwnCase, error) {
	found, err := all(ctx, s, func(scan scanner) (OwnCase, error) {
		var c OwnCase
		var private int
		var at int64
		err := scan(&c.Workspace.Enterprise, &c.Workspace.Team, &c.ID, &c.Version, &c.Body, &c.Channel, &private, &c.Author, &at)
		c.Private, c.At = private != 0, moment(at)
		return c, err
	}, selectCase+which, args...)
	if err != nil {
		return nil, fmt.Errorf("list own cases: %w", err)
	}
	return found, nil
}
