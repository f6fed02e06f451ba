package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Settings are what people set for the channels of a workspace, by channel and name. What
// holds for the whole workspace stands under the channel "".
type Settings map[string]map[string]string

// Set keeps a setting of a channel; the value "" takes it back to its default.
func (s *Store) Set(ctx context.Context, w Workspace, channel, name, value, by string, at time.Time) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		query, args := `DELETE FROM settings WHERE enterprise = $1 AND team = $2 AND channel = $3 AND name = $4`, []any{w.Enterprise, w.Team, channel, name}
		if value != "" {
			query, args = `
				INSERT INTO settings (enterprise, team, channel, name, value, set_by, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
				ON CONFLICT (enterprise, team, channel, name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, at = excluded.at`,
				append(args, cleanTo(value, maxReply), clean(by), at.UnixMilli())
		}
		_, err := tx.ExecContext(ctx, query, args...)
		if err != nil {
			return err
		}
		_, err = changed(ctx, tx, "settings")
		return err
	})
	if err != nil {
		return fmt.Errorf("set %s of %s: %w", name, channel, err)
	}
	return nil
}

// Settings returns all settings of a workspace.
func (s *Store) Settings(ctx context.Context, w Workspace) (Settings, error) {
	rows, err := all(ctx, s, func(scan scanner) (row [3]string, err error) {
		err = scan(&row[0], &row[1], &row[2])
		return row, err
	}, `SELECT channel, name, value FROM settings WHERE enterprise = $1 AND team = $2`, w.args()...)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	out := Settings{}
	for _, row := range rows {
		if out[row[0]] == nil {
			out[row[0]] = map[string]string{}
		}
		out[row[0]][row[1]] = row[2]
	}
	return out, nil
}
