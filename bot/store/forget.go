package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Forgotten says how much was forgotten.
type Forgotten struct {
	Records int
	Votes   int
	Effects int
	Notes   int
	Mutes   int
	Items   int // that waited, or could not be done
}

// Forget forgets what is kept of a message, or with a ts of "" of a whole channel: records,
// votes, effects, notes, mutes, what waits for its turn and what could not be done. What was
// just being done may still leave a record; forget again to be sure.
//
// That a message was dealt with stays known as long as Tidy lets it, without its words, or it
// would be answered again. Settings, schedules and the workspace's own cases stay.
func (s *Store) Forget(ctx context.Context, w Workspace, channel, ts string) (f Forgotten, err error) {
	if channel == "" || w.Team == "" {
		return f, errors.New("forget: no channel")
	}
	err = s.update(ctx, func(tx *sql.Tx) error {
		f = Forgotten{}
		return s.forgetIn(ctx, tx, &f, append(w.args(), channel, ts))
	})
	if err != nil {
		return Forgotten{}, fmt.Errorf("forget %s %s: %w", channel, ts, err)
	}
	return f, nil
}

func (s *Store) forgetIn(ctx context.Context, tx *sql.Tx, f *Forgotten, args []any) error {
	const of = ` WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ($4 = '' OR ts = $4)`
	for _, part := range []struct {
		count *int
		query string
	}{
		{&f.Mutes, `
			DELETE FROM mutes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ($4 = '' OR fingerprint IN (
				SELECT fingerprint FROM records` + of + ` AND fingerprint <> ''))`},
		{&f.Records, `DELETE FROM records` + of},
		{&f.Votes, `DELETE FROM votes` + of},
		{&f.Effects, `DELETE FROM effects` + of},
		{&f.Notes, `DELETE FROM notes` + of},
		{&f.Items, `
			UPDATE inbox SET state = 'done', ended_at = {now}, payload = '', error = ''
			WHERE enterprise = $1 AND team = $2 AND state IN ('waiting', 'dead') AND (lane = $3 OR lane LIKE '%/' || $3)
				AND ($4 = '' OR payload LIKE '%' || $4 || '%')`},
	} {
		res, err := tx.ExecContext(ctx, s.sql(part.query), args...)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		*part.count = int(n)
	}
	if f.Votes == 0 {
		return nil
	}
	return changed(ctx, tx, "votes")
}

// Kept counts what is kept of one channel.
type Kept struct {
	Records int
	Votes   int
	Notes   int
	Cases   int // of their own, learned there, as they are now
	Mutes   int
	Waiting int // deliveries of Slack that wait for their turn, or could not be done
}

// Kept counts what is kept of a channel.
func (s *Store) Kept(ctx context.Context, w Workspace, channel string) (k Kept, err error) {
	const of = `WHERE enterprise = $1 AND team = $2 AND channel = $3`
	err = s.read.QueryRowContext(ctx, `SELECT
		(SELECT COUNT(*) FROM records `+of+`),
		(SELECT COUNT(*) FROM votes `+of+` AND vote <> 0),
		(SELECT COUNT(*) FROM notes `+of+`),
		(SELECT COUNT(*) FROM own_cases c `+of+latest+` AND body <> ''),
		(SELECT COUNT(*) FROM mutes `+of+`),
		(SELECT COUNT(*) FROM inbox WHERE enterprise = $1 AND team = $2 AND (lane = $3 OR lane LIKE '%/' || $3) AND state IN ('waiting', 'dead'))`,
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
