package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// An Entry of the audit says who changed what and when.
type Entry struct {
	Actor   string // Slack's user id, or what else acted
	Action  string // "settings.set" and the like
	Subject string // what was changed, and to what
	At      time.Time
}

// Audit notes a change. It is kept until ForgetAudit.
func (s *Store) Audit(ctx context.Context, w Workspace, e Entry) error {
	err := w.check()
	if err == nil {
		_, err = s.exec(ctx, `INSERT INTO audit (enterprise, team, id, actor, action, subject, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			append(w.args(), rand.Text(), clean(e.Actor), clean(e.Action), clean(e.Subject), e.At.UnixMilli())...)
	}
	if err != nil {
		return fmt.Errorf("note %s in the audit: %w", e.Action, err)
	}
	return nil
}

// Audited lists the changes of a workspace since then, the latest first.
func (s *Store) Audited(ctx context.Context, w Workspace, since time.Time, most int) ([]Entry, error) {
	entries, err := all(ctx, s, func(scan scanner) (e Entry, err error) {
		var at int64
		err = scan(&e.Actor, &e.Action, &e.Subject, &at)
		e.At = moment(at)
		return e, err
	}, `SELECT actor, action, subject, at FROM audit WHERE enterprise = $1 AND team = $2 AND at >= $3 ORDER BY at DESC, id LIMIT $4`,
		append(w.args(), since.UnixMilli(), most)...)
	if err != nil {
		return nil, fmt.Errorf("read the audit: %w", err)
	}
	return entries, nil
}

// ForgetAudit forgets the changes noted before the given moment.
func (s *Store) ForgetAudit(ctx context.Context, before time.Time) error {
	if _, err := s.forgetOld(ctx, before, "audit", "id", "at < $1"); err != nil {
		return fmt.Errorf("forget the audit: %w", err)
	}
	return nil
}
