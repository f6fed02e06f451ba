package matcher

import (
	"cmp"
	"slices"
	"strings"
)

// meaningWeight is what a case weighs for being about the one mechanism that an alert can only
// come from.
const meaningWeight = 50.0

// leastLikely is the likeliness below which a mechanism is not worth a word.
const leastLikely = 0.05

// shares is how much of the weight of a mechanism a case gets that names it first, second, ….
var shares = [...]float64{1, 0.8, 0.65, 0.5, 0.4}

// A holding is a mechanism that an entry is about, and its share of the weight.
type holding struct {
	mechanism int
	share     float64
}

// A holder is an entry that is about a mechanism.
type holder struct {
	entry int
	share float64
}

// hold notes which mechanisms each case is about.
func (l *Library) hold() {
	for _, e := range l.entries {
		e.mechanisms = distinct(e.c.Mechanisms)
	}
	if l.mechanisms == nil {
		return
	}
	numbers := map[string]int{}
	for m, t := range l.mechanisms.terms {
		numbers[t.Slug] = m
	}
	l.holders = make([][]holder, len(l.mechanisms.terms))
	for n, e := range l.entries {
		if len(e.mechanisms) == 0 {
			e.mechanisms = l.guess(e.c)
		}
		for i, slug := range e.mechanisms {
			if m, known := numbers[slug]; known {
				share := shares[min(i, len(shares)-1)]
				e.held = append(e.held, holding{m, share})
				l.holders[m] = append(l.holders[m], holder{n, share})
			}
		}
	}
}

// addMeant adds what the mechanisms that q may tell of weigh for the cases about them.
func (l *Library) addMeant(sums []float32, q *query) {
	for m, likely := range q.likely {
		if likely < leastLikely {
			continue
		}
		for _, h := range l.holders[m] {
			sums[h.entry] += float32(meaningWeight * likely * h.share)
		}
	}
}

// meaningPieces says which mechanisms q and e have in common.
func (l *Library) meaningPieces(out []piece, q *query, e *entry) []piece {
	if q.likely == nil {
		return out
	}
	for _, h := range e.held {
		if likely := q.likely[h.mechanism]; likely >= leastLikely {
			at, quoted := l.mechanisms.because(q, &l.words, h.mechanism)
			name := &l.mechanisms.terms[h.mechanism].Name
			out = append(out, piece{
				kind: ByMeaning, at: at, quoted: quoted, field: "mechanisms",
				found: name.In([languages]string{"en", "ko"}[q.lang]), weight: meaningWeight * likely * h.share, name: name,
			})
		}
	}
	return out
}

// maxBecause is how many words are quoted that speak for a mechanism; maxBecauseText is how
// much of an alert is quoted where none does.
const (
	maxBecause     = 3
	maxBecauseText = 60
)

// because quotes the words of q that speak most for a mechanism, as they stand in it.
func (r *recogniser) because(q *query, v *vocabulary, mechanism int) (first span, quoted string) {
	type reason struct {
		at     span
		weight float64
	}
	var reasons []reason
	for _, s := range q.sights {
		said := r.said.of(s.id)
		if weight, ok := saidFor(said, int32(mechanism)); ok {
			reasons = append(reasons, reason{s.at, v.terms[s.id].frame * (float64(weight) + r.base[mechanism])})
		}
	}
	slices.SortFunc(reasons, func(a, b reason) int { return byWeight(a.weight, b.weight) })
	var kept []span
	for _, x := range reasons {
		if len(kept) < maxBecause && !slices.ContainsFunc(kept, x.at.touches) {
			kept = append(kept, x.at)
		}
	}
	if len(kept) == 0 { // no word speaks for it, only what the vocabulary made of some
		return span{}, head(q.text, maxBecauseText)
	}
	slices.SortFunc(kept, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	var words []string
	for _, at := range kept {
		words = append(words, at.of(q.text))
	}
	return kept[0], strings.Join(words, ", ")
}

// saidFor is how much a feature speaks for a mechanism. It is asked for all words of an alert.
func saidFor(said []saidOf, mechanism int32) (weight float32, ok bool) {
	from, to := 0, len(said)
	for from < to {
		switch half := (from + to) / 2; {
		case said[half].mechanism < mechanism:
			from = half + 1
		case said[half].mechanism > mechanism:
			to = half
		default:
			return said[half].weight, true
		}
	}
	return 0, false
}

// meaning is the chance that q tells of a mechanism that e is about.
func (q *query) meaning(e *entry) float64 {
	sum := 0.0
	if q.likely != nil {
		for _, h := range e.held {
			sum += q.likely[h.mechanism] * h.share
		}
	}
	return min(sum, 1)
}
