package bot

import (
	"math"

	"incidentlib/matcher"
)

// Care says how strong the evidence must be before the bot speaks unasked.
type Care string

const (
	Careful  Care = "careful"  // speaks when it would be right about nine times in ten
	Balanced Care = "balanced" // about three times in four
	Eager    Care = "eager"    // whenever a case is more likely than not
)

// least is the confidence from which the bot speaks. An unknown Care is careful.
func (c Care) least() float64 {
	switch c {
	case Eager:
		return 0.5
	case Balanced:
		return 0.65
	}
	return 0.8
}

// Decision says whether to speak about an alert, and why.
type Decision struct {
	Reason     Reason
	Speak      bool
	Confidence float64 // chance that the first case is relevant, 0 to 1; 0 without a case
	Picks      []matcher.Match
}

// Finds is how many cases are found before a decision: one reply shows the best and two
// in a line each.
const Finds = 3

// Decide decides about an alert and its matches, best first. It touches nothing. When it
// decides for silence, Picks are the near misses.
func Decide(a matcher.Alert, found []matcher.Match, care Care) Decision {
	d := Decision{Picks: picks(found), Confidence: confidence(found)}
	switch why := reasonOf(a.Kind); {
	case why != "":
		d.Reason = why
	case len(found) == 0:
		d.Reason = NoCase
	case d.Confidence < care.least():
		d.Reason = Weak
	default:
		d.Reason, d.Speak = Answered, true
	}
	return d
}

// picks keeps the best match and those near it: a runner-up with less than half of the
// best score says more about the library than about the alert.
func picks(found []matcher.Match) []matcher.Match {
	var near []matcher.Match
	for _, m := range found {
		if len(near) < Finds && m.Score >= found[0].Score/2 {
			near = append(near, m)
		}
	}
	return near
}

// confidence turns evidence into a chance. These weights were set by hand and are not yet
// fitted to labelled alerts: a specific signal of the case is enough to speak with care,
// and so is a case that has nearly all words of the alert, or a component and a symptom
// together that lead over the next case. Some shared words are not.
func confidence(found []matcher.Match) float64 {
	if len(found) == 0 {
		return 0
	}
	best := found[0]
	sum := map[matcher.EvidenceKind]float64{}
	for _, e := range best.Evidence {
		sum[e.Kind] += e.Weight
	}
	x := -2.8 + 0.22*min(sum[matcher.BySignal], 20) + 0.03*min(best.Score, 40)
	x += 2.5*lead(found) + 10*math.Pow(max(0, best.Coverage-0.4), 2)
	x += 0.07 * (min(sum[matcher.ByComponent], 12) + min(sum[matcher.BySymptom], 12))
	return math.Round(100/(1+math.Exp(-x))) / 100
}

// lead is how far the best match is ahead: 0 beside an equal one, 1 alone.
func lead(found []matcher.Match) float64 {
	if len(found) < 2 {
		return 1
	}
	return 1 - found[1].Score/found[0].Score
}
