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

// seatMembers moves the best case of each telling member of a group among the
// first top, strongest first, and leaves the best case of the whole where it is.
// The weights stay those of the whole alert.
func (l *Library) seatMembers(ctx context.Context, ranked []scored, members []string, top int) ([]scored, error) {
	if len(members) < 2 || len(ranked) <= top || top < 2 {
		return ranked, nil
	}
	var best []scored
	for _, m := range members[:min(len(members), maxMembers)] {
		own, err := l.rank(ctx, l.newQuery(m))
		if err != nil {
			return nil, err
		}
		if len(own) > 0 {
			best = append(best, own[0])
		}
	}
	slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(b.weight, a.weight) })
	seats := ranked[:1:1]
	for _, b := range best {
		if b.weight >= tellingMember*best[0].weight {
			seats = seat(seats, ranked, b.entry)
		}
	}
	for _, s := range ranked {
		seats = seat(seats, ranked, s.entry)
	}
	slices.SortStableFunc(seats[:top], func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.entry, b.entry))
	})
	return seats, nil
}

// seat appends the entry as it is ranked, unless it is already there or the whole
// alert does not find it.
func seat(seats, ranked []scored, entry int) []scored {
	is := func(s scored) bool { return s.entry == entry }
	if i := slices.IndexFunc(ranked, is); i >= 0 && !slices.ContainsFunc(seats, is) {
		return append(seats, ranked[i])
	}
	return seats
}
