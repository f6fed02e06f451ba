package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

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
	_, err := s.exec(ctx, `
		INSERT INTO notes (enterprise, team, channel, ts, case_id, private, author, body, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (enterprise, team, case_id, channel, ts) DO UPDATE SET body = excluded.body`,
		append(n.Key.args(), clean(n.CaseID), bit(n.Private), clean(n.Author), cleanTo(n.Body, maxNote), n.At.UnixMilli())...)
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

// TakeNoteBack removes the notes that a message left, and keeps the deed with that. A deed that
// was kept before removes nothing: whoever tries again does not take another note back.
func (s *Store) TakeNoteBack(ctx context.Context, key MessageKey, d Deed) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		fresh, err := s.audit(ctx, tx, d)
		if err != nil || !fresh {
			return err
		}
		_, err = s.execIn(ctx, tx, `DELETE FROM notes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`, key.args()...)
		return err
	})
	if err != nil {
		return fmt.Errorf("take the note of %s back: %w", key, err)
	}
	return nil
}

// Notes lists the notes on a case that may be told in a channel, the latest first, at most
// that many.
func (s *Store) Notes(ctx context.Context, w Workspace, caseID, channel string, most int) ([]Note, error) {
	found, err := all(ctx, s, func(scan scanner) (Note, error) {
		n := Note{CaseID: caseID, Key: MessageKey{Workspace: w}}
		var private int
		var at int64
		err := scan(&n.Key.Channel, &n.Key.TS, &private, &n.Author, &n.Body, &at)
		n.Private, n.At = private != 0, moment(at)
		return n, err
	}, `SELECT channel, ts, private, author, body, at FROM notes
		WHERE enterprise = $1 AND team = $2 AND case_id = $3 AND (private = 0 OR channel = $4) ORDER BY at DESC, ts DESC LIMIT $5`,
		w.Enterprise, w.Team, caseID, channel, most)
	if err != nil {
		return nil, fmt.Errorf("list notes on %s: %w", caseID, err)
	}
	return found, nil
}
