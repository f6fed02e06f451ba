package store

import (
	"context"
	"fmt"
)

// Kept says how much is kept of one channel.
type Kept struct {
	Records int
	Votes   int
	Notes   int
	Cases   int // of the workspace's own, learned there, as they are now
	Mutes   int
	Waiting int // deliveries of Slack that wait for their turn, or could not be done
}

// Kept counts what is kept of a channel.
func (s *Store) Kept(ctx context.Context, w Workspace, channel string) (k Kept, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT
		(SELECT COUNT(*) FROM records WHERE enterprise = $1 AND team = $2 AND channel = $3),
		(SELECT COUNT(*) FROM votes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND vote <> 0),
		(SELECT COUNT(*) FROM notes WHERE enterprise = $1 AND team = $2 AND channel = $3),
		(SELECT COUNT(*) FROM own_cases c WHERE enterprise = $1 AND team = $2 AND channel = $3 AND body <> ''
			AND version = (SELECT MAX(version) FROM own_cases n WHERE n.enterprise = c.enterprise AND n.team = c.team AND n.id = c.id)),
		(SELECT COUNT(*) FROM mutes WHERE enterprise = $1 AND team = $2 AND channel = $3),
		(SELECT COUNT(*) FROM inbox WHERE enterprise = $1 AND team = $2 AND (lane = $3 OR lane LIKE '%/' || $3) AND state = 'waiting') +
		(SELECT COUNT(*) FROM inbox WHERE enterprise = $1 AND team = $2 AND (lane = $3 OR lane LIKE '%/' || $3) AND state = 'dead')`,
		append(w.args(), channel)...).Scan(&k.Records, &k.Votes, &k.Notes, &k.Cases, &k.Mutes, &k.Waiting)
	if err != nil {
		return Kept{}, fmt.Errorf("count what is kept of %s: %w", channel, err)
	}
	return k, nil
}

// Lately lists the records of a channel, those of the youngest messages first, at most that many.
func (s *Store) Lately(ctx context.Context, w Workspace, channel string, most int) ([]Record, error) {
	records, err := s.list(ctx, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 ORDER BY first_at DESC, ts DESC LIMIT $4`, w.Enterprise, w.Team, channel, most)
	if err != nil {
		return nil, fmt.Errorf("list the records of %s: %w", channel, err)
	}
	return records, nil
}
