package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Mute says that an alert is not to be answered in a channel for a while.
type Mute struct {
	Channel     string    // never empty
	Fingerprint string    // of the alert; "" for all alerts of the channel
	Until       time.Time // zero until somebody takes it back
	By          string    // Slack's user id
	At          time.Time
}

const selectMute = `
	SELECT channel, fingerprint, muted_until, muted_by, muted_at
	FROM mutes WHERE enterprise = $1 AND team = $2 AND (muted_until = 0 OR muted_until > $3)`

func scanMute(scan scanner) (m Mute, err error) {
	var until, at int64
	err = scan(&m.Channel, &m.Fingerprint, &until, &m.By, &at)
	if m.At = moment(at); until != 0 {
		m.Until = moment(until)
	}
	return m, err
}

// Mute keeps a mute in the place of the one before. It counts as a change of "mutes".
func (s *Store) Mute(ctx context.Context, w Workspace, m Mute) error {
	var until int64
	if !m.Until.IsZero() {
		until = m.Until.UnixMilli()
	}
	err := w.check()
	if m.Channel == "" {
		err = errors.New("no channel")
	}
	if err == nil {
		err = s.changing(ctx, "mutes", `
			INSERT INTO mutes (enterprise, team, channel, fingerprint, muted_until, muted_by, muted_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (enterprise, team, channel, fingerprint)
			DO UPDATE SET muted_until = excluded.muted_until, muted_by = excluded.muted_by, muted_at = excluded.muted_at`,
			append(w.args(), clean(m.Channel), clean(m.Fingerprint), until, clean(m.By), m.At.UnixMilli())...)
	}
	if err != nil {
		return fmt.Errorf("mute in %s: %w", m.Channel, err)
	}
	return nil
}

// Unmute takes a mute back.
func (s *Store) Unmute(ctx context.Context, w Workspace, channel, fingerprint string) error {
	err := s.changing(ctx, "mutes", `DELETE FROM mutes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND fingerprint = $4`,
		append(w.args(), clean(channel), clean(fingerprint))...)
	if err != nil {
		return fmt.Errorf("unmute in %s: %w", channel, err)
	}
	return nil
}

// Muted returns the mute that holds for an alert in a channel at a moment: its own, or that of
// all alerts there; ok is false when there is none.
func (s *Store) Muted(ctx context.Context, w Workspace, channel, fingerprint string, at time.Time) (m Mute, ok bool, err error) {
	m, ok, err = one(ctx, s, scanMute, selectMute+` AND channel = $4 AND fingerprint IN ('', $5) ORDER BY fingerprint DESC LIMIT 1`,
		append(w.args(), at.UnixMilli(), channel, clean(fingerprint))...)
	if err != nil {
		return Mute{}, false, fmt.Errorf("look for mutes in %s: %w", channel, err)
	}
	return m, ok, nil
}

// Mutes lists the mutes of a workspace that hold at a moment.
func (s *Store) Mutes(ctx context.Context, w Workspace, at time.Time) ([]Mute, error) {
	mutes, err := all(ctx, s, scanMute, selectMute+` ORDER BY channel, fingerprint`, append(w.args(), at.UnixMilli())...)
	if err != nil {
		return nil, fmt.Errorf("read the mutes: %w", err)
	}
	return mutes, nil
}
