package matcher

import "strings"

// pairMark stands between the words of a pair; no other term has it.
const pairMark = "\x01"

// pairWeight is what a pair is worth beside its two words. Public collections of alerts
// gain up to 0.4 and of claims lose from 0.4 on; see the yardsticks.
const pairWeight = 0.3

// pairs gives the words that stand together on a line, two and two: "health check" says more
// than health and check. Each is at the place of its second word.
func pairs(text string, in []word) []word {
	var out []word
	last := -1
	for i, w := range in {
		if w.whole {
			continue
		}
		if last >= 0 && together(text, in[last], w) {
			out = append(out, word{term: in[last].term + pairMark + w.term, at: w.at, whole: true})
		}
		last = i
	}
	return out
}

func together(text string, a, b word) bool {
	gap := b.at.start - a.at.end
	return gap >= 0 && gap <= maxGap && !strings.Contains(text[a.at.end:b.at.start], "\n") && len(a.term)+len(b.term) < maxTerm
}

func isPair(term string) bool { return strings.Contains(term, pairMark) }
