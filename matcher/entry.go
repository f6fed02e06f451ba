package matcher

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// An entry is one case taken apart: its texts, the terms in them, its signals.
type entry struct {
	c       *Case
	fields  []field
	sides   [languages]side
	signals []signal
	filed   []int           // its symptoms and components, by their number among the library's slugs
	held    []holding       // its mechanisms that the vocabulary knows, what it is about first
	lower   func() []string // the texts of fields in lower case, made when first asked for
	// mechanisms are the slugs of those it names, each once, or else of those its text tells of.
	mechanisms []string
	// examples tell alerts apart that share its words.
	examples examples
}

// A side holds the terms of one language of a case, sorted by id. Identifiers
// and slugs stand on both sides; a term counts on the better one.
type side struct {
	ids    []termID
	uses   []use
	length float64 // the sum of count over all uses
}

// A use is how often a side has a term, weighted by field, and where first. There are as many
// as different words and pairs in all cases, so that it is kept small.
type use struct {
	at     uint32 // in the texts of all fields, one behind the other
	halves uint16 // twice its count, or all that fits
	size   uint16 // in bytes
}

func (u use) count() float64 { return float64(u.halves) / 2 }

// find returns the use of id.
func (s *side) find(id termID) (use, bool) {
	i, ok := slices.BinarySearch(s.ids, id)
	if !ok {
		return use{}, false
	}
	return s.uses[i], true
}

// sizeOf is the size of a span, or 0 when it is too long to be worth a quotation.
func sizeOf(at span) uint16 {
	if at.size() > math.MaxUint16 {
		return 0
	}
	return uint16(at.size())
}

// quote is the text of u, and the name of the field it stands in.
func (e *entry) quote(u use) (field, found string) {
	at := int(u.at)
	for _, f := range e.fields {
		if at < len(f.text) {
			return f.name, f.text[at : at+int(u.size)]
		}
		at -= len(f.text)
	}
	return "", ""
}

// newEntry takes c apart and counts its terms in v.
func newEntry(c *Case, v *vocabulary) *entry {
	e := &entry{c: c, fields: fields(c), examples: examplesOf(c)}
	e.lower = sync.OnceValue(e.lowered)
	told := told(e.fields)
	var seen [languages][]seenUse // each time a term is there, in the order of the text
	before := 0                   // how much text stands in the fields before
	for _, f := range e.fields {
		sides := f.sides(told)
		count := func(id termID, at span, paired bool) {
			for lang, on := range sides {
				if !on {
					continue
				}
				u := use{at: uint32(before + at.start), halves: uint16(2 * f.weight), size: sizeOf(at)}
				seen[lang] = append(seen[lang], seenUse{id, u})
				if !paired {
					e.sides[lang].length += f.weight
				}
			}
		}
		found := v.learn(f.text)
		for _, w := range found {
			count(w.id, w.at, false)
		}
		// A pair stands at the place of its second word.
		pairs(f.text, found, func(a, b word) { count(v.numberPair(a.id, b.id), b.at, true) })
		before += len(f.text)
	}
	for lang := range seen {
		e.sides[lang].fill(seen[lang])
	}
	v.count(e, 1)
	return e
}

// A seenUse is one use of a term.
type seenUse struct {
	id termID
	u  use
}

// fill adds the uses of each term up, at the place of the first.
func (s *side) fill(seen []seenUse) {
	slices.SortStableFunc(seen, func(a, b seenUse) int { return cmp.Compare(a.id, b.id) })
	sum := seen[:0]
	for _, x := range seen {
		if n := len(sum) - 1; n >= 0 && sum[n].id == x.id {
			sum[n].u.halves = uint16(min(int(sum[n].u.halves)+int(x.u.halves), math.MaxUint16))
		} else {
			sum = append(sum, x)
		}
	}
	s.ids, s.uses = make([]termID, len(sum)), make([]use, len(sum)) // no more: there are many
	for i, x := range sum {
		s.ids[i], s.uses[i] = x.id, x.u
	}
}
