package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// LastAnswered returns the youngest record of that fingerprint in the channel
// which has a reply and was claimed at since or later. It is how the bot keeps
// to one reply for one alert in a window: when ok is true, the reply is there,
// and the repeat belongs to it. An alert that never stops is answered again
// once a window, for the window begins with the answered message and not with
// its last repeat.
func (s *Store) LastAnswered(ctx context.Context, w Workspace, channel, fingerprint string, since time.Time) (r Record, ok bool, err error) {
	if fingerprint == "" {
		return Record{}, false, nil // alerts that could not be told apart are not one alert
	}
	r, err = scan(s.read.QueryRowContext(ctx, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND fingerprint = $4 AND first_at >= $5 AND reply_ts <> ''
		ORDER BY first_at DESC, ts DESC LIMIT 1`,
		w.Enterprise, w.Team, channel, clean(fingerprint), since.UnixMilli()))
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, false, nil
	}
	if err != nil {
		return Record{}, false, fmt.Errorf("find the last answer in %s: %w", channel, err)
	}
	return r, true, nil
}

// Repeat counts one more sighting of the alert that the message under key
// reported first, and returns how often it has now been seen. A repeat means
// the alert holds again, so it is no longer resolved.
func (s *Store) Repeat(ctx context.Context, key MessageKey, at time.Time) (seen int, err error) {
	err = s.write.QueryRowContext(ctx, `
		UPDATE records SET seen = seen + 1, resolved_at = NULL,
			last_at = CASE WHEN last_at < $5 THEN $5 ELSE last_at END
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4
		RETURNING seen`,
		append(key.args(), at.UnixMilli())...).Scan(&seen)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("repeat of %s: the message was never claimed", key)
	}
	if err != nil {
		return 0, fmt.Errorf("repeat of %s: %w", key, err)
	}
	return seen, nil
}

// Resolve notes that the alert the message under key reported is over. The
// first word counts: a second one leaves the time as it is.
func (s *Store) Resolve(ctx context.Context, key MessageKey, at time.Time) error {
	n, err := s.exec(ctx, `
		UPDATE records SET resolved_at = COALESCE(resolved_at, $5),
			last_at = CASE WHEN last_at < $5 THEN $5 ELSE last_at END
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`,
		append(key.args(), at.UnixMilli())...)
	if err != nil {
		return fmt.Errorf("resolve %s: %w", key, err)
	}
	if n == 0 {
		return fmt.Errorf("resolve %s: the message was never claimed", key)
	}
	return nil
}
