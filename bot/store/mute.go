package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A Mute keeps the bot quiet about one alert in one channel.
type Mute struct {
	Workspace   Workspace
	Channel     string
	Fingerprint string
	Title       string    // of the alert, for people
	Until       time.Time // zero is for ever
	Resolved    bool      // it ends when the alert is resolved
	By          string    // Slack's user id
	ByName      string    // what they are called there; "" where that is not known
	At          time.Time
}

// Mute keeps a mute, in the place of an earlier one of the same alert.
func (s *Store) Mute(ctx context.Context, m Mute) error {
	if m.Fingerprint == "" {
		return errors.New("mute: this alert cannot be told from others")
	}
	var until sql.NullInt64
	if !m.Until.IsZero() {
		until = sql.NullInt64{Int64: m.Until.UnixMilli(), Valid: true}
	}
	_, err := s.exec(ctx, `
		INSERT INTO mutes (enterprise, team, channel, fingerprint, title, until_at, resolved, set_by, at, by_name)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (enterprise, team, channel, fingerprint) DO UPDATE SET
			title = excluded.title, until_at = excluded.until_at, resolved = excluded.resolved, set_by = excluded.set_by, at = excluded.at,
			by_name = excluded.by_name`,
		m.Workspace.Enterprise, m.Workspace.Team, m.Channel, clean(m.Fingerprint), clean(m.Title), until, bit(m.Resolved), clean(m.By), m.At.UnixMilli(), clean(m.ByName))
	if err != nil {
		return fmt.Errorf("mute an alert in %s: %w", m.Channel, err)
	}
	return nil
}

// Unmute ends a mute, and reports whether there was one.
func (s *Store) Unmute(ctx context.Context, w Workspace, channel, fingerprint string) (was bool, err error) {
	n, err := s.exec(ctx, `DELETE FROM mutes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND fingerprint = $4`,
		w.Enterprise, w.Team, channel, clean(fingerprint))
	if err != nil {
		return false, fmt.Errorf("unmute an alert in %s: %w", channel, err)
	}
	return n > 0, nil
}

// MuteOf returns the mute of an alert that holds at a moment, if there is one.
func (s *Store) MuteOf(ctx context.Context, w Workspace, channel, fingerprint string, at time.Time) (m Mute, ok bool, err error) {
	mutes, err := s.mutes(ctx, `AND channel = $3 AND fingerprint = $4 AND (until_at IS NULL OR until_at > $5)`,
		w, channel, clean(fingerprint), at.UnixMilli())
	if err != nil || len(mutes) == 0 {
		return Mute{}, false, err
	}
	return mutes[0], true, nil
}

// LastAlert returns the record of the youngest alert of a channel that was told of in a reply,
// or kept quiet; ok is false when there is none.
func (s *Store) LastAlert(ctx context.Context, w Workspace, channel string) (r Record, ok bool, err error) {
	r, ok, err = one(ctx, s, scanRecord, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND fingerprint <> ''
			AND (alert <> '' AND reply_ts <> '' OR told_in <> '' OR reason IN ('storm', 'muted'))
		ORDER BY last_at DESC, ts DESC LIMIT 1`, w.Enterprise, w.Team, channel)
	if err != nil {
		return Record{}, false, fmt.Errorf("find the last alert of %s: %w", channel, err)
	}
	return r, ok, nil
}

// Mutes lists the mutes of a channel that hold at a moment, those that end soonest first; of
// all channels with "".
func (s *Store) Mutes(ctx context.Context, w Workspace, channel string, at time.Time) ([]Mute, error) {
	return s.mutes(ctx, `AND ($3 = '' OR channel = $3) AND (until_at IS NULL OR until_at > $4)
		ORDER BY CASE WHEN until_at IS NULL THEN 1 ELSE 0 END, until_at, at`, w, channel, at.UnixMilli())
}

// MutesOver lists the mutes of all workspaces that ended by themselves after one moment and by
// another.
func (s *Store) MutesOver(ctx context.Context, after, by time.Time) ([]Mute, error) {
	over, err := all(ctx, s, func(scan scanner) (m Mute, err error) {
		var until, at int64
		err = scan(&m.Workspace.Enterprise, &m.Workspace.Team, &m.Channel, &m.Fingerprint, &m.Title, &until, &at)
		m.Until, m.At = moment(until), moment(at)
		return m, err
	}, `SELECT enterprise, team, channel, fingerprint, title, until_at, at FROM mutes WHERE until_at > $1 AND until_at <= $2`, after.UnixMilli(), by.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list mutes that are over: %w", err)
	}
	return over, nil
}

func (s *Store) mutes(ctx context.Context, which string, w Workspace, args ...any) ([]Mute, error) {
	found, err := all(ctx, s, func(scan scanner) (Mute, error) {
		m := Mute{Workspace: w}
		var until sql.NullInt64
		var resolved int
		var at int64
		err := scan(&m.Channel, &m.Fingerprint, &m.Title, &until, &resolved, &m.By, &at, &m.ByName)
		if until.Valid {
			m.Until = moment(until.Int64)
		}
		m.Resolved, m.At = resolved != 0, moment(at)
		return m, err
	}, `SELECT channel, fingerprint, title, until_at, resolved, set_by, at, by_name FROM mutes
		WHERE enterprise = $1 AND team = $2 `+which, append(w.args(), args...)...)
	if err != nil {
		return nil, fmt.Errorf("list mutes: %w", err)
	}
	return found, nil
}
