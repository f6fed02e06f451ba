package store

import (
	"context"
	"fmt"
	"time"
)

// What is kept how long: an item until it was done or could not be, and that it was done for
// as long as Tidy lets it, a week for one; records, what could not be done and digests until
// Prune; votes until ForgetVotes; the audit until ForgetAudit; what people made, such as
// settings, notes and the workspace's own cases, until they take it away; and of a message or
// channel that somebody asks to be forgotten, nothing but that it was dealt with: see Forget.

// Prune forgets the records last seen before the given moment, and returns how many. With them
// go the items that could not be done by then, digests, and mutes that were over.
func (s *Store) Prune(ctx context.Context, before time.Time) (records int, err error) {
	records, err = s.forget(ctx, "records", "enterprise, team, channel, ts", "last_at < $1", before.UnixMilli())
	for _, old := range []struct{ table, key, which string }{
		{"inbox", "enterprise, team, id", "state = 'dead' AND ended_at < $1"},
		{"digests", "enterprise, team, channel, kind, slot", "at < $1"},
		{"mutes", "enterprise, team, channel, fingerprint", "until_at < $1"},
	} {
		if err == nil {
			_, err = s.forget(ctx, old.table, old.key, old.which, before.UnixMilli())
		}
	}
	if err != nil {
		return records, fmt.Errorf("prune records: %w", err)
	}
	return records, nil
}

// Tidy forgets what is only needed for a while: that items were done before the given moment,
// and what was noted on effects and limits. An item that comes again after that is new. Slack
// sends nothing again after a day.
func (s *Store) Tidy(ctx context.Context, before time.Time) error {
	for _, old := range []struct{ table, key, which string }{
		{"inbox", "enterprise, team, id", "state = 'done' AND ended_at < $1"},
		{"effects", "enterprise, team, channel, ts, kind", "changed_at < $1"},
		{"limits", "enterprise, team, method, channel", "next_at < $1"},
	} {
		if _, err := s.forget(ctx, old.table, old.key, old.which, before.UnixMilli()); err != nil {
			return fmt.Errorf("tidy up %s: %w", old.table, err)
		}
	}
	return nil
}

// batch is how many rows are forgotten in one transaction, so that nobody waits long for it.
const batch = 500

// forget removes rows a batch at a time, and says how many.
func (s *Store) forget(ctx context.Context, table, key, which string, args ...any) (n int, err error) {
	query := fmt.Sprintf(`DELETE FROM %s WHERE (%s) IN (SELECT %[2]s FROM %[1]s WHERE %[3]s LIMIT %d)`, table, key, which, batch)
	for {
		some, err := s.exec(ctx, query, args...)
		if n += int(some); err != nil || some < batch {
			return n, err
		}
	}
}
