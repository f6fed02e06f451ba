package matcher

// sameAlert is the share of the words of two alerts, by weight, from which on they are
// the same alert again, with other hosts and numbers.
const sameAlert = 0.6

// A wordSet is the words of an alert, without their order.
type wordSet struct {
	words  map[string]bool
	weight float64 // what they weigh together, before rarity
}

// wordSetOf takes the words of a cleaned text without what varies from alert to alert.
func wordSetOf(text string) wordSet {
	s := wordSet{words: map[string]bool{}}
	for _, w := range words(masked(text)) {
		s.add(w)
	}
	return s
}

func (s *wordSet) add(w word) {
	if !w.whole && !s.words[w.term] {
		s.words[w.term] = true
		s.weight += frameWeight(w.term)
	}
}

// likeness is the share of the words of both that both have, 0 to 1.
func (s *wordSet) likeness(t *wordSet) float64 {
	if min(s.weight, t.weight) < sameAlert*max(s.weight, t.weight) {
		return 0 // far apart in length: no need to look
	}
	both := 0.0
	for w := range s.words {
		if t.words[w] {
			both += frameWeight(w)
		}
	}
	return both / max(s.weight+t.weight-both, leastTold)
}

// examples are the alerts that a case says are its own, and those that only look like it.
type examples struct{ match, differ []wordSet }

func examplesOf(c *Case) examples {
	var out examples
	for _, text := range c.Examples.Match {
		out.match = append(out.match, wordSetOf(clean(text)))
	}
	for _, text := range c.Examples.Differ {
		out.differ = append(out.differ, wordSetOf(clean(text)))
	}
	return out
}

// rulesOut says whether alert is one of those that only look like the case, and not nearer
// to one of its own.
func (x *examples) rulesOut(alert *wordSet) bool {
	other := nearest(x.differ, alert)
	return other >= sameAlert && other > nearest(x.match, alert)
}

func nearest(to []wordSet, alert *wordSet) float64 {
	best := 0.0
	for i := range to {
		best = max(best, to[i].likeness(alert))
	}
	return best
}
