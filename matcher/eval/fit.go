package eval

import (
	"math"
	"slices"
)

// Sample is one answered question: what was seen, and whether the answer was right.
type Sample struct {
	ID       string
	Features []float64 // the same number for all samples
	Right    bool
	Group    string  // samples of one group are never on both sides of a test
	Weight   float64 // how much it counts; 0 counts as 1
}

// ridge keeps the weights of a small set small.
const ridge = 0.001

// Fit fits a logistic regression: the first weight is the bias, the others belong to the
// features in their order. Features should be of the size of 1.
func Fit(samples []Sample) []float64 {
	if len(samples) == 0 {
		return nil
	}
	w := make([]float64, 1+len(samples[0].Features))
	all := 0.0
	for _, s := range samples {
		all += s.weight()
	}
	const steps, rate = 4000, 1.0
	gradient := make([]float64, len(w))
	for range steps {
		clear(gradient)
		for _, s := range samples {
			off := s.weight() * (Chance(w, s.Features) - float64(one(s.Right)))
			gradient[0] += off
			for i, x := range s.Features {
				gradient[i+1] += off * x
			}
		}
		for i := range w {
			g := gradient[i] / all
			if i > 0 {
				g += ridge * w[i]
			}
			w[i] -= rate * g
		}
	}
	return w
}

func (s Sample) weight() float64 {
	if s.Weight == 0 {
		return 1
	}
	return s.Weight
}

// Chance is what weights make of features, 0 to 1.
func Chance(weights, features []float64) float64 {
	x := weights[0]
	for i, f := range features {
		x += weights[i+1] * f
	}
	return 1 / (1 + math.Exp(-x))
}

// CrossValidate gives for each sample the chance by weights fitted without its fold. Groups
// are dealt out over the folds by their names, so the same samples give the same folds.
func CrossValidate(samples []Sample, folds int) []float64 {
	var groups []string
	for _, s := range samples {
		if !slices.Contains(groups, s.Group) {
			groups = append(groups, s.Group)
		}
	}
	slices.Sort(groups)
	fold := func(s Sample) int { return slices.Index(groups, s.Group) % folds }
	out := make([]float64, len(samples))
	for f := range folds {
		var rest []Sample
		for _, s := range samples {
			if fold(s) != f {
				rest = append(rest, s)
			}
		}
		weights := Fit(rest)
		for i, s := range samples {
			if fold(s) == f && weights != nil {
				out[i] = Chance(weights, s.Features)
			}
		}
	}
	return out
}
