package bot

import (
	"slices"
	"strings"

	"incidentlib/matcher"
)

// Lacks says what would have spoken for a case and is not in the alert: its signals, the
// symptoms and components it is filed under, the way it failed. It is what a near miss lacked.
type Lacks struct {
	Signals    []string `json:"signals"`
	Symptoms   []string `json:"symptoms"`
	Components []string `json:"components"`
	Mechanisms []string `json:"mechanisms"` // slugs; empty when the alert tells of one of them
}

// LacksOf compares a match with its case.
func LacksOf(m matcher.Match) Lacks {
	found := map[string]bool{}
	for _, e := range m.Evidence {
		if e.Kind == matcher.BySignal || e.Kind == matcher.BySymptom || e.Kind == matcher.ByComponent {
			found[strings.ToLower(e.Found)] = true
		}
	}
	missing := func(all []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return found[strings.ToLower(s)] })
	}
	l := Lacks{Signals: missing(m.Case.Signals), Symptoms: missing(m.Case.Symptoms), Components: missing(m.Case.Components)}
	if m.Meaning < 0.5 {
		l.Mechanisms = slices.Clone(m.Case.Mechanisms)
	}
	return l
}
