package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A Schedule says when something is to be done again and again for a channel.
type Schedule struct {
	Workspace  Workspace
	Channel    string // never empty
	Kind       string // never empty; a channel has one schedule of a kind
	Cron       string // "0 9 * * 1": the store does not read it
	Zone       string // "Asia/Seoul"
	Subscriber string // who asked for it; Slack's user id
	Next       time.Time
}

const selectSchedule = `SELECT enterprise, team, channel, kind, cron, zone, subscriber, next_at FROM schedules `

func scanSchedule(scan scanner) (c Schedule, err error) {
	var next int64
	err = scan(&c.Workspace.Enterprise, &c.Workspace.Team, &c.Channel, &c.Kind, &c.Cron, &c.Zone, &c.Subscriber, &next)
	c.Next = moment(next)
	return c, err
}

// SaveSchedule keeps a schedule in the place of the one before.
func (s *Store) SaveSchedule(ctx context.Context, c Schedule) error {
	err := c.Workspace.check()
	if c.Channel == "" || c.Kind == "" || c.Next.IsZero() {
		err = errors.New("no channel, no kind or no time")
	}
	if err == nil {
		_, err = s.exec(ctx, `
			INSERT INTO schedules (enterprise, team, channel, kind, cron, zone, subscriber, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (enterprise, team, channel, kind)
			DO UPDATE SET cron = excluded.cron, zone = excluded.zone, subscriber = excluded.subscriber, next_at = excluded.next_at`,
			append(c.Workspace.args(), clean(c.Channel), clean(c.Kind), clean(c.Cron), clean(c.Zone), clean(c.Subscriber), c.Next.UnixMilli())...)
	}
	if err != nil {
		return fmt.Errorf("schedule %s for %s: %w", c.Kind, c.Channel, err)
	}
	return nil
}

// DeleteSchedule ends a schedule; found is false when there was none.
func (s *Store) DeleteSchedule(ctx context.Context, w Workspace, channel, kind string) (found bool, err error) {
	n, err := s.exec(ctx, `DELETE FROM schedules WHERE enterprise = $1 AND team = $2 AND channel = $3 AND kind = $4`,
		append(w.args(), channel, kind)...)
	if err != nil {
		return false, fmt.Errorf("end the %s of %s: %w", kind, channel, err)
	}
	return n > 0, nil
}

// Schedules lists the schedules of a workspace.
func (s *Store) Schedules(ctx context.Context, w Workspace) ([]Schedule, error) {
	return s.schedules(ctx, `WHERE enterprise = $1 AND team = $2 ORDER BY channel, kind`, w.args()...)
}

// DueSchedules lists the schedules of all workspaces whose time has come, the oldest first.
func (s *Store) DueSchedules(ctx context.Context, now time.Time) ([]Schedule, error) {
	return s.schedules(ctx, `WHERE next_at <= $1 ORDER BY next_at LIMIT 1000`, now.UnixMilli())
}

func (s *Store) schedules(ctx context.Context, which string, args ...any) ([]Schedule, error) {
	schedules, err := all(ctx, s, scanSchedule, selectSchedule+which, args...)
	if err != nil {
		return nil, fmt.Errorf("read the schedules: %w", err)
	}
	return schedules, nil
}

// Fire moves a schedule, as it was read, on to its next time, and accepts in the same
// transaction what is to be done now. Of many processes that try, one is first; for the others
// first is false and nothing happens. Whether the items were new does not matter.
func (s *Store) Fire(ctx context.Context, c Schedule, next time.Time, items ...Item) (first bool, err error) {
	for _, it := range items {
		if err := it.Check(); err != nil {
			return false, err
		}
	}
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := s.execIn(ctx, tx, `
			UPDATE schedules SET next_at = $6
			WHERE enterprise = $1 AND team = $2 AND channel = $3 AND kind = $4 AND next_at = $5`,
			append(c.Workspace.args(), c.Channel, c.Kind, c.Next.UnixMilli(), next.UnixMilli())...)
		if first = n == 1; err != nil || !first {
			return err
		}
		_, err = s.acceptAll(ctx, tx, items)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("fire the %s of %s: %w", c.Kind, c.Channel, err)
	}
	return first, nil
}
