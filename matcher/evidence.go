package matcher

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxEvidence is how many likenesses a match lists. What is left is summed up in
// the last one, so that the weights still make the score.
const maxEvidence = 12

// maxQuote is how long a quotation may be, in characters.
const maxQuote = 200

// order is the place of k among the kinds of likeness, the most telling first.
func (k EvidenceKind) order() int {
	switch k {
	case BySignal:
		return 0
	case BySymptom:
		return 1
	case ByComponent:
		return 2
	}
	return 3
}

// evidence is pieces as a reader wants them: one likeness for one place in the
// alert, words that stand together in both shown together, strongest first, what is left over last.
func evidence(q *query, e *entry, pieces []piece) []Evidence {
	placed, whole := apart(pieces)
	pieces = append(join(q, e, overlay(placed)), whole...)
	slices.SortFunc(pieces, func(a, b piece) int { return byWeight(a.weight, b.weight) })
	shown := pieces[:min(len(pieces), maxEvidence)]
	out := make([]Evidence, len(shown))
	for i, p := range shown {
		out[i] = Evidence{Kind: p.kind, Query: quotation(p.quote(q)), Field: p.field, Found: quotation(p.found), Weight: p.weight}
		if p.name != nil {
			out[i].Name = *p.name
		}
	}
	if rest := pieces[len(shown):]; len(rest) > 0 {
		out[len(out)-1] = sum(out[len(out)-1], rest, q)
	}
	return out
}

// quote is what of the query p is about.
func (p *piece) quote(q *query) string {
	if p.quoted != "" {
		return p.quoted
	}
	return p.at.of(q.text)
}

// apart takes what is about the alert as a whole from what stands at one place of it.
func apart(pieces []piece) (placed, whole []piece) {
	placed = pieces[:0]
	for _, p := range pieces {
		if p.quoted != "" {
			whole = append(whole, p)
		} else {
			placed = append(placed, p)
		}
	}
	return placed, whole
}

// sum is several likenesses as one; as many of them are quoted as there is room for.
func sum(total Evidence, rest []piece, q *query) Evidence {
	for _, p := range rest {
		if len(total.Query) < restQuote {
			total.Query += ", " + p.quote(q)
			total.Found += ", " + p.found
		}
		total.Weight += p.weight
	}
	total.Query, total.Found = quotation(total.Query), quotation(total.Found)
	return total
}

// quotation is s on one line and not too long.
func quotation(s string) string {
	if !oneLine(s) {
		s = strings.Join(strings.Fields(s), " ")
	}
	if short := head(s, maxQuote); short != s {
		return head(s, maxQuote-1) + "…"
	}
	return s
}

// oneLine says whether s is words in ASCII with one space between, as most quotations are.
func oneLine(s string) bool {
	space := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= utf8.RuneSelf || space && s[i] == ' ' {
			return false
		}
		space = s[i] == ' '
	}
	return !space || s == ""
}
