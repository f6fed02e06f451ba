package matcher

import "slices"

// sameAlert is the share of the words of two alerts, by weight, from which on they are
// the same alert again, with other numbers. Tools put the same frame around every alert,
// so less would take any alert of a tool for any other.
const sameAlert = 0.8

// A wordSet is the words of an alert, each once.
type wordSet struct {
	words  map[string]bool
	order  []string // each once, as they stand first
	weight float64  // what they weigh together, before rarity
}

// wordSetOf takes the words of a cleaned text without what varies from alert to alert.
func wordSetOf(text string) wordSet { return setOf(words(masked(text))) }

func setOf(found []word) wordSet {
	s := wordSet{words: make(map[string]bool, len(found))}
	for _, w := range found {
		if !w.whole && !s.words[w.term] {
			s.words[w.term] = true
			s.order = append(s.order, w.term)
			s.weight += frameWeight(w.term)
		}
	}
	return s
}

// likeness is the share of the words of both that both have, 0 to 1.
func (s *wordSet) likeness(q *query) float64 {
	if min(s.weight, q.told) < sameAlert*max(s.weight, q.told) {
		return 0 // far apart in length: no need to look
	}
	t, both := q.set(), 0.0
	for _, w := range s.order {
		if t.words[w] {
			both += frameWeight(w)
		}
	}
	return both / max(s.weight+t.weight-both, leastTold)
}

// examples are the alerts that a case says are its own, and those that only look like it.
type examples struct {
	match  []wordSet
	differ []wordSet
}

func examplesOf(c *Case) examples {
	return examples{wordSets(c.Examples.Match), wordSets(c.Examples.Differ)}
}

func wordSets(texts []string) []wordSet {
	out := make([]wordSet, len(texts))
	for i, text := range texts {
		out[i] = wordSetOf(clean(text))
	}
	return out
}

// rulesOut says whether the case says that it is not this alert: it is one of those that
// only look like the case, nearer to it than to any of the case's own, and has no signal
// of the case that the one that only looks like it has not.
func (l *Library) rulesOut(e *entry, q *query) bool {
	at, other := nearest(e.examples.differ, q)
	if other < sameAlert {
		return false
	}
	if _, own := nearest(e.examples.match, q); own >= other {
		return false
	}
	signals := l.signalPieces(nil, q, e)
	if len(signals) == 0 {
		return true
	}
	alike := l.newQuery(e.c.Examples.Differ[at])
	defer l.release(alike)
	had := l.signalPieces(nil, alike, e)
	return !slices.ContainsFunc(signals, func(s piece) bool {
		return !slices.ContainsFunc(had, func(h piece) bool { return h.found == s.found })
	})
}

// nearest gives the set most like the alert, by number, and how like it is.
func nearest(sets []wordSet, alert *query) (at int, likeness float64) {
	for i := range sets {
		if n := sets[i].likeness(alert); n > likeness {
			at, likeness = i, n
		}
	}
	return at, likeness
}
