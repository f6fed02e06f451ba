package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Claim takes the message for the caller and reports whether the caller is the
// first. Of any number of callers, in any number of processes, one is first;
// a redelivered event stops here.
func (s *Store) Claim(ctx context.Context, key MessageKey, at time.Time) (first bool, err error) {
	if err := key.check(); err != nil {
		return false, err
	}
	n, err := s.exec(ctx, `
		INSERT INTO records (enterprise, team, channel, ts, first_at, last_at)
		VALUES ($1, $2, $3, $4, $5, $5)
		ON CONFLICT (enterprise, team, channel, ts) DO NOTHING`,
		append(key.args(), at.UnixMilli())...)
	if err != nil {
		return false, fmt.Errorf("claim %s: %w", key, err)
	}
	return n == 1, nil
}

// Finish gives a claim its ending: what was decided and said. Finishing again
// replaces that; Seen and the times stay. The record must have a Reason, and
// its message must have been claimed. A text is kept without NUL and cut at
// 1,500 bytes, the sketch of the alert at 4,000; of the cases the first twenty are kept.
func (s *Store) Finish(ctx context.Context, r Record) error {
	if r.Reason == "" {
		return fmt.Errorf("finish %s: the record has no reason", r.Key)
	}
	if len(r.Reply) > maxReply {
		return fmt.Errorf("finish %s: the reply has %d bytes, %d at most", r.Key, len(r.Reply), maxReply)
	}
	ids := []string{}
	for _, id := range r.CaseIDs[:min(len(r.CaseIDs), mostCases)] {
		ids = append(ids, clean(id))
	}
	caseIDs, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("finish %s: %w", r.Key, err)
	}
	n, err := s.exec(ctx, `
		UPDATE records SET thread_ts = $5, fingerprint = $6, status = $7, source = $8, severity = $9,
			title = $10, reason = $11, confidence = $12, case_ids = $13, reply_ts = $14, reply = $15, alert = $16
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`,
		append(r.Key.args(), clean(r.ThreadTS), clean(r.Fingerprint), clean(r.Status), clean(r.Source), clean(r.Severity),
			clean(r.Title), clean(r.Reason), r.Confidence, string(caseIDs), clean(r.ReplyTS), strings.ReplaceAll(r.Reply, "\x00", ""),
			cleanTo(r.Alert, maxAlert))...)
	if err != nil {
		return fmt.Errorf("finish %s: %w", r.Key, err)
	}
	if n == 0 {
		return fmt.Errorf("finish %s: the message was never claimed", r.Key)
	}
	return nil
}

// Get returns what is known about the message; ok is false when it was never
// claimed, or was pruned.
func (s *Store) Get(ctx context.Context, key MessageKey) (r Record, ok bool, err error) {
	r, err = scan(s.read.QueryRowContext(ctx, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`, key.args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, false, nil
	}
	if err != nil {
		return Record{}, false, fmt.Errorf("get %s: %w", key, err)
	}
	return r, true, nil
}

// Unfinished lists the claims with no ending, oldest first. At start, before
// anything is claimed, these are the messages a crash or a kill cut off.
func (s *Store) Unfinished(ctx context.Context) ([]Record, error) {
	records, err := s.list(ctx, selectRecord+` WHERE reason = '' ORDER BY first_at, enterprise, team, channel, ts`)
	if err != nil {
		return nil, fmt.Errorf("list unfinished claims: %w", err)
	}
	return records, nil
}

// Prune forgets the records last seen before the given moment, and returns how many.
func (s *Store) Prune(ctx context.Context, before time.Time) (int, error) {
	n, err := s.exec(ctx, `DELETE FROM records WHERE last_at < $1`, before.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("prune records: %w", err)
	}
	return int(n), nil
}
