package store

import (
	"context"
	"fmt"
	"time"
)

// What is kept how long: an item until it was done or could not be, and that it was done for
// as long as Tidy lets it, a week for one; records, what could not be done and who changed what
// until Prune and ForgetDeeds; votes until ForgetVotes; what people made, such as settings, notes and the
// workspace's own cases, until they take it away; and of a message or channel that somebody asks
// to be forgotten, nothing but that it was dealt with: see Forget.

// Prune forgets the records last seen before the given moment, and returns how many. With them
// go the items that could not be done by then, and mutes that were over.
func (s *Store) Prune(ctx context.Context, before time.Time) (records int, err error) {
	records, err = s.forgetOld(ctx, before, "records", "channel, ts", "last_at < $1")
	for _, old := range [][3]string{
		{"inbox", "id", "state = 'dead' AND ended_at < $1"},
		{"mutes", "channel, fingerprint", "until_at < $1"},
	} {
		if err == nil {
			_, err = s.forgetOld(ctx, before, old[0], old[1], old[2])
		}
	}
	if err != nil {
		return records, fmt.Errorf("prune records: %w", err)
	}
	return records, nil
}

// ForgetDeeds forgets who changed what before the given moment.
func (s *Store) ForgetDeeds(ctx context.Context, before time.Time) error {
	_, err := s.forgetOld(ctx, before, "audit", "id", "at < $1")
	return err
}

// Tidy forgets what is only needed for a while: that items were done before the given moment,
// and what was noted of effects and limits. An item that comes again after that is new. Slack
// sends nothing again after a day.
func (s *Store) Tidy(ctx context.Context, before time.Time) error {
	for _, old := range [][3]string{
		{"inbox", "id", "state = 'done' AND ended_at < $1"},
		{"effects", "channel, ts, kind", "changed_at < $1"},
		{"limits", "method, channel", "next_at < $1"},
	} {
		if _, err := s.forgetOld(ctx, before, old[0], old[1], old[2]); err != nil {
			return fmt.Errorf("tidy up: %w", err)
		}
	}
	return nil
}

// atOnce is how many rows are forgotten in one transaction: nobody waits long for its end.
const atOnce = 500

// forgetOld deletes the rows of a table, of all workspaces, that a condition on the moment $1
// holds for. key is what tells rows of a workspace apart.
func (s *Store) forgetOld(ctx context.Context, before time.Time, table, key, which string) (all int, err error) {
	key = "enterprise, team, " + key
	for {
		n, err := s.exec(ctx, fmt.Sprintf(`DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s WHERE %s LIMIT %d)`,
			table, key, key, table, which, atOnce), before.UnixMilli())
		all += int(n)
		if err != nil || n < atOnce {
			return all, err
		}
	}
}
