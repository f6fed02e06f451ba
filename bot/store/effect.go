package store

import (
	"context"
	"database/sql"
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
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		e = Effect{To: to, Kind: kind}
		if err := s.keep(ctx, tx, h); err != nil {
			return err
		}
		var tries int
		err := tx.QueryRowContext(ctx, s.sql(`
			INSERT INTO effects (enterprise, team, channel, ts, kind, state, held_by, began_at, changed_at)
			VALUES ($1, $2, $3, $4, $5, 'posting', $6, {dated}, {dated})
			ON CONFLICT (enterprise, team, channel, ts, kind) DO UPDATE SET
				tries = effects.tries + 1, held_by = excluded.held_by, changed_at = excluded.changed_at
			RETURNING posted_ts, tries`), append(to.args(), kind, h.By)...).Scan(&e.TS, &tries)
		e.Begun = tries > 1
		return err
	})
	if err != nil {
		return Effect{}, fmt.Errorf("begin the %s to %s: %w", kind, to, err)
	}
	return e, nil
}

// Begun says whether an effect was begun, or posted, by an earlier try.
func (s *Store) Begun(ctx context.Context, to MessageKey, kind string) (bool, error) {
	var n int
	err := s.read.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM effects WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND kind = $5`,
		append(to.args(), kind)...).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for the %s to %s: %w", kind, to, err)
	}
	return n > 0, nil
}

// Posted notes where an effect was posted, even when nothing is known any more of its
// beginning: what is in Slack is there.
func (s *Store) Posted(ctx context.Context, to MessageKey, kind, ts string) error {
	if err := to.check(); err != nil {
		return err
	}
	_, err := s.exec(ctx, `
		INSERT INTO effects (enterprise, team, channel, ts, kind, state, posted_ts, held_by, began_at, changed_at)
		VALUES ($1, $2, $3, $4, $5, 'posted', $6, '', {dated}, {dated})
		ON CONFLICT (enterprise, team, channel, ts, kind) DO UPDATE SET
			state = 'posted', posted_ts = excluded.posted_ts, changed_at = excluded.changed_at`, append(to.args(), kind, clean(ts))...)
	if err != nil {
		return fmt.Errorf("note the %s to %s: %w", kind, to, err)
	}
	return nil
}

// Unposted takes an effect back that certainly was not posted, so that the next try need not
// look for it. One that was begun more than once stays begun: another process may be posting
// it at this moment.
func (s *Store) Unposted(ctx context.Context, to MessageKey, kind string) error {
	_, err := s.exec(ctx, `
		DELETE FROM effects
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND kind = $5 AND state = 'posting'
			AND tries = 1`, append(to.args(), kind)...)
	if err != nil {
		return fmt.Errorf("take back the %s to %s: %w", kind, to, err)
	}
	return nil
}
