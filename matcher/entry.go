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

// A use is how often a side has a term, weighted by field, and where first.
type use struct {
	count float32
	start uint32
	field uint16
	size  uint16
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
	f := e.fields[u.field]
	return f.name, f.text[u.start : u.start+uint32(u.size)]
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
	for n, f := range e.fields[:min(len(e.fields), math.MaxUint16)] {
		sides := f.sides(told)
		count := func(id termID, at span, paired bool) {
			for lang, on := range sides {
				if !on {
					continue
				}
				u, seen := counts[lang][id]
				if !seen {
					u = use{field: uint16(n), start: uint32(at.start), size: sizeOf(at)}
				}
				u.count += float32(f.weight)
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
	}
	seen := map[termID]bool{}
	for lang := range counts {
		e.sides[lang].fill(counts[lang])
		for id := range counts[lang] {
			if !seen[id] {
				seen[id] = true
				v.cases[id]++
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
