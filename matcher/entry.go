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

// add counts a term once more in a field of that weight.
func (u *use) add(weight float64) {
	u.halves = uint16(min(float64(u.halves)+2*weight, math.MaxUint16))
}

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
	var counts [languages]map[termID]use
	for lang := range counts {
		counts[lang] = map[termID]use{}
	}
	before := 0 // how much text stands in the fields before
	for _, f := range e.fields {
		sides := f.sides(told)
		count := func(id termID, at span, paired bool) {
			for lang, on := range sides {
				if !on {
					continue
				}
				u, seen := counts[lang][id]
				if !seen {
					u = use{at: uint32(before + at.start), size: sizeOf(at)}
				}
				u.add(f.weight)
				counts[lang][id] = u
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
	seen := map[termID]bool{}
	for lang := range counts {
		e.sides[lang].fill(counts[lang])
		for id := range counts[lang] {
			if !seen[id] {
				seen[id] = true
				v.terms[id].cases++
			}
		}
	}
	return e
}

func (s *side) fill(counts map[termID]use) {
	type pair struct {
		id termID
		u  use
	}
	pairs := make([]pair, 0, len(counts))
	for id, u := range counts {
		pairs = append(pairs, pair{id, u})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.id, b.id) })
	s.ids, s.uses = make([]termID, 0, len(pairs)), make([]use, 0, len(pairs)) // no more: there are many
	for _, p := range pairs {
		s.ids, s.uses = append(s.ids, p.id), append(s.uses, p.u)
	}
}
