package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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
	maxAlert  = 4000      // bytes of the sketch of an alert, which has fewer
	maxBody   = 256 << 10 // bytes of a piece of JSON, which is refused when longer
	maxReply  = 64 << 10  // bytes of a reply, which is refused when longer: half of it is of no use
)

const selectRecord = `
	SELECT enterprise, team, channel, ts, thread_ts, fingerprint, status, source, severity, title, alert,
		reason, confidence, case_ids, reply_ts, reply, told_in, shown, seen, first_at, last_at, resolved_at
	FROM records`

func scanRecord(scan scanner) (Record, error) {
	var r Record
	var ids string
	var first, last int64
	var resolved sql.NullInt64
	err := scan(&r.Key.Workspace.Enterprise, &r.Key.Workspace.Team, &r.Key.Channel, &r.Key.TS,
		&r.ThreadTS, &r.Fingerprint, &r.Status, &r.Source, &r.Severity, &r.Title, &r.Alert,
		&r.Reason, &r.Confidence, &ids, &r.ReplyTS, &r.Reply, &r.ToldIn, &r.Shown, &r.Seen, &first, &last, &resolved)
	if err != nil {
		return Record{}, err
	}
	if err := json.Unmarshal([]byte(ids), &r.CaseIDs); err != nil {
		return Record{}, fmt.Errorf("case_ids of %s: %w", r.Key, err)
	}
	r.FirstAt, r.LastAt = moment(first), moment(last)
	if resolved.Valid {
		r.ResolvedAt = moment(resolved.Int64)
	}
	return r, nil
}

func (s *Store) list(ctx context.Context, query string, args ...any) ([]Record, error) {
	return all(ctx, s, scanRecord, query, args...)
}

// scanner reads the columns of a row.
type scanner func(into ...any) error

// all reads all rows of a query.
func all[T any](ctx context.Context, s *Store, read func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := s.read.QueryContext(ctx, s.sql(query), args...)
	if err != nil {
		return nil, err
	}
	return each(rows, read)
}

func each[T any](rows *sql.Rows, read func(scanner) (T, error)) (out []T, err error) {
	defer rows.Close()
	for rows.Next() {
		row, err := read(rows.Scan)
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// one reads the row of a query; ok is false when there is none.
func one[T any](ctx context.Context, s *Store, read func(scanner) (T, error), query string, args ...any) (row T, ok bool, err error) {
	row, err = read(s.read.QueryRowContext(ctx, s.sql(query), args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		var none T
		return none, false, nil
	}
	return row, err == nil, err
}

func scanText(scan scanner) (text string, err error) {
	err = scan(&text)
	return text, err
}

func moment(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
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
