package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// A Setting is what people chose for a channel.
type Setting struct {
	Channel string // "" for the whole workspace
	Name    string // never empty
	Value   json.RawMessage
	By      string // Slack's user id
	At      time.Time
}

const selectSetting = `SELECT channel, name, value, set_by, set_at FROM settings WHERE enterprise = $1 AND team = $2`

func scanSetting(scan scanner) (set Setting, err error) {
	var value string
	var at int64
	err = scan(&set.Channel, &set.Name, &value, &set.By, &at)
	set.Value, set.At = json.RawMessage(value), moment(at)
	return set, err
}

// Set keeps a setting in the place of the one before. Without a value it takes it away. It
// counts as a change of "settings".
func (s *Store) Set(ctx context.Context, w Workspace, set Setting) error {
	err := errors.Join(w.check(), checkBody(set.Name, string(set.Value), set.Value == nil))
	if err == nil {
		err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if _, err := changed(ctx, tx, "settings"); err != nil {
				return err
			}
			args := append(w.args(), clean(set.Channel), clean(set.Name))
			if set.Value == nil {
				_, err := tx.ExecContext(ctx, `DELETE FROM settings WHERE enterprise = $1 AND team = $2 AND channel = $3 AND name = $4`, args...)
				return err
			}
			_, err := tx.ExecContext(ctx, `
				INSERT INTO settings (enterprise, team, channel, name, value, set_by, set_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
				ON CONFLICT (enterprise, team, channel, name)
				DO UPDATE SET value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at`,
				append(args, string(set.Value), clean(set.By), set.At.UnixMilli())...)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("set %s of %s: %w", set.Name, set.Channel, err)
	}
	return nil
}

// Setting returns one setting of exactly that channel; ok is false when it was not set.
func (s *Store) Setting(ctx context.Context, w Workspace, channel, name string) (set Setting, ok bool, err error) {
	set, ok, err = one(ctx, s, scanSetting, selectSetting+` AND channel = $3 AND name = $4`, append(w.args(), channel, name)...)
	if err != nil {
		return Setting{}, false, fmt.Errorf("read %s of %s: %w", name, channel, err)
	}
	return set, ok, nil
}

// Settings lists all settings of a workspace, by channel and name.
func (s *Store) Settings(ctx context.Context, w Workspace) ([]Setting, error) {
	sets, err := all(ctx, s, scanSetting, selectSetting+` ORDER BY channel, name`, w.args()...)
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	return sets, nil
}
