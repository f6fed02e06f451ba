package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Left notes that a workspace has removed the app, or taken its token away.
func (s *Store) Left(ctx context.Context, w Workspace, why string, at time.Time) error {
	_, err := s.exec(ctx, `
		INSERT INTO workspaces (enterprise, team, state, since) VALUES ($1, $2, $3, $4)
		ON CONFLICT (enterprise, team) DO UPDATE SET state = excluded.state, since = excluded.since`,
		w.Enterprise, w.Team, clean(why), at.UnixMilli())
	if err != nil {
		return fmt.Errorf("note that %s is gone: %w", w, err)
	}
	return nil
}

// Gone says why a workspace has no use of the bot any more, as of a moment; "" when it has.
func (s *Store) Gone(ctx context.Context, w Workspace, at time.Time) (why string, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT state FROM workspaces WHERE enterprise = $1 AND team = $2 AND since >= $3`,
		w.Enterprise, w.Team, at.UnixMilli()).Scan(&why)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look whether %s is gone: %w", w, err)
	}
	return why, nil
}

// inChannels are the tables that name a channel, each with what else tells their rows apart.
var inChannels = map[string]string{
	"records":   "n.ts = old.ts",
	"votes":     "n.ts = old.ts AND n.case_id = old.case_id AND n.person = old.person",
	"effects":   "n.ts = old.ts AND n.kind = old.kind",
	"limits":    "n.method = old.method",
	"settings":  "n.name = old.name",
	"mutes":     "n.fingerprint = old.fingerprint",
	"own_cases": "n.id = old.id AND n.version = old.version",
	"notes":     "n.case_id = old.case_id AND n.ts = old.ts",
	"schedules": "n.kind = old.kind",
}

// Renamed gives all that is known of a channel to its new id, and what waits for it, as Slack
// asks when a channel begins or ends to be shared. What the new id has already stays.
func (s *Store) Renamed(ctx context.Context, w Workspace, from, to string) error {
	if from == "" || to == "" || from == to {
		return fmt.Errorf("channel %q becomes %q: nothing to do", from, to)
	}
	args := []any{w.Enterprise, w.Team, from, to}
	err := s.update(ctx, func(tx *sql.Tx) error {
		for table, same := range inChannels {
			_, err := tx.ExecContext(ctx, `
				UPDATE `+table+` AS old SET channel = $4 WHERE enterprise = $1 AND team = $2 AND channel = $3 AND NOT EXISTS (
					SELECT 1 FROM `+table+` n WHERE n.enterprise = $1 AND n.team = $2 AND n.channel = $4 AND `+same+`)`, args...)
			if err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
		}
		for _, held := range []string{"cases", "settings"} { // processes keep these in memory, by channel
			if err := changed(ctx, tx, held); err != nil {
				return err
			}
		}
		moved, err := tx.ExecContext(ctx, `
			UPDATE inbox SET lane = $4, payload = REPLACE(payload, '"' || $3 || '"', '"' || $4 || '"')
			WHERE enterprise = $1 AND team = $2 AND lane = $3 AND state = 'waiting'`, args...)
		if err != nil {
			return err
		}
		if n, err := moved.RowsAffected(); n == 0 || err != nil {
			return err
		}
		return s.openLane(ctx, tx, w, to)
	})
	if err != nil {
		return fmt.Errorf("channel %s becomes %s: %w", from, to, err)
	}
	return nil
}
