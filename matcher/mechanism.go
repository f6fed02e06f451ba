package matcher

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// A recogniser says by which mechanism an alert may have come about: a connection table that
// is full, a health check that takes healthy servers out. The vocabulary tells what alerts,
// logs and people say of each. So an alert finds the cases that failed the same way, though
// they may share no word with it.
//
// It is naive Bayes: a word that is likelier in what is said of a mechanism than elsewhere
// speaks for it.
type recogniser struct {
	terms []Term
	ids   map[string]int // of features
	said  [][]saidOf     // by feature
	base  []float64      // by mechanism: what a feature that nobody said of it speaks against it
}

// saidOf is how much a feature speaks for a mechanism, beyond base.
type saidOf struct {
	mechanism int
	weight    float64
}

// A feature is one thing about a text that may speak for a mechanism: a word, a pair of words,
// or a symptom or component that the vocabulary finds in it.
type feature struct {
	name string
	at   span
}

const (
	// smoothing is how many features, as they are said of all mechanisms, are added to those
	// of each, so that one word nobody thought of does not decide.
	smoothing = 1000
	// temper divides the sums of naive Bayes, which takes words that go together for
	// witnesses of their own and so is far too sure.
	temper = 4.0
)

// newRecogniser counts what is said of each mechanism.
func newRecogniser(mechanisms []Term, linker *Linker) *recogniser {
	r := &recogniser{terms: mechanisms, ids: map[string]int{}, base: make([]float64, len(mechanisms))}
	var counts []map[int]float64 // by feature, then mechanism
	var total []float64          // by feature
	sums, all := make([]float64, len(mechanisms)), 0.0
	for m, sayings := range read(mechanisms, linker) {
		for _, features := range sayings {
			for _, f := range features {
				id, known := r.ids[f.name]
				if !known {
					id = len(counts)
					r.ids[f.name] = id
					counts, total = append(counts, map[int]float64{}), append(total, 0)
				}
				counts[id][m]++
				total[id]++
				sums[m]++
				all++
			}
		}
	}
	for m, sum := range sums {
		r.base[m] = math.Log(smoothing / (sum + smoothing))
	}
	r.said = make([][]saidOf, len(counts))
	for id, by := range counts {
		for m := range mechanisms {
			if n := by[m]; n > 0 {
				r.said[id] = append(r.said[id], saidOf{m, math.Log(1 + n*all/(smoothing*total[id]))})
			}
		}
	}
	return r
}

// read takes all sayings of each mechanism apart, on all processors: there are thousands.
func read(mechanisms []Term, linker *Linker) [][][]feature {
	out := make([][][]feature, len(mechanisms))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for m := int(next.Add(1)) - 1; m < len(mechanisms); m = int(next.Add(1)) - 1 {
				for _, text := range mechanisms[m].sayings() {
					out[m] = append(out[m], featuresOf(text, linker))
				}
			}
		})
	}
	all.Wait()
	return out
}

// sayings are all texts that tell of t, each a witness of its own.
func (t *Term) sayings() []string {
	out := append([]string{t.Name.En + "\n" + t.Name.Ko + "\n" + t.About}, t.Says...)
	out = append(out, t.Phrases...)
	return append(out, t.Alerts...)
}

// featuresOf lists the features of a text, each once.
func featuresOf(text string, linker *Linker) []feature {
	text = clean(text)
	bare := masked(text)
	found := words(bare)
	return features(found, pairs(bare, found), linker.Link(text))
}

func features(found, pairs []word, links []Link) []feature {
	var out []feature
	seen := make(map[string]bool, len(found)+len(pairs))
	add := func(name string, at span) {
		if !seen[name] {
			seen[name] = true
			out = append(out, feature{name, at})
		}
	}
	for _, w := range found {
		add(w.term, w.at)
	}
	for _, w := range pairs {
		add(w.term, w.at)
	}
	for _, k := range links {
		if kindOf[k.Field] != "" {
			add(k.Field+":"+k.Slug, k.at)
		}
	}
	return out
}

// recognise gives each mechanism its share of likeliness, and all together 1. A text without
// a word that is said of any has none.
func (r *recogniser) recognise(fs []feature) []float64 {
	sums := make([]float64, len(r.terms))
	weight, known := 0.0, false
	for _, f := range fs {
		id, ok := r.ids[f.name]
		if !ok {
			continue
		}
		known = true
		share := frameWeight(f.name)
		weight += share
		for _, s := range r.said[id] {
			sums[s.mechanism] += share * s.weight
		}
	}
	if !known {
		return nil
	}
	most := math.Inf(-1)
	for m := range sums {
		sums[m] = (sums[m] + weight*r.base[m]) / temper
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
