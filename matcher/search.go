package matcher

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Warm makes what searches with filters need, so that the first of them does not wait for it. On a
// library that is warm it does nothing; on a closed one it is an error.
func (l *Library) Warm() error {
	_, err := l.index.get()
	return err
}

// Search returns at most top cases that meet all filters of s: those that share something with
// its words, most alike first, then the others, newest first. Where filters only narrow (since,
// until, lang and what must not hold) and there are telling words, a case must share something with
// them, as it must without filters.
func (l *Library) Search(ctx context.Context, s Search, top int) ([]Match, error) {
	if len(s.Filters) == 0 {
		return l.Find(ctx, Alert{Kind: Problem, Text: s.Words}, top)
	}
	x, err := l.index.get()
	if err != nil {
		return nil, fmt.Errorf("search cases: %w", err)
	}
	allowed, err := x.allowed(ctx, s.Filters, l.entries)
	if err != nil {
		return nil, fmt.Errorf("search cases: %w", err)
	}
	q := l.newQuery(s.Words)
	defer l.release(q)
	ranked, err := l.rank(ctx, q, len(l.entries))
	if err != nil {
		return nil, fmt.Errorf("search cases: %w", err)
	}
	if len(q.found) == 0 || slices.ContainsFunc(s.Filters, func(f Filter) bool { return !f.narrows() }) {
		ranked = append(ranked, l.newestFirst(q, ranked)...)
	}
	var kept []scored
	for _, r := range ranked {
		if len(kept) < top && allowed[r.entry] && l.entries[r.entry].stands(s.Filters) {
			kept = append(kept, r)
		}
	}
	return l.matches(q, kept), nil
}

// newestFirst lists the entries that are not among those ranked for q by the dates of their
// cases, but none that says it is not what q is about.
func (l *Library) newestFirst(q *query, ranked []scored) []scored {
	listed := make([]bool, len(l.entries))
	for _, r := range ranked {
		listed[r.entry] = true
	}
	var out []scored
	for n, e := range l.entries {
		if !listed[n] && !l.hides(e.c) && !l.rulesOut(e, q) {
			out = append(out, scored{entry: n})
		}
	}
	slices.SortStableFunc(out, func(a, b scored) int {
		return cmp.Compare(l.entries[b.entry].c.Date, l.entries[a.entry].c.Date)
	})
	return out
}
