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

// maxCase is how large a case may be, in bytes.
const maxCase = 256 << 10

// SaveCase keeps a new version of a case and returns its number. A case that is deleted is a
// version without a body: what was there before stays in its history.
func (s *Store) SaveCase(ctx context.Context, c OwnCase) (version int, err error) {
	if c.ID == "" || len(c.ID) > 100 || clean(c.ID) != c.ID {
		return 0, fmt.Errorf("save case %.40q: not an id", c.ID)
	}
	if len(c.Body) > maxCase {
		return 0, fmt.Errorf("save case %s: it has %d bytes, %d at most", c.ID, len(c.Body), maxCase)
	}
	private := 0
	if c.Private {
		private = 1
	}
	err = s.update(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `
			INSERT INTO own_cases (enterprise, team, id, version, body, channel, private, author, at)
			VALUES ($1, $2, $3, 1 + (SELECT COALESCE(MAX(version), 0) FROM own_cases WHERE enterprise = $1 AND team = $2 AND id = $3),
				$4, $5, $6, $7, $8)
			RETURNING version`,
			c.Workspace.Enterprise, c.Workspace.Team, c.ID, cleanTo(c.Body, maxCase), clean(c.Channel), private, clean(c.Author), c.At.UnixMilli()).Scan(&version)
		if err != nil {
			return err
		}
		return changed(ctx, tx, "cases")
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
	rows, err := s.read.QueryContext(ctx, selectCase+which, append(w.args(), args...)...)
	if err != nil {
		return nil, fmt.Errorf("list own cases: %w", err)
	}
	defer rows.Close()
	var out []OwnCase
	for rows.Next() {
		c := OwnCase{Workspace: w}
		var private int
		var at int64
		if err := rows.Scan(&c.ID, &c.Version, &c.Body, &c.Channel, &private, &c.Author, &at); err != nil {
			return nil, fmt.Errorf("list own cases: %w", err)
		}
		c.Private, c.At = private != 0, time.UnixMilli(at).UTC()
		out = append(out, c)
	}
	return out, rows.Err()
}

// A Note is what somebody wrote down for the next reader of a case.
type Note struct {
	Key     MessageKey // of the message it was written in
	CaseID  string
	Private bool // it is told in that channel only
	Author  string
	Body    string
	At      time.Time
}

// maxNote is how long a note may be, in bytes.
const maxNote = 6000

// AddNote keeps a note; the same message has one note on a case.
func (s *Store) AddNote(ctx context.Context, n Note) error {
	if err := n.Key.check(); err != nil {
		return err
	}
	if n.CaseID == "" || n.Body == "" {
		return errors.New("add a note: no case or no words")
	}
	private := 0
	if n.Private {
		private = 1
	}
	_, err := s.exec(ctx, `
		INSERT INTO notes (enterprise, team, channel, ts, case_id, private, author, body, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (enterprise, team, case_id, channel, ts) DO UPDATE SET body = excluded.body`,
		append(n.Key.args(), clean(n.CaseID), private, clean(n.Author), cleanTo(n.Body, maxNote), n.At.UnixMilli())...)
	if err != nil {
		return fmt.Errorf("add a note on %s: %w", n.CaseID, err)
	}
	return nil
}

// DropNote removes the notes that a message left, and reports whether there were any.
func (s *Store) DropNote(ctx context.Context, key MessageKey) (was bool, err error) {
	n, err := s.exec(ctx, `DELETE FROM notes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`, key.args()...)
	if err != nil {
		return false, fmt.Errorf("drop the note of %s: %w", key, err)
	}
	return n > 0, nil
}

// Notes lists the notes on a case that may be told in a channel, the latest first, at most
// that many.
func (s *Store) Notes(ctx context.Context, w Workspace, caseID, channel string, most int) ([]Note, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT channel, ts, private, author, body, at FROM notes
		WHERE enterprise = $1 AND team = $2 AND case_id = $3 AND (private = 0 OR channel = $4) ORDER BY at DESC, ts DESC LIMIT $5`,
		w.Enterprise, w.Team, caseID, channel, most)
	if err != nil {
		return nil, fmt.Errorf("list notes on %s: %w", caseID, err)
	}
	defer rows.Close()
	var out []Note
	for rows.Next() {
		n := Note{CaseID: caseID, Key: MessageKey{Workspace: w}}
		var private int
		var at int64
		if err := rows.Scan(&n.Key.Channel, &n.Key.TS, &private, &n.Author, &n.Body, &at); err != nil {
			return nil, fmt.Errorf("list notes on %s: %w", caseID, err)
		}
		n.Private, n.At = private != 0, time.UnixMilli(at).UTC()
		out = append(out, n)
	}
	return out, rows.Err()
}
