package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Settings are what people set for the channels of a workspace, by channel and name. What
// holds for the whole workspace stands under the channel "".
type Settings map[string]map[string]string

// Set keeps a setting of a channel; the value "" takes it back to its default.
func (s *Store) Set(ctx context.Context, w Workspace, channel, name, value, by string, at time.Time) error {
	err := w.check()
	if err == nil && name == "" {
		err = errors.New("no name")
	}
	if err != nil {
		return fmt.Errorf("set %s of %s: %w", name, channel, err)
	}
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		query, args := `DELETE FROM settings WHERE enterprise = $1 AND team = $2 AND channel = $3 AND name = $4`, []any{w.Enterprise, w.Team, channel, name}
		if value != "" {
			query, args = `
				INSERT INTO settings (enterprise, team, channel, name, value, set_by, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
				ON CONFLICT (enterprise, team, channel, name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, at = excluded.at`,
				append(args, cleanTo(value, maxReply), clean(by), at.UnixMilli())
		}
		if _, err := changed(ctx, tx, "settings"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("set %s of %s: %w", name, channel, err)
	}
	return nil
}

// Settings returns all settings of a workspace.
func (s *Store) Settings(ctx context.Context, w Workspace) (Settings, error) {
	type setting struct{ channel, name, value string }
	settings, err := all(ctx, s, func(scan scanner) (set setting, err error) {
		err = scan(&set.channel, &set.name, &set.value)
		return set, err
	}, `SELECT channel, name, value FROM settings WHERE enterprise = $1 AND team = $2`, w.args()...)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	out := Settings{}
	for _, set := range settings {
		if out[set.channel] == nil {
			out[set.channel] = map[string]string{}
		}
		out[set.channel][set.name] = set.value
	}
	return out, nil
}
