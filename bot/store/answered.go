package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// LastAnswered returns the youngest record of that fingerprint in the channel
// which has a reply, or is told of in another's, and was posted at since or later. It is how the bot keeps
// to one reply for one alert in a window: when ok is true, the reply is there,
// and the repeat belongs to it. An alert that never stops is answered again
// once a window, for the window begins with the answered message and not with
// its last repeat.
func (s *Store) LastAnswered(ctx context.Context, w Workspace, channel, fingerprint string, since time.Time) (r Record, ok bool, err error) {
	if fingerprint == "" {
		return Record{}, false, nil // alerts that could not be told apart are not one alert
	}
	r, ok, err = one(ctx, s, scanRecord, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND fingerprint = $4 AND first_at >= $5 AND (reply_ts <> '' OR reason = 'gathered')
		ORDER BY first_at DESC, ts DESC LIMIT 1`,
		w.Enterprise, w.Team, channel, clean(fingerprint), since.UnixMilli())
	if err != nil {
		return Record{}, false, fmt.Errorf("find the last answer in %s: %w", channel, err)
	}
	return r, ok, nil
}

// Repeat keeps r, the record of a message that repeats the alert of an earlier one, and counts
// it there; it returns how often that alert has now been seen. r may be the earlier record
// itself, of a message that was edited. A message counts once, and once more for each time the
// alert had been resolved before it: an alert that fires again is no longer resolved.
func (s *Store) Repeat(ctx context.Context, earlier MessageKey, r Record, at time.Time) (seen int, err error) {
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		fresh := 0
		if r.Key != earlier {
			r.ToldIn = earlier.TS
			var counted int
			err := tx.QueryRowContext(ctx, `
				SELECT COUNT(*) FROM records
				WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4 AND told_in = $5`,
				append(r.Key.args(), r.ToldIn)...).Scan(&counted)
			if err != nil {
				return err
			}
			fresh = 1 - counted
			if err := s.finish(ctx, tx, r, at); err != nil {
				return err
			}
		}
		err := tx.QueryRowContext(ctx, `
			UPDATE records SET
				seen = seen + CASE WHEN $6 = 1 OR resolved_at < $5 THEN 1 ELSE 0 END,
				resolved_at = CASE WHEN resolved_at < $5 THEN NULL ELSE resolved_at END,
				last_at = CASE WHEN last_at < $5 THEN $5 ELSE last_at END
			WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4
			RETURNING seen`,
			append(earlier.args(), at.UnixMilli(), fresh)...).Scan(&seen)
		if errors.Is(err, sql.ErrNoRows) {
			return errors.New("there is no record of it")
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("repeat of %s: %w", earlier, err)
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
	if err == nil && n == 0 {
		err = errors.New("there is no record of it")
	}
	if err != nil {
		return fmt.Errorf("resolve %s: %w", key, err)
	}
	return nil
}

// Showed notes what the reply to a message tells of what happened since, so that it is edited
// only when there is something new.
func (s *Store) Showed(ctx context.Context, key MessageKey, shown string) error {
	_, err := s.exec(ctx, `UPDATE records SET shown = $5 WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ts = $4`,
		append(key.args(), clean(shown))...)
	if err != nil {
		return fmt.Errorf("note what the reply to %s shows: %w", key, err)
	}
	return nil
}

// Replies counts the replies to messages of a channel that were posted at since or later.
func (s *Store) Replies(ctx context.Context, w Workspace, channel string, since time.Time) (n int, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM records WHERE enterprise = $1 AND team = $2 AND channel = $3 AND first_at >= $4 AND reply_ts <> '' `,
		w.Enterprise, w.Team, channel, since.UnixMilli()).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count the replies in %s: %w", channel, err)
	}
	return n, nil
}

// LastGathering returns the youngest record of a channel whose reply tells of many alerts, if
// it was posted at since or later.
func (s *Store) LastGathering(ctx context.Context, w Workspace, channel string, since time.Time) (r Record, ok bool, err error) {
	r, ok, err = one(ctx, s, scanRecord, selectRecord+`
		WHERE enterprise = $1 AND team = $2 AND channel = $3 AND first_at >= $4 AND reason = 'storm' AND reply_ts <> ''
		ORDER BY first_at DESC, ts DESC LIMIT 1`,
		w.Enterprise, w.Team, channel, since.UnixMilli())
	if err != nil {
		return Record{}, false, fmt.Errorf("find the gathering of %s: %w", channel, err)
	}
	return r, ok, nil
}
