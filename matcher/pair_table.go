package matcher

import (
	"math/bits"
	"slices"
)

// A pairTable numbers pairs of terms. It is a hash table with open addressing: an alert asks
// for as many pairs as it has words, mostly of memory that is in no cache, and a map goes
// there several times for each.
type pairTable struct {
	slots []pairSlot
	used  int
}

// A pairSlot is free where its id is 0: that is the number of some word.
type pairSlot struct{ a, b, id termID }

// slot is the place of a pair, or the free one where it would be put.
func (t *pairTable) slot(a, b termID) *pairSlot {
	hash := (uint64(a)<<32 | uint64(uint32(b))) * 0x9e3779b97f4a7c15
	hash ^= hash >> 32
	at, _ := bits.Mul64(hash*0x9e3779b97f4a7c15, uint64(len(t.slots)))
	for {
		s := &t.slots[at]
		if s.id == 0 || s.a == a && s.b == b {
			return s
		}
		if at++; at == uint64(len(t.slots)) {
			at = 0
		}
	}
}

// of is the number of a pair, or noTerm.
func (t *pairTable) of(a, b termID) termID {
	if t.used == 0 || a == noTerm || b == noTerm {
		return noTerm
	}
	if s := t.slot(a, b); s.id != 0 {
		return s.id
	}
	return noTerm
}

// put numbers a pair that has no number yet.
func (t *pairTable) put(a, b, id termID) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]pairSlot, max(64, len(old)*3/2))
		for _, s := range old {
			if s.id != 0 {
				*t.slot(s.a, s.b) = s
			}
		}
	}
	*t.slot(a, b) = pairSlot{a, b, id}
	t.used++
}

func (t *pairTable) clone() pairTable { return pairTable{slices.Clone(t.slots), t.used} }
