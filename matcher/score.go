package matcher

import "math"

// The two settings of BM25, k1 and b: how fast a repeated word stops counting, and how much of a
// case's length is held against it. Long cases are those of which much is known, told with much
// that is beside the point, so b is on the high side. So is k1: what a case says again and again is
// what it is about. Of public collections, alerts against runbooks gain most.
const (
	saturation    = 1.8
	lengthPenalty = 0.9
)

// A piece is one likeness of an alert and a case, before pieces that say the same
// are put together.
type piece struct {
	kind   EvidenceKind
	at     span   // in the query's text
	field  string // of the case
	found  string
	weight float64
	quoted string // of the query, instead of what stands at at
	name   *Text  // of what was found; nil where it has none
}

// byWeight orders by weight, the heaviest first. Weights are numbers: cmp.Compare also orders what
// is none, and takes twice as long.
func byWeight(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// weigh appends to out all that speaks for e. This is the whole of the ranking: a
// case scores what its pieces weigh together, and a further kind of likeness is a
// further line here.
func (l *Library) weigh(out []piece, q *query, e *entry) []piece {
	out = l.signalPieces(out, q, e)
	out = l.slugPieces(out, q, e)
	out = l.linkPieces(out, q, e)
	out = l.meaningPieces(out, q, e)
	return l.termPieces(out, q, e)
}

// fewCases is the size that a smaller library counts as: with a handful of cases, that a
// word is in one of them says more than their number does.
const fewCases = 100

// rarity is the weight of a term for being in few cases.
func (l *Library) rarity(id termID) float64 { return l.rarityIn(l.words.terms[id].cases) }

// rarityIn is the idf of BM25 for what so many cases have: above zero also where
// all have it.
func (l *Library) rarityIn(cases int) float64 {
	n, with := float64(max(len(l.entries), fewCases)), float64(cases)
	return math.Log(1 + (n-with+0.5)/(with+0.5))
}

// maxPieces is how many terms are looked at one by one, the weightiest of the alert first.
// What the others weigh is added up.
const maxPieces = 40

// A hit is a term of a query in an entry: where its best quotation stands, and the part of
// BM25 that does not depend on the alert, 0 where the entry does not have it.
type hit struct {
	part   float64
	quoted use
}

// hits finds the terms of q in e, by their place among the sights: each on the side of the
// case that has it more densely, so that an English error in a Korean alert counts once, and
// quoted in the language of the alert.
func (l *Library) hits(q *query, e *entry) []hit {
	q.hits = append(q.hits[:0], make([]hit, len(q.sights))...)
	for lang := range e.sides {
		s := &e.sides[lang]
		for i, id := range s.ids {
			n := q.seen[id]
			if n == 0 {
				continue
			}
			h := &q.hits[n-1]
			if h.part == 0 || lang == q.lang {
				h.quoted = s.uses[i]
			}
			h.part = max(h.part, l.part(e, lang, s.uses[i]))
		}
	}
	return q.hits
}

// termPieces scores the terms of q in e by BM25.
func (l *Library) termPieces(out []piece, q *query, e *entry) []piece {
	n := 0
	var rest piece
	hits := l.hits(q, e)
	for _, t := range q.terms {
		h := &hits[q.seen[t.id]-1]
		if h.part == 0 {
			continue
		}
		p := piece{kind: ByTerm, at: t.at, weight: t.weight * h.part}
		if n++; n <= maxPieces || len(rest.quoted) < restQuote {
			p.field, p.found = e.quote(h.quoted)
		}
		if n <= maxPieces {
			out = append(out, p)
			continue
		}
		rest.add(p, q)
	}
	if n > maxPieces {
		out = append(out, rest)
	}
	return out
}

// restQuote is from which length on, in bytes, words that stand for many are not quoted.
const restQuote = 60

// add makes p part of a piece that stands for many.
func (rest *piece) add(p piece, q *query) {
	if rest.quoted == "" {
		p.quoted = p.quote(q)
		*rest = p
		return
	}
	if len(rest.quoted) < restQuote {
		rest.quoted += ", " + p.quote(q)
		rest.found += ", " + p.found
	}
	rest.weight += p.weight
}

// part is the part of BM25 that does not depend on the alert.
func (l *Library) part(e *entry, lang int, u use) float64 {
	length, count := e.sides[lang].length/l.meanLength[lang], u.count()
	return count * (saturation + 1) / (count + saturation*(1-lengthPenalty+lengthPenalty*length))
}

// leastTold is the weight of words below which an alert says too little to be covered:
// one word, found anywhere, does not cover it.
const leastTold = 1.2

// coverage is the share of the words of q that an entry has, by their weight before rarity:
// it does not depend on how many cases there are. hits are those of q in the entry.
func (l *Library) coverage(q *query, hits []hit) float64 {
	had := 0.0
	for n, s := range q.sights {
		if s.part >= 0 && hits[n].part > 0 {
			had += l.words.terms[s.id].frame
		}
	}
	return min(had/max(q.told, leastTold), 1)
}
