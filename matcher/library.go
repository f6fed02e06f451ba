package matcher

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Library holds cases and finds those that are like an alert. It never changes
// and is safe for use by many goroutines.
type Library struct {
	entries    []*entry
	byID       map[string]*Case // by the id in lower case
	words      vocabulary
	meanLength [languages]float64
	// anchored lists the entries by the rarest term of each of their signals, so
	// that a case is looked at for a signal even when its words are everywhere.
	anchored   map[termID][]int
	signalled  map[string]int // how many cases have a signal, by signalKey
	slugs      []slug         // what cases are filed under
	postings   postings
	linker     *Linker             // nil without a vocabulary
	mechanisms *recogniser         // nil without a vocabulary of them
	holders    [][]holder          // by mechanism
	implied    map[string][]string // what a symptom implies
	index      *lazyIndex
	ballots    *ballots // nil where nobody voted
	slate      *slate
}

// NewLibrary indexes cases, which must not be changed afterwards. On an equal
// score the case given earlier goes first. Two cases with one id, or a case
// without one, are an error.
func NewLibrary(cases []*Case) (*Library, error) { return NewLibraryWith(cases, nil) }

// NewLibraryWith indexes cases as NewLibrary does, and knows the words of v for what they are
// filed under: "out of memory" for oom-killed. v may be nil, and must not be changed afterwards.
// Two mechanisms of v with one slug are an error.
func NewLibraryWith(cases []*Case, v *Vocabulary) (*Library, error) {
	l := &Library{
		byID:      make(map[string]*Case, len(cases)),
		words:     newTerms(),
		anchored:  map[termID][]int{},
		signalled: map[string]int{},
		implied:   map[string][]string{},
	}
	if v != nil {
		if slug, twice := doubled(v.Mechanisms); twice {
			return nil, fmt.Errorf("the vocabulary has two mechanisms with the slug %q: keep one", slug)
		}
		l.linker = NewLinker(v)
		for _, t := range v.Symptoms {
			l.implied[t.Slug] = t.Implies
		}
	}
	var told []telling
	var reading sync.WaitGroup
	if v != nil {
		reading.Go(func() { told = tellings(v.Mechanisms, l.linker) })
	}
	err := l.take(cases)
	reading.Wait()
	if err != nil {
		return nil, err
	}
	if len(told) > 0 {
		l.mechanisms = newRecogniser(v.Mechanisms, told, &l.words)
	}
	l.prepare()
	return l, nil
}

// take adds cases behind those that are there.
func (l *Library) take(cases []*Case) error {
	for n, c := range cases {
		if c == nil || c.ID == "" {
			return fmt.Errorf("case %d of the library has no id: give it one", n+1)
		}
		id := strings.ToLower(c.ID)
		if l.byID[id] != nil {
			return fmt.Errorf("the library has two cases with the id %q: keep one", c.ID)
		}
		l.byID[id] = c
		l.entries = append(l.entries, newEntry(c, &l.words))
	}
	return nil
}

// Case returns the case with that id, in any letter case, or nil.
func (l *Library) Case(id string) *Case { return l.byID[strings.ToLower(strings.TrimSpace(id))] }

// Cases returns all cases, in the order they were given.
func (l *Library) Cases() []*Case {
	out := make([]*Case, len(l.entries))
	for i, e := range l.entries {
		out[i] = e.c
	}
	return out
}

// Close frees what the library holds, and what those hold that were made of it by Heeding.
// None of them may be used afterwards; to close
// again is no error.
func (l *Library) Close() error { return l.index.close() }

// Find returns at most top matches for the alert, best first. None is no error:
// an alert of which no case has a word finds nothing. Of an alert that groups
// several, the best case of each telling member is among them. A case that names the alert
// as one that only looks like it (Examples.Differ) is not.
func (l *Library) Find(ctx context.Context, a Alert, top int) ([]Match, error) {
	q := l.newQuery(alertText(a))
	defer l.release(q)
	ranked, err := l.rank(ctx, q, top)
	if err == nil {
		ranked, err = l.seatMembers(ctx, q, ranked, a.Members, top)
	}
	if err != nil {
		return nil, fmt.Errorf("find cases: %w", err)
	}
	return l.matches(q, ranked), nil
}

// matches are the entries that were ranked for q, with what speaks for each.
func (l *Library) matches(q *query, ranked []scored) []Match {
	var out []Match
	for _, s := range ranked {
		e := l.entries[s.entry]
		q.pieces = l.weigh(q.pieces[:0], q, e)
		m := Match{Case: e.c, Coverage: l.coverage(q, q.hits), Meaning: q.meaning(e), Evidence: evidence(q, e, q.pieces)}
		for _, ev := range m.Evidence {
			m.Score += ev.Weight
		}
		m.heed(l.shifts(q)[s.entry])
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b Match) int { return cmp.Compare(b.Score, a.Score) })
	return out
}
