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
		reason, confidence, case_ids, reply_ts, reply, seen, first_at, last_at, resolved_at
	FROM records`

func scan(row interface{ Scan(...any) error }) (Record, error) {
	var r Record
	var ids string
	var first, last int64
	var resolved sql.NullInt64
	err := row.Scan(&r.Key.Workspace.Enterprise, &r.Key.Workspace.Team, &r.Key.Channel, &r.Key.TS,
		&r.ThreadTS, &r.Fingerprint, &r.Status, &r.Source, &r.Severity, &r.Title, &r.Alert,
		&r.Reason, &r.Confidence, &ids, &r.ReplyTS, &r.Reply, &r.Seen, &first, &last, &resolved)
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

func (s *Store) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	res, err := s.write.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// String returns the key for a log line, "T1/C1/100.1".
func (k MessageKey) String() string {
	name := k.Workspace.Team + "/" + k.Channel + "/" + k.TS
	if k.Workspace.Enterprise != "" {
		name = k.Workspace.Enterprise + "/" + name
	}
	return name
}

func (k MessageKey) args() []any {
	return []any{k.Workspace.Enterprise, k.Workspace.Team, k.Channel, k.TS}
}

// check refuses a key that cannot name a message. Such a key would make two
// messages one, so it is never mended.
func (k MessageKey) check() error {
	for _, part := range []struct{ name, value string }{
		{"team", k.Workspace.Team}, {"channel", k.Channel}, {"ts", k.TS}, {"enterprise", k.Workspace.Enterprise},
	} {
		switch {
		case part.value == "" && part.name != "enterprise":
			return fmt.Errorf("message key %q: no %s", k, part.name)
		case len(part.value) > 100 || clean(part.value) != part.value:
			return fmt.Errorf("message key: the %s %.40q is not one of Slack's", part.name, part.value)
		}
	}
	return nil
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
