package bot

import "incidentlib/matcher"

// Care says how strong the evidence must be before the bot speaks unasked.
type Care string

// Of the labelled alerts, each judged by weights that were fitted to others, replies at these
// levels put a relevant case first in the shares told here.
const (
	Careful  Care = "careful"  // nineteen in twenty
	Balanced Care = "balanced" // nine in ten
	Eager    Care = "eager"    // whenever a case may help
)

// Least is the confidence from which the bot speaks. An unknown Care is careful.
func (c Care) Least() float64 {
	switch c {
	case Eager:
		return 0.3
	case Balanced:
		return 0.45
	}
	return 0.6
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

// Decide decides about an alert and its matches, best first, found without votes. It touches
// nothing. When it decides for silence, Picks are the near misses.
func Decide(a matcher.Alert, found []matcher.Match, care Care) Decision {
	return decide(a, found, found, care)
}

// decide is Decide with votes heeded in what was found, and not in unvoted.
func decide(a matcher.Alert, found, unvoted []matcher.Match, care Care) Decision {
	d := Decision{Picks: picks(found), Confidence: confidence(found, unvoted)}
	switch why := reasonOf(a.Kind); {
	case why != "":
		d.Reason = why
	case len(found) == 0:
		d.Reason = NoCase
	case d.Confidence < care.Least():
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
