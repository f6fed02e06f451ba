package matcher

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxEvidence is how many likenesses a match lists. What is left is summed up in
// the last one, so that the weights still make the score.
const maxEvidence = 12

// maxGap is how much may stand between two words of one likeness, in bytes: a
// space, a bracket, a short word.
const maxGap = 8

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
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(b.weight, a.weight) })
	shown := pieces[:min(len(pieces), maxEvidence)]
	out := make([]Evidence, len(shown))
	for i, p := range shown {
		out[i] = Evidence{p.kind, quotation(p.quote(q)), p.field, quotation(p.found), p.weight}
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

// overlay makes pieces that lie over each other in the alert one, with all their
// weight, and reuses their memory. The longest that is more than a term says what it is.
func overlay(pieces []piece) []piece {
	slices.SortFunc(pieces, func(a, b piece) int {
		if a.at != b.at {
			return cmp.Or(a.at.start-b.at.start, b.at.end-a.at.end)
		}
		return a.kind.order() - b.kind.order()
	})
	out := pieces[:0]
	var lead piece // of the last of out
	for _, p := range pieces {
		n := len(out) - 1
		if n < 0 || !out[n].at.touches(p.at) {
			out, lead = append(out, p), p
			continue
		}
		if p.kind != ByTerm && (lead.kind == ByTerm || p.at.size() > lead.at.size()) {
			lead = p
		}
		at := span{out[n].at.start, max(out[n].at.end, p.at.end)}
		out[n] = piece{kind: lead.kind, at: at, field: lead.field, found: lead.found, weight: out[n].weight + p.weight}
	}
	return out
}

// join makes neighbours one where the case has the same words in the same row, and reuses
// their memory.
func join(q *query, e *entry, pieces []piece) []piece {
	var texts []string // the fields of e in lower case, once they are needed
	out := pieces[:0]
	for _, p := range pieces {
		n := len(out) - 1
		if n < 0 || p.kind != ByTerm || out[n].kind != ByTerm || !near(q.text, out[n].at, p.at) {
			out = append(out, p)
			continue
		}
		if texts == nil {
			texts = e.lower()
		}
		both := span{out[n].at.start, p.at.end}
		field, found, ok := e.phrase(texts, both.of(q.text), q.lang)
		if !ok {
			out = append(out, p)
			continue
		}
		out[n] = piece{kind: ByTerm, at: both, field: field, found: found, weight: out[n].weight + p.weight}
	}
	return out
}

func near(text string, a, b span) bool {
	return b.start-a.end <= maxGap && !strings.Contains(text[a.end:b.start], "\n")
}

func (e *entry) lowered() []string {
	out := make([]string, len(e.fields))
	for i, f := range e.fields {
		out[i] = lowerASCII(f.text)
	}
	return out
}

// phrase finds words in the fields of e as they stand, first in the language of
// the query.
func (e *entry) phrase(texts []string, words string, lang int) (field, found string, ok bool) {
	words = lowerASCII(words)
	for _, ownLanguage := range []bool{true, false} {
		for n, text := range texts {
			f := e.fields[n]
			if (f.lang == "ko") != (lang == inKorean) == ownLanguage {
				continue
			}
			i := strings.Index(text, words)
			if i >= 0 && edge(text, i) && edge(text, i+len(words)) {
				return f.name, f.text[i : i+len(words)], true
			}
		}
	}
	return "", "", false
}

// lowerASCII keeps every byte in its place.
func lowerASCII(s string) string {
	out := []byte(s)
	for i, c := range out {
		out[i] = lowerByte(c)
	}
	return string(out)
}

func lowerByte(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
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
