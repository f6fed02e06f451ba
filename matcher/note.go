package matcher

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// read notes the words and pairs of words of text that v knows.
func (q *query) read(text string, v *vocabulary) {
	line, pos := int32(0), 0
	unknown := map[string]bool{}
	for _, w := range q.found {
		line += newlines(text[min(pos, w.at.start):w.at.start])
		pos = max(pos, w.at.start)
		at := q.note(w.id, w.at, line)
		if w.whole {
			continue
		}
		switch {
		case at == nil && !unknown[w.term]:
			unknown[w.term] = true
			q.told += frameWeight(w.term)
		case at != nil && at.part < 0:
			q.told += v.terms[w.id].frame
		}
		q.join(text, w, line, v)
		q.addPart(w)
	}
	line, pos = 0, 0
	pairs(text, q.found, func(a, b word) {
		line += newlines(text[pos:b.at.start])
		pos = b.at.start
		if id := v.pairs.of(a.id, b.id); id != 0 {
			q.note(id, b.at, line)
		}
	})
}

func newlines(s string) int32 { return int32(strings.Count(s, "\n")) }

// note notes that a term stands at a place; nil when the library does not know it.
func (q *query) note(id termID, at span, line int32) *sight {
	if id == noTerm {
		return nil
	}
	if q.seen[id] == 0 {
		q.sights = append(q.sights, sight{id: id, at: at, part: -1, last: -1})
		q.seen[id] = int32(len(q.sights))
	}
	s := &q.sights[q.seen[id]-1]
	if s.last != line && s.lines < maxRepeats {
		s.lines, s.last = s.lines+1, line
	}
	return s
}

// join notes two words with a space between as one: "core dns" is CoreDNS.
func (q *query) join(text string, w word, line int32, v *vocabulary) {
	n := len(q.parts)
	if n == 0 {
		return
	}
	before := q.parts[n-1].at
	if before.end+1 != w.at.start || text[before.end] != ' ' {
		return
	}
	// Asked for and forgotten: no string is made for every two words.
	joined := appendLower(make([]byte, 0, 2*maxTerm), before.of(text))
	joined = appendLower(joined, w.at.of(text))
	if id, ok := v.spelled[string(joined)]; ok && id != stopTerm {
		q.note(id, span{before.start, w.at.end}, line)
	}
}

// appendLower appends s in lower case.
func appendLower(out []byte, s string) []byte {
	for _, r := range s {
		out = utf8.AppendRune(out, unicode.ToLower(r))
	}
	return out
}

func (q *query) addPart(w word) {
	n := int32(len(q.parts))
	q.parts = append(q.parts, part{w.id, w.at, -1})
	if w.id == noTerm {
		return
	}
	s := &q.sights[q.seen[w.id]-1]
	if s.part < 0 {
		s.part = n
	} else {
		q.parts[s.lastPart].next = n
	}
	s.lastPart = n
}
