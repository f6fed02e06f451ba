package store

import (
	"context"
	"fmt"
	"time"
)

// A Outcome is what became of the alerts of one channel for one reason.
type Outcome struct {
	Channel string
	Reason  string
	Alerts  int // messages with a record
	Replied int // of them, those that have a reply
}

// Outcomes counts the messages of a workspace that were posted at since or later, by channel and
// reason, in that order.
func (s *Store) Outcomes(ctx context.Context, w Workspace, since time.Time) ([]Outcome, error) {
	out, err := all(ctx, s, func(scan scanner) (t Outcome, err error) {
		err = scan(&t.Channel, &t.Reason, &t.Alerts, &t.Replied)
		return t, err
	}, `
		SELECT channel, reason, COUNT(*), SUM(CASE WHEN reply_ts <> '' THEN 1 ELSE 0 END)
		FROM records WHERE enterprise = $1 AND team = $2 AND first_at >= $3
		GROUP BY channel, reason ORDER BY channel, reason`, append(w.args(), since.UnixMilli())...)
	if err != nil {
		return nil, fmt.Errorf("count the alerts of %s: %w", w, err)
	}
	return out, nil
}

// A Poll counts the votes cast in one channel.
type Poll struct {
	Channel string
	Yes, No int
}

// Polls counts the votes of a workspace that were cast at since or later, by channel.
func (s *Store) Polls(ctx context.Context, w Workspace, since time.Time) ([]Poll, error) {
	out, err := all(ctx, s, func(scan scanner) (p Poll, err error) {
		err = scan(&p.Channel, &p.Yes, &p.No)
		return p, err
	}, `
		SELECT channel, SUM(CASE WHEN vote > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN vote < 0 THEN 1 ELSE 0 END)
		FROM votes WHERE enterprise = $1 AND team = $2 AND at >= $3 AND vote <> 0
		GROUP BY channel ORDER BY channel`, append(w.args(), since.UnixMilli())...)
	if err != nil {
		return nil, fmt.Errorf("count the votes of %s: %w", w, err)
	}
	return out, nil
}

// LastVotes lists the latest votes that stand on alerts of a channel, of those cast at since or
// later, newest first, at most that many. What the alerts were about is left out.
func (s *Store) LastVotes(ctx context.Context, w Workspace, channel string, since time.Time, most int) ([]Vote, error) {
	out, err := all(ctx, s, func(scan scanner) (Vote, error) {
		v := Vote{Key: MessageKey{Workspace: w, Channel: channel}}
		var value int
		var at int64
		err := scan(&v.Key.TS, &v.CaseID, &v.Person, &value, &at)
		v.For, v.At = value > 0, moment(at)
		return v, err
	}, `
		SELECT ts, case_id, person, vote, at FROM votes
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND at >= $4 AND vote <> 0
		ORDER BY at DESC, ts, case_id, person LIMIT $5`, append(w.args(), channel, since.UnixMilli(), most)...)
	if err != nil {
		return nil, fmt.Errorf("list the latest votes in %s: %w", channel, err)
	}
	return out, nil
}
