package matcher

import (
	"cmp"
	"slices"
	"strings"
)

// maxGap is how much may stand between two words of one likeness, in bytes: a
// space, a bracket, a short word.
const maxGap = 8

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
