package matcher

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Search returns at most top cases that meet all filters of s, those most like its words
// first; without words the newest first.
func (l *Library) Search(ctx context.Context, s Search, top int) ([]Match, error) {
	if len(s.Filters) == 0 {
		return l.Find(ctx, Alert{Kind: Problem, Text: s.Words}, top)
	}
	x, err := l.index()
	if err != nil {
		return nil, err
	}
	allowed, err := x.allowed(ctx, s.Filters, l.entries)
	if err != nil {
		return nil, err
	}
	q := l.newQuery(s.Words)
	defer l.release(q)
	ranked, err := l.rank(ctx, q, len(l.entries))
	if err != nil {
		return nil, fmt.Errorf("search cases: %w", err)
	}
	if strings.TrimSpace(s.Words) == "" {
		ranked = l.newestFirst()
	}
	var kept []scored
	for _, r := range ranked {
		if len(kept) < top && allowed[r.entry] && l.entries[r.entry].stands(s.Filters) {
			kept = append(kept, r)
		}
	}
	return l.matches(q, kept), nil
}

// newestFirst lists all entries by the dates of their cases.
func (l *Library) newestFirst() []scored {
	out := make([]scored, len(l.entries))
	for n := range l.entries {
		out[n].entry = n
	}
	slices.SortStableFunc(out, func(a, b scored) int {
		return cmp.Compare(l.entries[b.entry].c.Date, l.entries[a.entry].c.Date)
	})
	return out
}
