package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Note is what somebody wrote on a case, for their workspace.
type Note struct {
	ID     string // the store's
	CaseID string
	Text   string // never empty; 8,000 bytes at most, what is longer is cut
	Author string // Slack's user id
	At     time.Time
}

const maxNote = 8000

// AddNote keeps a note and returns its id. It counts as a change of "notes".
func (s *Store) AddNote(ctx context.Context, w Workspace, n Note) (id string, err error) {
	id = rand.Text()
	switch {
	case n.CaseID == "" || strings.TrimSpace(n.Text) == "":
		err = errors.New("no case, or no words")
	default:
		err = errors.Join(w.check(), s.changing(ctx, "notes", `
			INSERT INTO notes (enterprise, team, case_id, id, body, author, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			append(w.args(), clean(n.CaseID), id, cleanTo(n.Text, maxNote), clean(n.Author), n.At.UnixMilli())...))
	}
	if err != nil {
		return "", fmt.Errorf("keep a note on %s: %w", n.CaseID, err)
	}
	return id, nil
}

// DeleteNote forgets a note.
func (s *Store) DeleteNote(ctx context.Context, w Workspace, caseID, id string) error {
	err := s.changing(ctx, "notes", `DELETE FROM notes WHERE enterprise = $1 AND team = $2 AND case_id = $3 AND id = $4`,
		append(w.args(), clean(caseID), id)...)
	if err != nil {
		return fmt.Errorf("forget a note on %s: %w", caseID, err)
	}
	return nil
}

// Notes lists the notes of a workspace on a case, the oldest first.
func (s *Store) Notes(ctx context.Context, w Workspace, caseID string) ([]Note, error) {
	notes, err := all(ctx, s, func(scan scanner) (n Note, err error) {
		var at int64
		err = scan(&n.ID, &n.CaseID, &n.Text, &n.Author, &at)
		n.At = moment(at)
		return n, err
	}, `SELECT id, case_id, body, author, at FROM notes WHERE enterprise = $1 AND team = $2 AND case_id = $3 ORDER BY at, id`,
		append(w.args(), clean(caseID))...)
	if err != nil {
		return nil, fmt.Errorf("read the notes on %s: %w", caseID, err)
	}
	return notes, nil
}
