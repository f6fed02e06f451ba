// Package eval scores what a matcher and a decision made of labelled alerts. It only
// counts: whoever calls it did the finding and the deciding.
package eval

import (
	"cmp"
	"math"
	"slices"
)

// Result is what was made of one labelled message.
type Result struct {
	ID       string
	Labels   map[string]string // what to split by: "lang", "closeness", "form", "category"
	Negative bool              // no reply is right
	NearMiss bool              // a negative that shares words with real incidents
	Grades   map[string]int    // of the cases judged relevant: 1 or 2; empty when the library has none
	Ranked   []string          // ids of the cases found, best first
	Spoke    bool              // a reply would have been posted
	// Confidence is the chance that the first case is relevant, as it was told.
	Confidence float64
}

// first says whether the first case found is relevant.
func (r Result) first() bool { return len(r.Ranked) > 0 && r.Grades[r.Ranked[0]] > 0 }

// rank is the place of the first relevant case, from 1; 0 when none was found.
func (r Result) rank() int {
	return 1 + slices.IndexFunc(r.Ranked, func(id string) bool { return r.Grades[id] > 0 })
}

// Report is the score of a set of results.
type Report struct {
	Alerts    int     `json:"alerts"`    // with a relevant case in the library
	Uncovered int     `json:"uncovered"` // alerts without one
	Hit1      Share   `json:"hit_at_1"`
	Hit3      Share   `json:"hit_at_3"`
	MRR       float64 `json:"mrr"`       // mean of 1 / place of the first relevant case
	Answered  Share   `json:"answered"`  // of the alerts with a relevant case
	Precision Share   `json:"precision"` // of the replies posted to alerts: first case relevant
	False     Share   `json:"false_replies"`
	NearMiss  Share   `json:"false_near_misses"` // of the near misses among the negatives
	// Calibration is the mean distance of the confidence told and the share that was
	// right, over ten bins weighed by what is in them; 0 is perfect.
	Calibration float64                      `json:"calibration_error"`
	Splits      map[string]map[string]Report `json:"splits,omitempty"` // by label, then value
}

// Score scores results, and each split by the named labels.
func Score(results []Result, labels ...string) Report {
	r := score(results)
	for _, label := range labels {
		parts := map[string][]Result{}
		for _, x := range results {
			if v := x.Labels[label]; v != "" {
				parts[v] = append(parts[v], x)
			}
		}
		if r.Splits == nil {
			r.Splits = map[string]map[string]Report{}
		}
		r.Splits[label] = map[string]Report{}
		for v, part := range parts {
			r.Splits[label][v] = score(part)
		}
	}
	return r
}

func score(results []Result) Report {
	var r Report
	var hit1, hit3, answered, posted, right, negatives, wrong, near, nearWrong int
	var reciprocal float64
	for _, x := range results {
		if x.Negative {
			negatives += 1
			wrong += one(x.Spoke)
			near += one(x.NearMiss)
			nearWrong += one(x.NearMiss && x.Spoke)
			continue
		}
		posted += one(x.Spoke)
		right += one(x.Spoke && x.first())
		if len(x.Grades) == 0 {
			r.Uncovered++
			continue
		}
		r.Alerts++
		rank := x.rank()
		hit1 += one(rank == 1)
		hit3 += one(rank >= 1 && rank <= 3)
		answered += one(x.Spoke)
		if rank > 0 {
			reciprocal += 1 / float64(rank)
		}
	}
	r.Hit1, r.Hit3, r.Answered = share(hit1, r.Alerts), share(hit3, r.Alerts), share(answered, r.Alerts)
	r.Precision, r.False, r.NearMiss = share(right, posted), share(wrong, negatives), share(nearWrong, near)
	r.MRR = round(reciprocal / math.Max(1, float64(r.Alerts)))
	r.Calibration = round(calibration(results))
	return r
}

// calibration is over the alerts for which some case was found; negatives have no right
// first case and are left to the false replies.
func calibration(results []Result) float64 {
	const bins = 10
	var told, right, count [bins]float64
	var all float64
	for _, x := range results {
		if x.Negative || len(x.Ranked) == 0 {
			continue
		}
		bin := min(int(x.Confidence*bins), bins-1)
		told[bin] += x.Confidence
		right[bin] += float64(one(x.first()))
		count[bin]++
		all++
	}
	var sum float64
	for i := range count {
		sum += math.Abs(told[i] - right[i])
	}
	return sum / math.Max(1, all)
}

// Values lists the values of a split, the largest first.
func (r Report) Values(label string) []string {
	var out []string
	for v := range r.Splits[label] {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b string) int {
		x, y := r.Splits[label][a], r.Splits[label][b]
		return cmp.Or(cmp.Compare(y.Alerts+y.False.Of, x.Alerts+x.False.Of), cmp.Compare(a, b))
	})
	return out
}
