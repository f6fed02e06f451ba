package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Tally is one thing of a kind that a person did, kept for as long as it counts.
type Tally struct {
	Workspace Workspace
	Kind      string // "mention" and the like
	Person    string // Slack's user id
	ID        string // what it was done to: a person has one tally of a kind for it
	N         int
	At        time.Time
}

// Tally keeps a tally, in the place of an earlier one of the same thing.
func (s *Store) Tally(ctx context.Context, t Tally) error {
	if t.Kind == "" || t.Person == "" || t.ID == "" {
		return errors.New("tally: no kind, no person or no thing")
	}
	_, err := s.exec(ctx, `
		INSERT INTO tallies (enterprise, team, kind, person, id, n, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (enterprise, team, kind, person, id) DO UPDATE SET n = excluded.n, at = excluded.at`,
		t.Workspace.Enterprise, t.Workspace.Team, clean(t.Kind), clean(t.Person), clean(t.ID), t.N, t.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("tally: %w", err)
	}
	return nil
}

// mostTallies is how many tallies are read at once.
const mostTallies = 10_000

// Tallies lists the tallies of a kind made at since or later, the latest first: those of one
// person, or with "" of all.
func (s *Store) Tallies(ctx context.Context, w Workspace, kind, person string, since time.Time) ([]Tally, error) {
	found, err := all(ctx, s, func(scan scanner) (Tally, error) {
		t := Tally{Workspace: w, Kind: kind}
		var at int64
		err := scan(&t.Person, &t.ID, &t.N, &at)
		t.At = moment(at)
		return t, err
	}, `SELECT person, id, n, at FROM tallies
		WHERE enterprise = $1 AND team = $2 AND kind = $3 AND ($4 = '' OR person = $4) AND at >= $5
		ORDER BY at DESC, person, id LIMIT $6`, w.Enterprise, w.Team, kind, clean(person), since.UnixMilli(), mostTallies)
	if err != nil {
		return nil, fmt.Errorf("list tallies: %w", err)
	}
	return found, nil
}

// ForgetTallies forgets the tallies made before the given moment.
func (s *Store) ForgetTallies(ctx context.Context, before time.Time) error {
	if _, err := s.forgetOld(ctx, before, "tallies", "kind, person, id", "at < $1"); err != nil {
		return fmt.Errorf("forget tallies: %w", err)
	}
	return nil
}
