package bot

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"incidentlib/matcher"
	"incidentlib/matcher/eval"
)

// confidence.json holds the weights that turn evidence into a chance, and the command that
// fitted them.
//
//go:embed confidence.json
var confidenceFile []byte

var weights = mustReadWeights(confidenceFile)

// Weights are fitted to labelled alerts.
type Weights struct {
	Made    string    `json:"made_by"`
	Names   []string  `json:"features"`
	Weights []float64 `json:"weights"` // the first is the bias
}

// mustReadWeights panics when the file does not fit Features: it is part of the program.
func mustReadWeights(data []byte) []float64 {
	var w Weights
	if err := json.Unmarshal(data, &w); err != nil {
		panic(fmt.Sprintf("confidence.json: %v", err))
	}
	if len(w.Weights) != 1+len(FeatureNames) {
		panic(fmt.Sprintf("confidence.json: %d weights for %d features: fit again", len(w.Weights), len(FeatureNames)))
	}
	return w.Weights
}

// FeatureNames name what Features returns.
var FeatureNames = []string{"meaning", "signals", "lead", "coverage"}

// Features are what the confidence in the first of the cases found without votes is made of, each
// from 0 to 1: the chance that it failed the way the alert tells of; its signals in the alert; its
// lead over the next, where anything else speaks for it; the share of the alert's words it has,
// where they say much.
func Features(found []matcher.Match) []float64 {
	best := found[0]
	signals := 0.0
	for _, e := range best.Evidence {
		if e.Kind == matcher.BySignal {
			signals += e.Weight
		}
	}
	signals = min(signals/enoughSignal, 1)
	support := max(best.Meaning, signals, best.Coverage)
	rare := min(best.Score/enoughScore, 1)
	return []float64{best.Meaning, signals, lead(found) * support, best.Coverage * best.Coverage * rare}
}

// enoughScore is the score from which on the words of an alert are many or rare enough for
// it to matter how many of them a case has.
const enoughScore = 40

// enoughSignal is the weight of signals beyond which more of them say no more.
const enoughSignal = 20

// confidence is the chance that the first of the found cases is relevant; unvoted is what is
// found when no votes are heeded. What people said of that case for such alerts halves the doubt
// at most, or takes all confidence. What they said of others changes nothing of it.
func confidence(found, unvoted []matcher.Match) float64 {
	if len(found) == 0 {
		return 0
	}
	chance := eval.Chance(weights, Features(withoutVotes(found[0], unvoted)))
	switch votes := found[0].Votes; {
	case votes > 0:
		chance += votes * (1 - chance) / 2
	case votes < 0:
		chance *= 1 + votes
	}
	return math.Round(100*chance) / 100
}

// withoutVotes is best, as it is without votes, before the other cases found then. Some of these
// may be stronger.
func withoutVotes(best matcher.Match, unvoted []matcher.Match) []matcher.Match {
	for _, e := range best.Evidence {
		if e.Kind == matcher.ByVote {
			best.Score -= e.Weight
		}
	}
	out := []matcher.Match{best}
	for _, m := range unvoted {
		if m.Case.ID != best.Case.ID {
			out = append(out, m)
		}
	}
	return out
}

// lead is how far the best match is ahead: 0 beside one as strong or stronger, 1 alone.
func lead(found []matcher.Match) float64 {
	if found[0].Score <= 0 {
		return 0 // nothing but filters was asked for
	}
	if len(found) < 2 {
		return 1
	}
	return max(0, 1-found[1].Score/found[0].Score)
}
