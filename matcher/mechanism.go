package matcher

import "math"

// A recogniser says by which mechanism an alert may have come about: a connection table that
// is full, a health check that takes healthy servers out. The vocabulary tells what alerts,
// logs and people say of each. So an alert finds the cases that failed the same way, though
// they may share no word with it.
//
// It is naive Bayes: a word that is likelier in what is said of a mechanism than elsewhere
// speaks for it. So does a pair of words, or a symptom or component that is spoken of.
type recogniser struct {
	terms  []Term
	said   lists[saidOf]         // by termID
	linked map[spokenOf][]saidOf // what the vocabulary links a text to
	base   []float64             // by mechanism: what a feature that nobody said of it speaks against it
}

// saidOf is how much a feature speaks for a mechanism, beyond base. Lists are in the order of
// the mechanisms.
type saidOf struct {
	mechanism int32
	weight    float32
}

const (
	// smoothing is how many features, as they are said of all mechanisms, are added to those
	// of each, so that one word nobody thought of does not decide.
	smoothing = 1000
	// temper times the root of the weight of all features divides the sums of naive Bayes,
	// which takes words that go together for witnesses of their own and so is too sure, the
	// more so the longer a text is.
	temper = 0.65
)

// newRecogniser counts what is said of each mechanism, and numbers the words in v.
func newRecogniser(mechanisms []Term, told []telling, v *vocabulary) *recogniser {
	r := &recogniser{terms: mechanisms, linked: map[spokenOf][]saidOf{}}
	words, links := map[termID][]saidOf{}, map[spokenOf][]saidOf{}
	sums, all := make([]float64, len(mechanisms)), 0.0
	for _, t := range told {
		n := 0
		for _, id := range t.number(v) {
			words[id] = once(words[id], t.mechanism)
			n++
		}
		for _, k := range t.links {
			links[k] = once(links[k], t.mechanism)
			n++
		}
		sums[t.mechanism] += float64(n)
		all += float64(n)
	}
	for _, sum := range sums {
		r.base = append(r.base, math.Log(smoothing/(sum+smoothing)))
	}
	r.said = listed(len(v.terms), func(id int) []saidOf { return weighed(words[termID(id)], all) })
	for k, counts := range links {
		r.linked[k] = weighed(counts, all)
	}
	return r
}

// once counts a feature once more for the mechanism that is counted last.
func once(counts []saidOf, mechanism int) []saidOf {
	if n := len(counts); n > 0 && counts[n-1].mechanism == int32(mechanism) {
		counts[n-1].weight++
		return counts
	}
	return append(counts, saidOf{int32(mechanism), 1})
}

// weighed turns how often a feature is said of each mechanism into how much it speaks for it.
func weighed(counts []saidOf, all float64) []saidOf {
	total := 0.0
	for _, c := range counts {
		total += float64(c.weight)
	}
	for i := range counts {
		counts[i].weight = float32(math.Log(1 + float64(counts[i].weight)*all/(smoothing*total)))
	}
	return counts
}

// recognise gives each mechanism its share of likeliness, and all together 1. A text without
// a word that is said of any has none.
func (r *recogniser) recognise(q *query, links []Link, v *vocabulary) []float64 {
	sums := make([]float64, len(r.terms))
	weight := 0.0
	add := func(said []saidOf, share float64) {
		if len(said) == 0 {
			return
		}
		weight += share
		for _, s := range said {
			sums[s.mechanism] += share * float64(s.weight)
		}
	}
	for _, s := range q.sights {
		add(r.said.of(s.id), v.terms[s.id].frame)
	}
	for _, k := range links {
		if kindOf[k.Field] != "" {
			add(r.linked[spokenOf{k.Field, k.Slug}], 1)
		}
	}
	if weight == 0 {
		return nil
	}
	doubt := max(1, temper*math.Sqrt(weight))
	most := math.Inf(-1)
	for m := range sums {
		sums[m] = (sums[m] + weight*r.base[m]) / doubt
		most = max(most, sums[m])
	}
	all := 0.0
	for m := range sums {
		sums[m] = math.Exp(sums[m] - most)
		all += sums[m]
	}
	for m := range sums {
		sums[m] /= all
	}
	return sums
}
