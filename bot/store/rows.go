package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a record. Ten times Slack's longest header leaves room for any
// title, and no reply shows more than a few cases; more only fills the disk.
const (
	longest   = 1500 // bytes of a text
	mostCases = 20
	maxAlert  = 4000     // bytes of the sketch of an alert, which has fewer
	maxReply  = 64 << 10 // bytes of a reply, which is refused when longer: half of it is of no use
)

const selectRecord = `
	SELECT enterprise, team, channel, ts, thread_ts, fingerprint, status, source, severity, title, alert,
		reason, confidence, case_ids, reply_ts, reply, told_in, shown, seen, first_at, last_at, resolved_at
	FROM records`

func scan(row interface{ Scan(...any) error }) (Record, error) {
	var r Record
	var ids string
	var first, last int64
	var resolved sql.NullInt64
	err := row.Scan(&r.Key.Workspace.Enterprise, &r.Key.Workspace.Team, &r.Key.Channel, &r.Key.TS,
		&r.ThreadTS, &r.Fingerprint, &r.Status, &r.Source, &r.Severity, &r.Title, &r.Alert,
		&r.Reason, &r.Confidence, &ids, &r.ReplyTS, &r.Reply, &r.ToldIn, &r.Shown, &r.Seen, &first, &last, &resolved)
	if err != nil {
		return Record{}, err
	}
	if err := json.Unmarshal([]byte(ids), &r.CaseIDs); err != nil {
		return Record{}, fmt.Errorf("case_ids of %s: %w", r.Key, err)
	}
	r.FirstAt, r.LastAt = time.UnixMilli(first).UTC(), time.UnixMilli(last).UTC()
	if resolved.Valid {
		r.ResolvedAt = time.UnixMilli(resolved.Int64).UTC()
	}
	return r, nil
}

func (s *Store) list(ctx context.Context, query string, args ...any) ([]Record, error) {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var records []Record
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, rows.Err()
}

// texts reads rows of one text each.
func texts(rows *sql.Rows) (out []string, err error) {
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}

// clean returns text as it is kept: valid UTF-8, no NUL, not too long.
func clean(text string) string { return cleanTo(text, longest) }

func cleanTo(text string, longest int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}
