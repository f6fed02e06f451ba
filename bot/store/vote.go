package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// A Vote is what one person said of a case that was shown for an alert.
type Vote struct {
	Key    MessageKey // of the alert
	CaseID string
	Person string // Slack's user id
	For    bool   // "this is it"; false is "not this"
	Alert  string // the sketch of the alert
	At     time.Time
	Best   string // the case that the reply showed first, as long as that is known; Vote ignores it
}

// Vote keeps a vote in the place of whatever the person said of that case for that alert
// before. The same vote again, at another time, takes it back; kept says whether one stands
// now. To keep a vote twice with the same time is to keep it once.
func (s *Store) Vote(ctx context.Context, v Vote) (kept bool, err error) {
	if err := v.Key.check(); err != nil {
		return false, err
	}
	if v.CaseID == "" || v.Person == "" {
		return false, fmt.Errorf("vote on %s: no case or no person", v.Key)
	}
	value := -1
	if v.For {
		value = 1
	}
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var stands int
		err := tx.QueryRowContext(ctx, `
			INSERT INTO votes (enterprise, team, channel, ts, case_id, person, vote, alert, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (enterprise, team, channel, ts, case_id, person) DO UPDATE SET
				vote = CASE
					WHEN votes.at = excluded.at THEN votes.vote
					WHEN votes.vote = excluded.vote THEN 0
					ELSE excluded.vote END,
				alert = excluded.alert, at = excluded.at
			RETURNING vote`,
			append(v.Key.args(), clean(v.CaseID), clean(v.Person), value, cleanTo(v.Alert, maxAlert), v.At.UnixMilli())...).Scan(&stands)
		if err != nil {
			return err
		}
		kept = stands != 0
		_, err = changed(ctx, tx, "votes")
		return err
	})
	if err != nil {
		return false, fmt.Errorf("vote on %s: %w", v.Key, err)
	}
	return kept, nil
}

// MostVotes is how many votes of a workspace are read, whoever cast more.
const MostVotes = 10_000

// Votes lists the votes of a workspace cast at since or later, newest first, MostVotes at most.
func (s *Store) Votes(ctx context.Context, w Workspace, since time.Time) ([]Vote, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT v.channel, v.ts, v.case_id, v.person, v.vote, v.alert, v.at, COALESCE(r.case_ids, '')
		FROM votes v LEFT JOIN records r ON r.enterprise = v.enterprise AND r.team = v.team AND r.channel = v.channel AND r.ts = v.ts
		WHERE v.enterprise = $1 AND v.team = $2 AND v.at >= $3 AND v.vote <> 0
		ORDER BY v.at DESC, v.channel, v.ts, v.case_id, v.person LIMIT $4`,
		w.Enterprise, w.Team, since.UnixMilli(), MostVotes)
	if err != nil {
		return nil, fmt.Errorf("list votes: %w", err)
	}
	defer rows.Close()
	var out []Vote
	for rows.Next() {
		v := Vote{Key: MessageKey{Workspace: w}}
		var value int
		var at int64
		var shown string
		if err := rows.Scan(&v.Key.Channel, &v.Key.TS, &v.CaseID, &v.Person, &value, &v.Alert, &at, &shown); err != nil {
			return nil, fmt.Errorf("list votes: %w", err)
		}
		var ids []string
		if json.Unmarshal([]byte(shown), &ids) == nil && len(ids) > 0 {
			v.Best = ids[0]
		}
		v.For, v.At = value > 0, time.UnixMilli(at).UTC()
		out = append(out, v)
	}
	return out, rows.Err()
}

// VotesOn counts the votes for and against a case that was shown for an alert.
func (s *Store) VotesOn(ctx context.Context, key MessageKey, caseID string) (yes, no int, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT COALESCE(SUM(CASE WHEN vote > 0 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN vote < 0 THEN 1 ELSE 0 END), 0)
		FROM votes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND case_id = $5`,
		append(key.args(), clean(caseID))...).Scan(&yes, &no)
	if err != nil {
		return 0, 0, fmt.Errorf("count votes on %s: %w", key, err)
	}
	return yes, no, nil
}

// ByReply returns the record whose reply is that message of the bot; ok is false when there
// is none, or it was pruned.
func (s *Store) ByReply(ctx context.Context, w Workspace, channel, replyTS string) (r Record, ok bool, err error) {
	r, ok, err = one(ctx, s, scanRecord, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND reply_ts = $4 AND reply_ts <> '' LIMIT 1`,
		w.Enterprise, w.Team, channel, replyTS)
	if err != nil {
		return Record{}, false, fmt.Errorf("find the alert of a reply in %s: %w", channel, err)
	}
	return r, ok, nil
}

// ForgetVotes forgets the votes cast before the given moment.
func (s *Store) ForgetVotes(ctx context.Context, before time.Time) error {
	if _, err := s.forgetOld(ctx, before, "votes", "channel, ts, case_id, person", "at < $1"); err != nil {
		return fmt.Errorf("forget votes: %w", err)
	}
	return nil
}
