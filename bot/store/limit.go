package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// A Limit names calls that Slack counts together.
type Limit struct {
	Workspace Workspace
	Method    string
	Channel   string // "" where Slack counts all channels together
}

// longestLimit is the longest that Slack can ask for.
const longestLimit = time.Hour

// Turn reserves the next call under a limit, at most one in every, and says how long to wait
// for it. All processes of one state take their turns together.
func (s *Store) Turn(ctx context.Context, l Limit, every time.Duration) (wait time.Duration, err error) {
	var next, now int64
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, s.sql(`
			INSERT INTO limits (enterprise, team, method, channel, next_at) VALUES ($1, $2, $3, $4, {now} + $5)
			ON CONFLICT (enterprise, team, method, channel) DO UPDATE
			SET next_at = $5 + CASE WHEN limits.next_at > {now} THEN limits.next_at ELSE {now} END
			RETURNING next_at, {now}`),
			l.Workspace.Enterprise, l.Workspace.Team, l.Method, l.Channel, every.Milliseconds()).Scan(&next, &now)
	})
	if err != nil {
		return 0, fmt.Errorf("take a turn at %s: %w", l.Method, err)
	}
	return max(0, time.Duration(next-now)*time.Millisecond-every), nil
}

// Refused notes that Slack wants no call under a limit for a while, an hour at most.
func (s *Store) Refused(ctx context.Context, l Limit, wait time.Duration) error {
	_, err := s.exec(ctx, `
		INSERT INTO limits (enterprise, team, method, channel, next_at) VALUES ($1, $2, $3, $4, {now} + $5)
		ON CONFLICT (enterprise, team, method, channel) DO UPDATE
		SET next_at = CASE WHEN limits.next_at > excluded.next_at THEN limits.next_at ELSE excluded.next_at END`,
		l.Workspace.Enterprise, l.Workspace.Team, l.Method, l.Channel, min(wait, longestLimit).Milliseconds())
	if err != nil {
		return fmt.Errorf("note the limit of %s: %w", l.Method, err)
	}
	return nil
}
