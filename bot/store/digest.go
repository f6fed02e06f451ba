package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Digest is a summary that was posted into a channel.
type Digest struct {
	Channel string
	Kind    string // "weekly" and the like
	Slot    string // which one: its local date, so that no change of clocks makes it two
	TS      string // the message; "" when there was nothing to tell
	JSON    string // what it told
	At      time.Time
}

// SaveDigest keeps a digest in the place of an earlier one of the same slot.
func (s *Store) SaveDigest(ctx context.Context, w Workspace, d Digest) error {
	err := errors.Join(w.check(), checkBody(d.Slot, d.JSON, false))
	if err == nil {
		_, err = s.exec(ctx, `
			INSERT INTO digests (enterprise, team, channel, kind, slot, posted_ts, body, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (enterprise, team, channel, kind, slot)
			DO UPDATE SET posted_ts = excluded.posted_ts, body = excluded.body, at = excluded.at`,
			append(w.args(), clean(d.Channel), clean(d.Kind), clean(d.Slot), clean(d.TS), d.JSON, d.At.UnixMilli())...)
	}
	if err != nil {
		return fmt.Errorf("keep digest %s of %s: %w", d.Slot, d.Channel, err)
	}
	return nil
}

// LastDigest returns the latest digest of a kind in a channel; ok is false when there is none.
func (s *Store) LastDigest(ctx context.Context, w Workspace, channel, kind string) (d Digest, ok bool, err error) {
	d, ok, err = one(ctx, s, func(scan scanner) (d Digest, err error) {
		var at int64
		err = scan(&d.Channel, &d.Kind, &d.Slot, &d.TS, &d.JSON, &at)
		d.At = moment(at)
		return d, err
	}, `SELECT channel, kind, slot, posted_ts, body, at FROM digests
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND kind = $4 ORDER BY at DESC, slot DESC LIMIT 1`,
		append(w.args(), channel, kind)...)
	if err != nil {
		return Digest{}, false, fmt.Errorf("read the last digest of %s: %w", channel, err)
	}
	return d, ok, nil
}
