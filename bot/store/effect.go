package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// An Effect is one message of ours in Slack: at most one of each kind for a message of
// theirs. It is written down before it is posted, so that whoever finds it begun and not
// ended knows to look in Slack before posting again.
type Effect struct {
	To   MessageKey // the message it answers
	Kind string     // "reply" and the like

	Begun bool   // an earlier try may have posted it
	TS    string // where it was posted; "" when that is not known
}

// Begin notes that the holder of a lane is about to post, and tells what earlier tries left.
// With ErrLost the holder must not post.
func (s *Store) Begin(ctx context.Context, h Hold, to MessageKey, kind string) (e Effect, err error) {
	if err := to.check(); err != nil {
		return Effect{}, err
	}
	err = s.update(ctx, func(tx *sql.Tx) error {
		e = Effect{To: to, Kind: kind}
		if err := s.keep(ctx, tx, h); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, s.sql(`
			UPDATE effects SET tries = tries + 1, held_by = $6, changed_at = {now}
			WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND kind = $5
			RETURNING posted_ts`), append(to.args(), kind, h.By)...).Scan(&e.TS)
		if !errors.Is(err, sql.ErrNoRows) {
			e.Begun = true
			return err
		}
		_, err = tx.ExecContext(ctx, s.sql(`
			INSERT INTO effects (enterprise, team, channel, ts, kind, state, held_by, began_at, changed_at)
			VALUES ($1, $2, $3, $4, $5, 'posting', $6, {now}, {now})`), append(to.args(), kind, h.By)...)
		return err
	})
	if err != nil {
		return Effect{}, fmt.Errorf("begin the %s to %s: %w", kind, to, err)
	}
	return e, nil
}

// Posted notes where an effect was posted.
func (s *Store) Posted(ctx context.Context, to MessageKey, kind, ts string) error {
	n, err := s.exec(ctx, `
		UPDATE effects SET state = 'posted', posted_ts = $6, changed_at = {now}
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND kind = $5`, append(to.args(), kind, ts)...)
	if err == nil && n == 0 {
		err = errors.New("it was never begun")
	}
	if err != nil {
		return fmt.Errorf("note the %s to %s: %w", kind, to, err)
	}
	return nil
}

// Unposted takes an effect back that certainly was not posted, so that the next try need not
// look for it.
func (s *Store) Unposted(ctx context.Context, to MessageKey, kind string) error {
	_, err := s.exec(ctx, `
		DELETE FROM effects
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND kind = $5 AND state = 'posting'`, append(to.args(), kind)...)
	if err != nil {
		return fmt.Errorf("take back the %s to %s: %w", kind, to, err)
	}
	return nil
}
