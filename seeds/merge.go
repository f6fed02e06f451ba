package seeds

import (
	"strings"

	"incidentlib/matcher"
)

// Merge returns a team's own cases followed by the bundled ones. A bundled case
// whose ID an own case has, in any letter case, is left out: the team knows better.
func Merge(own, bundled []*matcher.Case) []*matcher.Case {
	merged := make([]*matcher.Case, 0, len(own)+len(bundled))
	taken := map[string]bool{}
	for _, c := range own {
		taken[strings.ToLower(c.ID)] = true
		merged = append(merged, c)
	}
	for _, c := range bundled {
		if !taken[strings.ToLower(c.ID)] {
			merged = append(merged, c)
		}
	}
	return merged
}
