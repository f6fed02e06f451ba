package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// An Item is something to be done once, such as an event that Slack delivered. It is kept
// before Slack is told that it has arrived, and stays until it was done.
type Item struct {
	Workspace Workspace
	ID        string // the same whenever the same thing is delivered; remembered for a week after it was done
	Lane      string // items of one lane are done one after the other, as they came
	Kind      string
	Payload   string
	Seq       int64 // grows with arrival

	// The store keeps these; Accept ignores them.

	Tries      int // how often work on it was begun, this time included
	AcceptedAt time.Time
	Error      string // why the last try failed
	Dead       bool   // it was given up, see Bury
}

// maxPayload is how large a payload may be, in bytes. Slack sends a few hundred kB at most.
const maxPayload = 2 << 20

// Check says what is wrong with an item that can never be kept.
func (it Item) Check() error {
	for _, part := range []struct{ name, value string }{
		{"team", it.Workspace.Team}, {"id", it.ID}, {"lane", it.Lane}, {"enterprise", it.Workspace.Enterprise},
	} {
		if part.value == "" && part.name != "enterprise" || len(part.value) > longest || clean(part.value) != part.value {
			return fmt.Errorf("an item with the %s %.40q cannot be kept", part.name, part.value)
		}
	}
	if len(it.Payload) > maxPayload {
		return fmt.Errorf("%s has %d bytes, %d at most", it.ID, len(it.Payload), maxPayload)
	}
	return nil
}

// Accept keeps items that were not seen before; fresh says of each whether it was new. When
// it returns without an error they are safe: they will be handed out by Next, in whichever
// process, whatever happens to this one. They are kept all or none.
func (s *Store) Accept(ctx context.Context, items []Item) (fresh []bool, err error) {
	for _, it := range items {
		if err := it.Check(); err != nil {
			return nil, err
		}
	}
	if err := s.engine.space(); err != nil {
		return nil, fmt.Errorf("keep what was delivered: %w", err)
	}
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		fresh, err = s.acceptAll(ctx, tx, items)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keep what was delivered: %w", err)
	}
	return fresh, nil
}

// acceptAll is Accept as a part of a transaction.
func (s *Store) acceptAll(ctx context.Context, tx *sql.Tx, items []Item) (fresh []bool, err error) {
	fresh = make([]bool, len(items))
	var lanes []Item // one new item of each
	for _, i := range inOrder(items) {
		it := items[i]
		if fresh[i], err = s.accept(ctx, tx, it); err != nil {
			return nil, err
		}
		if last := len(lanes) - 1; fresh[i] && (last < 0 || lanes[last].Workspace != it.Workspace || lanes[last].Lane != it.Lane) {
			lanes = append(lanes, it)
		}
	}
	for _, it := range lanes {
		if err := s.openLane(ctx, tx, it.Workspace, it.Lane); err != nil {
			return nil, err
		}
	}
	return fresh, nil
}

// inOrder gives the order in which items are written: everybody keeps to the same one, so that
// no two wait for each other.
func inOrder(items []Item) []int {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := items[i], items[j]
		return cmp.Or(cmp.Compare(a.Workspace.Enterprise, b.Workspace.Enterprise), cmp.Compare(a.Workspace.Team, b.Workspace.Team),
			cmp.Compare(a.Lane, b.Lane), cmp.Compare(a.ID, b.ID))
	})
	return order
}

func (s *Store) accept(ctx context.Context, tx *sql.Tx, it Item) (fresh bool, err error) {
	n, err := s.execIn(ctx, tx, `
		INSERT INTO inbox (enterprise, team, id, lane, kind, payload, state, seq, accepted_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, {dated})
		ON CONFLICT (enterprise, team, id) DO NOTHING`,
		it.Workspace.Enterprise, it.Workspace.Team, it.ID, it.Lane, clean(it.Kind), cleanTo(it.Payload, maxPayload), it.Seq)
	return n == 1, err
}

// openLane sees to it that a lane is worked on. It changes the lane's row also when there is
// one: whoever is about to close the lane must wait for this transaction, and see its item.
func (s *Store) openLane(ctx context.Context, tx *sql.Tx, w Workspace, lane string) error {
	_, err := s.execIn(ctx, tx, `
		INSERT INTO lanes (enterprise, team, lane, due_at) VALUES ($1, $2, $3, {now})
		ON CONFLICT (enterprise, team, lane) DO UPDATE SET arrivals = lanes.arrivals + 1`,
		w.Enterprise, w.Team, lane)
	return err
}

// Known says whether an item of that id was accepted within the last week.
func (s *Store) Known(ctx context.Context, w Workspace, id string) (bool, error) {
	var one int
	err := s.read.QueryRowContext(ctx, `SELECT 1 FROM inbox WHERE enterprise = $1 AND team = $2 AND id = $3`,
		w.Enterprise, w.Team, clean(id)).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for %s in the inbox: %w", id, err)
	}
	return true, nil
}
