package store

import (
	"context"
	"fmt"
	"time"
)

// A Schedule has something posted to a channel again and again.
type Schedule struct {
	Workspace Workspace
	Channel   string
	Kind      string    // "weekly" and the like; a channel has one of each
	Cron      string    // five fields, as cron reads them
	Zone      string    // IANA name of the time zone they are read in
	Next      time.Time // when it is due next
	By        string    // who subscribed: Slack's user id
	Last      string    // the period it was due in last; the store keeps it through changes
}

// Subscribe keeps a schedule, in the place of an earlier one of its kind in its channel.
func (s *Store) Subscribe(ctx context.Context, c Schedule) error {
	_, err := s.exec(ctx, `
		INSERT INTO schedules (enterprise, team, channel, kind, cron, zone, next_at, set_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (enterprise, team, channel, kind) DO UPDATE SET
			cron = excluded.cron, zone = excluded.zone, next_at = excluded.next_at, set_by = excluded.set_by`,
		append(c.args(), clean(c.Cron), clean(c.Zone), c.Next.UnixMilli(), clean(c.By))...)
	if err != nil {
		return fmt.Errorf("subscribe %s: %w", c.Channel, err)
	}
	return nil
}

func (c Schedule) args() []any { return append(c.Workspace.args(), c.Channel, c.Kind) }

// Unsubscribe ends a schedule, and reports whether there was one.
func (s *Store) Unsubscribe(ctx context.Context, w Workspace, channel, kind string) (was bool, err error) {
	n, err := s.exec(ctx, `DELETE FROM schedules WHERE enterprise = $1 AND team = $2 AND channel = $3 AND kind = $4`,
		w.Enterprise, w.Team, channel, kind)
	if err != nil {
		return false, fmt.Errorf("unsubscribe %s: %w", channel, err)
	}
	return n > 0, nil
}

// Schedules lists the schedules of a workspace.
func (s *Store) Schedules(ctx context.Context, w Workspace) ([]Schedule, error) {
	return s.schedules(ctx, `WHERE enterprise = $1 AND team = $2 ORDER BY channel, kind`, w.args()...)
}

// Due lists the schedules of all workspaces whose time has come at a moment, those due longest
// first, at most that many.
func (s *Store) Due(ctx context.Context, at time.Time, most int) ([]Schedule, error) {
	return s.schedules(ctx, `WHERE next_at <= $1 ORDER BY next_at, enterprise, team, channel, kind LIMIT $2`, at.UnixMilli(), most)
}

func (s *Store) schedules(ctx context.Context, which string, args ...any) ([]Schedule, error) {
	found, err := all(ctx, s, func(scan scanner) (c Schedule, err error) {
		var next int64
		err = scan(&c.Workspace.Enterprise, &c.Workspace.Team, &c.Channel, &c.Kind, &c.Cron, &c.Zone, &next, &c.By, &c.Last)
		c.Next = moment(next)
		return c, err
	}, `SELECT enterprise, team, channel, kind, cron, zone, next_at, set_by, last FROM schedules `+which, args...)
	if err != nil {
		return nil, fmt.Errorf("list schedules: %w", err)
	}
	return found, nil
}

// Advance sets when a schedule is due next and which period it was due in last, if it is still
// as c has it; ok is false when another process has advanced it, or somebody changed it.
func (s *Store) Advance(ctx context.Context, c Schedule, next time.Time, last string) (ok bool, err error) {
	n, err := s.exec(ctx, `
		UPDATE schedules SET next_at = $5, last = $9
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND kind = $4 AND next_at = $6 AND cron = $7 AND zone = $8`,
		append(c.args(), next.UnixMilli(), c.Next.UnixMilli(), c.Cron, c.Zone, last)...)
	if err != nil {
		return false, fmt.Errorf("advance the schedule of %s: %w", c.Channel, err)
	}
	return n > 0, nil
}
