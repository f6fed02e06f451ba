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
	Items   int // that waited, or could not be done
	Notes   int
	Mutes   int
}

// Forget forgets what is kept of the words of a message, or with a ts of "" of a whole channel:
// records, votes, notes, what waits for its turn and what could not be done, and of a channel
// its mutes, and the titles of alerts in what is noted of who muted them. What was just being done may still leave a record; forget again to be sure.
//
// That the message was dealt with stays known for as long as Tidy lets it, or it would be
// answered again; that knowledge has no words. What people made in a channel stays: settings,
// schedules and the workspace's own cases.
func (s *Store) Forget(ctx context.Context, w Workspace, channel, ts string) (f Forgotten, err error) {
	err = w.check()
	if channel == "" {
		err = errors.New("no channel")
	}
	if err == nil {
		err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			f, err = s.forget(ctx, tx, w, channel, ts)
			return err
		})
	}
	if err != nil {
		return Forgotten{}, fmt.Errorf("forget %s %s: %w", channel, ts, err)
	}
	return f, nil
}

func (s *Store) forget(ctx context.Context, tx *sql.Tx, w Workspace, channel, ts string) (f Forgotten, err error) {
	for _, part := range []struct {
		count *int
		query string
	}{
		{&f.Records, `DELETE FROM records WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ($4 = '' OR ts = $4)`},
		{&f.Votes, `DELETE FROM votes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ($4 = '' OR ts = $4)`},
		{&f.Items, `
			UPDATE inbox SET state = 'done', ended_at = {dated}, payload = '', error = ''
			WHERE enterprise = $1 AND team = $2 AND state IN ('waiting', 'dead') AND (lane = $3 OR lane LIKE '%/' || $3)
				AND ($4 = '' OR payload LIKE '%' || $4 || '%')`},
		{&f.Notes, `DELETE FROM notes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND ($4 = '' OR ts = $4)`},
		{&f.Mutes, `DELETE FROM mutes WHERE enterprise = $1 AND team = $2 AND channel = $3 AND $4 = ''`},
	} {
		n, err := s.execIn(ctx, tx, part.query, append(w.args(), channel, ts)...)
		if err != nil {
			return Forgotten{}, err
		}
		*part.count = int(n)
	}
	_, err = s.execIn(ctx, tx, `
		UPDATE audit SET subject = $3 WHERE enterprise = $1 AND team = $2 AND action IN ('mute', 'unmute') AND subject LIKE $3 || ' %' AND $4 = ''`,
		append(w.args(), channel, ts)...)
	if err != nil {
		return Forgotten{}, err
	}
	if f.Votes > 0 {
		_, err = changed(ctx, tx, "votes")
	}
	return f, err
}
