package matcher

import "strings"

// pairWeight is what a pair is worth beside its two words. Public collections of alerts
// gain up to 0.4 and of claims lose from 0.4 on; see the yardsticks.
const pairWeight = 0.3

// pairs calls pair with the words that stand together on a line, two and two: "health check"
// says more than health and check.
func pairs(text string, in []word, pair func(a, b word)) {
	last := -1
	for i, w := range in {
		if w.whole {
			continue
		}
		if last >= 0 && together(text, in[last], w) {
			pair(in[last], w)
		}
		last = i
	}
}

func together(text string, a, b word) bool {
	gap := b.at.start - a.at.end
	return gap >= 0 && gap <= maxGap && !strings.Contains(text[a.at.end:b.at.start], "\n") && len(a.term)+len(b.term) < maxTerm
}
