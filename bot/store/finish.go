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

// Finish keeps what was decided and said about a message that was posted at a moment. Finishing
// again replaces that; Seen and the times stay. The record must have a Reason. A text is kept
// without NUL and cut at 1,500 bytes; of the cases the first twenty are kept.
func (s *Store) Finish(ctx context.Context, r Record, at time.Time) error {
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error { return s.finish(ctx, tx, r, at) })
	if err != nil {
		return fmt.Errorf("finish %s: %w", r.Key, err)
	}
	return nil
}

func (s *Store) finish(ctx context.Context, tx *sql.Tx, r Record, at time.Time) error {
	if err := r.Key.check(); err != nil {
		return err
	}
	if r.Reason == "" {
		return errors.New("the record has no reason")
	}
	if len(r.Reply) > maxReply {
		return fmt.Errorf("the reply has %d bytes, %d at most", len(r.Reply), maxReply)
	}
	ids := []string{}
	for _, id := range r.CaseIDs[:min(len(r.CaseIDs), mostCases)] {
		ids = append(ids, clean(id))
	}
	caseIDs, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO records (enterprise, team, channel, ts, thread_ts, fingerprint, status, source, severity,
			title, reason, confidence, case_ids, reply_ts, reply, alert, told_in, first_at, last_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)
		ON CONFLICT (enterprise, team, channel, ts) DO UPDATE SET
			thread_ts = excluded.thread_ts, fingerprint = excluded.fingerprint, status = excluded.status,
			source = excluded.source, severity = excluded.severity, title = excluded.title, reason = excluded.reason,
			confidence = excluded.confidence, case_ids = excluded.case_ids, reply_ts = excluded.reply_ts,
			reply = excluded.reply, alert = excluded.alert, told_in = excluded.told_in`,
		append(r.Key.args(), clean(r.ThreadTS), clean(r.Fingerprint), clean(r.Status), clean(r.Source), clean(r.Severity),
			clean(r.Title), clean(r.Reason), r.Confidence, string(caseIDs), clean(r.ReplyTS), strings.ReplaceAll(r.Reply, "\x00", ""),
			cleanTo(r.Alert, maxAlert), clean(r.ToldIn), at.UnixMilli())...)
	return err
}

// Get returns what is known about the message; ok is false when nothing is, or it was pruned.
func (s *Store) Get(ctx context.Context, key MessageKey) (r Record, ok bool, err error) {
	r, ok, err = one(ctx, s, scanRecord, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`,
		key.args()...)
	if err != nil {
		return Record{}, false, fmt.Errorf("get %s: %w", key, err)
	}
	return r, ok, nil
}

// ToldIn lists the records that are told of in the reply of that message, in their order.
func (s *Store) ToldIn(ctx context.Context, host MessageKey) ([]Record, error) {
	records, err := s.list(ctx, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND told_in = $4 AND reason = 'gathered' ORDER BY ts LIMIT 500`, host.args()...)
	if err != nil {
		return nil, fmt.Errorf("list what is told in the reply to %s: %w", host, err)
	}
	return records, nil
}
