package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// A Line is what a report needs of a record.
type Line struct {
	TS          string
	Fingerprint string
	Title       string
	Reason      string
	CaseID      string // the first case that was shown, or the nearest of a silence
	Replied     bool
	At          time.Time // when the message was posted
}

// Lines lists the records of a channel whose messages were posted from a moment until before
// another, in their order.
func (s *Store) Lines(ctx context.Context, w Workspace, channel string, from, until time.Time) ([]Line, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT ts, fingerprint, title, reason, case_ids, reply_ts <> '', first_at FROM records
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND first_at >= $4 AND first_at < $5 ORDER BY first_at, ts`,
		w.Enterprise, w.Team, channel, from.UnixMilli(), until.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read the records of %s: %w", channel, err)
	}
	defer rows.Close()
	var out []Line
	for rows.Next() {
		var l Line
		var ids string
		var at int64
		if err := rows.Scan(&l.TS, &l.Fingerprint, &l.Title, &l.Reason, &ids, &l.Replied, &at); err != nil {
			return nil, fmt.Errorf("read the records of %s: %w", channel, err)
		}
		l.CaseID, l.At = firstID(ids), time.UnixMilli(at).UTC()
		out = append(out, l)
	}
	return out, rows.Err()
}

// firstID is the first of a JSON array of ids; "" for none.
func firstID(ids string) string {
	if ids == "[]" {
		return ""
	}
	var all []string
	if json.Unmarshal([]byte(ids), &all) != nil || len(all) == 0 {
		return ""
	}
	return all[0]
}

// Shown counts how often each case was the first of a reply in a workspace since a moment.
func (s *Store) Shown(ctx context.Context, w Workspace, since time.Time) (map[string]int, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT case_ids, COUNT(*) FROM records
		WHERE enterprise = $1 AND team = $2 AND first_at >= $3 AND reply_ts <> '' GROUP BY case_ids`,
		w.Enterprise, w.Team, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("count the cases shown: %w", err)
	}
	defer rows.Close()
	out := map[string]int{}
	for rows.Next() {
		var ids string
		var n int
		if err := rows.Scan(&ids, &n); err != nil {
			return nil, fmt.Errorf("count the cases shown: %w", err)
		}
		if id := firstID(ids); id != "" {
			out[id] += n
		}
	}
	return out, rows.Err()
}

// VotesIn lists the votes that stand on alerts of a channel, of those cast from a moment until
// before another, oldest first.
func (s *Store) VotesIn(ctx context.Context, w Workspace, channel string, from, until time.Time) ([]Vote, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT ts, case_id, person, vote, at FROM votes
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND at >= $4 AND at < $5 AND vote <> 0 ORDER BY at, ts, case_id, person`,
		w.Enterprise, w.Team, channel, from.UnixMilli(), until.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list the votes in %s: %w", channel, err)
	}
	defer rows.Close()
	var out []Vote
	for rows.Next() {
		v := Vote{Key: MessageKey{Workspace: w, Channel: channel}}
		var value int
		var at int64
		if err := rows.Scan(&v.Key.TS, &v.CaseID, &v.Person, &value, &at); err != nil {
			return nil, fmt.Errorf("list the votes in %s: %w", channel, err)
		}
		v.For, v.At = value > 0, time.UnixMilli(at).UTC()
		out = append(out, v)
	}
	return out, rows.Err()
}
