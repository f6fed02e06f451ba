package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
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

// inChannels are the tables that name a channel, each with what else tells their rows apart,
// and with what their changes are counted as, when they are.
var inChannels = []struct{ table, same, what string }{
	{"records", "n.ts = old.ts", ""},
	{"votes", "n.ts = old.ts AND n.case_id = old.case_id AND n.person = old.person", "votes"},
	{"effects", "n.ts = old.ts AND n.kind = old.kind", ""},
	{"limits", "n.method = old.method", ""},
	{"settings", "n.name = old.name", "settings"},
	{"mutes", "n.fingerprint = old.fingerprint", "mutes"},
	{"own_cases", "n.id = old.id AND n.version = old.version", "cases"},
	{"notes", "n.case_id = old.case_id AND n.ts = old.ts", ""},
	{"schedules", "n.kind = old.kind", ""},
}

// Renamed gives all that is known of a channel to its new id, and what waits for it, as Slack
// asks when a channel begins or ends to be shared. What the new id has already stays. In what
// waits, strings that are the old id become the new one. Only the holder of the channel's lane
// may call it; calling it again does no harm.
func (s *Store) Renamed(ctx context.Context, w Workspace, from, to string) error {
	if from == "" || to == "" {
		return fmt.Errorf("channel %q becomes %q: one of them is no channel", from, to)
	}
	if from == to { // the event itself, which has waited for the channel and was moved with the rest
		return nil
	}
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, in := range inChannels {
			if in.what != "" {
				if _, err := changed(ctx, tx, in.what); err != nil {
					return err
				}
			}
			_, err := tx.ExecContext(ctx, `
				UPDATE `+in.table+` AS old SET channel = $4 WHERE enterprise = $1 AND team = $2 AND channel = $3 AND NOT EXISTS (
					SELECT 1 FROM `+in.table+` n WHERE n.enterprise = $1 AND n.team = $2 AND n.channel = $4 AND `+in.same+`)`,
				append(w.args(), from, to)...)
			if err != nil {
				return fmt.Errorf("%s: %w", in.table, err)
			}
		}
		return s.moveLanes(ctx, tx, w, from, to)
	})
	if err != nil {
		return fmt.Errorf("channel %s becomes %s: %w", from, to, err)
	}
	return nil
}

// moveLanes moves what waits in a channel's lane, and in those whose names end in "/" and the
// channel.
func (s *Store) moveLanes(ctx context.Context, tx *sql.Tx, w Workspace, from, to string) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT DISTINCT lane FROM inbox WHERE enterprise = $1 AND team = $2 AND state = 'waiting' AND (lane = $3 OR lane LIKE '%/' || $3)
		ORDER BY lane`, w.Enterprise, w.Team, from)
	if err != nil {
		return err
	}
	lanes, err := each(rows, scanText)
	if err != nil {
		return err
	}
	for _, lane := range lanes {
		moved := strings.TrimSuffix(lane, from) + to
		if err := s.openLane(ctx, tx, w, moved); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			UPDATE inbox SET lane = $4, payload = REPLACE(payload, '"' || $5 || '"', '"' || $6 || '"')
			WHERE enterprise = $1 AND team = $2 AND lane = $3 AND state = 'waiting'`, append(w.args(), lane, moved, from, to)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// Workspaces lists the workspaces of which there are records.
func (s *Store) Workspaces(ctx context.Context) ([]Workspace, error) {
	found, err := all(ctx, s, func(scan scanner) (w Workspace, err error) {
		err = scan(&w.Enterprise, &w.Team)
		return w, err
	}, `SELECT DISTINCT enterprise, team FROM records ORDER BY enterprise, team`)
	if err != nil {
		return nil, fmt.Errorf("list workspaces: %w", err)
	}
	return found, nil
}
