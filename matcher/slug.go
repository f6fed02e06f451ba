package matcher

import "strings"

// slugShare is what a component or symptom named by the alert adds to the weight
// of its words: it is what the case is filed under, not a word in passing.
const slugShare = 0.5

// A slug is a component or symptom that cases are filed under, as its words:
// "cloud-load-balancer".
type slug struct {
	of      spokenOf
	entries []int  // filed under it
	joined  termID // written as one word; -1 where no case has it so
	parts   []termID
	weight  float64
}

func (l *Library) newSlug(of spokenOf, entries []int) slug {
	s := slug{of: of, entries: entries, joined: -1}
	for _, w := range l.words.read(clean(of.slug)) {
		id := w.id
		switch {
		case id == noTerm || l.words.terms[id].cases == 0:
		case w.whole:
			s.joined = id
		default:
			s.parts = append(s.parts, id)
			s.weight += slugShare * l.rarity(id)
		}
	}
	if len(s.parts) == 1 && s.joined < 0 {
		s.joined = s.parts[0]
	}
	return s
}

// in finds the slug in q: in one word (coredns for CoreDNS), or its words in a
// row. Of three words or more one may lack at either end: a cloud-load-balancer is
// found in "load balancer".
func (s *slug) in(q *query) (span, bool) {
	if seen, ok := q.sight(s.joined); ok {
		return seen.at, true
	}
	n := len(s.parts)
	if n < 2 {
		return span{}, false
	}
	if at, ok := q.row(s.parts); ok || n == 2 {
		return at, ok
	}
	if at, ok := q.row(s.parts[1:]); ok {
		return at, ok
	}
	return q.row(s.parts[:n-1])
}

// row finds terms next to each other, in this order.
func (q *query) row(terms []termID) (span, bool) {
	seen, ok := q.sight(terms[0])
	if !ok {
		return span{}, false
	}
next:
	for i := int(seen.part); i >= 0; i = int(q.parts[i].next) {
		if i+len(terms) > len(q.parts) {
			break
		}
		for k := 1; k < len(terms); k++ {
			a, b := q.parts[i+k-1], q.parts[i+k]
			if b.id != terms[k] || b.at.start-a.at.end > 2 || strings.Contains(q.text[min(a.at.end, b.at.start):b.at.start], "\n") {
				continue next
			}
		}
		return span{q.parts[i].at.start, q.parts[i+len(terms)-1].at.end}, true
	}
	return span{}, false
}

// slugPieces finds the components and symptoms of e in q.
func (l *Library) slugPieces(out []piece, q *query, e *entry) []piece {
	for _, n := range e.filed {
		s := &l.slugs[n]
		if at, ok := s.in(q); ok {
			out = append(out, piece{kind: kindOf[s.of.field], at: at, field: s.of.field, found: s.of.slug, weight: s.weight})
		}
	}
	return out
}
