package matcher

import (
	"context"
	"slices"
)

// A posting says how much a term counts in an entry: the part of BM25 that does not
// depend on the alert.
type posting struct {
	entry int32
	part  float32
}

// A scored is an entry, by number, and what its pieces weigh.
type scored struct {
	entry  int
	weight float64
}

// A postings is the postings of all terms, one after the other: there are so many terms that
// a list of its own for each would take more memory than what is in it.
type postings struct {
	all   []posting
	start []int32 // by termID: where the postings of a term begin; those of the next end them
}

func (p *postings) of(id termID) []posting { return p.all[p.start[id]:p.start[id+1]] }

// post lists for each term the entries that have it.
func (l *Library) post() {
	p := postings{start: make([]int32, len(l.words.terms)+1)}
	for id, n := range l.words.cases {
		p.start[id+1] = p.start[id] + int32(n)
	}
	p.all = make([]posting, p.start[len(l.words.cases)])
	next := slices.Clone(p.start)
	for n, e := range l.entries {
		for lang := range e.sides {
			for i, id := range e.sides[lang].ids {
				part := float32(l.part(e, lang, e.sides[lang].uses[i]))
				if last := next[id] - 1; last >= p.start[id] && p.all[last].entry == int32(n) {
					p.all[last].part = max(p.all[last].part, part)
					continue
				}
				p.all[next[id]] = posting{int32(n), part}
				next[id]++
			}
		}
	}
	l.postings = p
}

// spare is how many more cases are ranked than wanted, since some of them may say that
// they are not the alert.
const spare = 10

// rank orders the cases that share anything with q, best first, at most top of them. It
// adds up what weigh finds, for all cases at once.
func (l *Library) rank(ctx context.Context, q *query, top int) ([]scored, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sums := make([]float32, len(l.entries))
	for _, t := range q.terms {
		weight := float32(t.weight)
		for _, p := range l.postings.of(t.id) {
			sums[p.entry] += weight * p.part
		}
	}
	l.addFiled(sums, q)
	l.addMeant(sums, q)
	for _, n := range l.withSignals(q) {
		for _, p := range l.signalPieces(nil, q, l.entries[n]) {
			sums[n] += float32(p.weight)
		}
	}
	for n, s := range l.shifts(q) {
		sums[n] *= float32(1 + s.share)
	}
	var out []scored
	for _, s := range best(sums, min(top, len(sums))+spare) {
		if len(out) < top && !l.rulesOut(l.entries[s.entry], q) {
			out = append(out, s)
		}
	}
	return out, nil
}

// addFiled adds what the symptoms and components that q speaks of, in their own words or by
// the vocabulary, weigh for the cases filed under them.
func (l *Library) addFiled(sums []float32, q *query) {
	for i := range l.slugs {
		s := &l.slugs[i]
		weight := 0.0
		if _, ok := s.in(q); ok {
			weight += s.weight
		}
		if said, ok := q.links[s.of]; ok {
			weight += said.share * l.rarityIn(len(s.entries))
		}
		for _, n := range s.entries {
			sums[n] += float32(weight)
		}
	}
}

// withSignals lists the entries that may have a signal in q, each once.
func (l *Library) withSignals(q *query) []int {
	var out []int
	for _, s := range q.sights {
		out = append(out, l.anchored[s.id]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// best is the entries with the largest sums above zero, largest first, at most n. Of equal
// ones that given earlier goes first.
func best(sums []float32, n int) []scored {
	var out []scored
	for i, sum := range sums {
		s := scored{i, float64(sum)}
		if s.weight <= 0 || n <= 0 || len(out) == n && s.weight <= out[n-1].weight {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, s.weight, func(other scored, weight float64) int {
			if other.weight >= weight {
				return -1
			}
			return 1
		})
		out = slices.Insert(out[:min(len(out), n-1)], at, s)
	}
	return out
}
