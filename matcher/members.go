package matcher

import (
	"cmp"
	"context"
	"slices"
)

// maxMembers is how many alerts of one message are matched one by one.
const maxMembers = 20

// tellingMember is the share of the strongest member's weight from which on the
// best case of another member has a seat of its own.
const tellingMember = 0.5

// seatMembers gives the best case of each telling member of a group a place among the
// first top, strongest first, and leaves the best case of the whole where it is. The weights
// stay those of the whole alert, which is q.
func (l *Library) seatMembers(ctx context.Context, q *query, ranked []scored, members []string, top int) ([]scored, error) {
	if len(members) < 2 || len(ranked) < top || top < 2 {
		return ranked, nil
	}
	var best []scored
	for _, m := range members[:min(len(members), maxMembers)] {
		member := l.newQuery(m)
		own, err := l.rank(ctx, member, 1)
		l.release(member)
		if err != nil {
			return nil, err
		}
		best = append(best, own...)
	}
	slices.SortStableFunc(best, heavier)
	seats := ranked[:1:1]
	for _, b := range best {
		if b.weight >= tellingMember*best[0].weight && len(seats) < top {
			seats = seat(seats, l.scoredIn(q, b.entry))
		}
	}
	for _, s := range ranked {
		seats = seat(seats, s)
	}
	seats = seats[:top]
	slices.SortStableFunc(seats, heavier)
	return seats, nil
}

// scoredIn is what the entry weighs for q, as rank has it.
func (l *Library) scoredIn(q *query, entry int) scored {
	s := scored{entry: entry}
	if l.rulesOut(l.entries[entry], q) {
		return s
	}
	for _, p := range l.weigh(nil, q, l.entries[entry]) {
		s.weight += p.weight
	}
	s.weight *= 1 + l.shifts(q)[entry].share
	return s
}

// heavier orders the heaviest first, and what was given earlier first of equals.
func heavier(a, b scored) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.entry, b.entry))
}

// seat appends s unless it is already there or weighs nothing.
func seat(seats []scored, s scored) []scored {
	if s.weight <= 0 || slices.ContainsFunc(seats, func(t scored) bool { return t.entry == s.entry }) {
		return seats
	}
	return append(seats, s)
}
