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

// maxPicks is how many cases one reply shows: the best and two in a line each.
const maxPicks = 3

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
		if len(near) < maxPicks && m.Score >= found[0].Score/2 {
			near = append(near, m)
		}
	}
	return near
}

// confidence turns evidence into a chance, before any is fitted to labelled alerts: a
// signal of the case says most, then the sum of all evidence, then the lead over the next case.
func confidence(found []matcher.Match) float64 {
	if len(found) == 0 {
		return 0
	}
	var signal, rest float64
	for _, e := range found[0].Evidence {
		if e.Kind == matcher.BySignal {
			signal += e.Weight
		} else {
			rest += e.Weight
		}
	}
	lead := 1.0
	if len(found) > 1 {
		lead = 1 - found[1].Score/found[0].Score
	}
	x := -2.2 + 0.5*signal + 0.12*rest + 1.5*lead
	return math.Round(100/(1+math.Exp(-x))) / 100
}
