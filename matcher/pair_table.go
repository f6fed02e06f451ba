package matcher

import (
	"math/bits"
	"slices"
)

// A pairTable numbers pairs of terms or words, from 1 on. It is a hash table with open addressing: an alert asks
// for as many pairs as it has words, mostly of memory that is in no cache, and a map goes
// there several times for each.
type pairTable[N ~int32] struct {
	slots []pairSlot[N]
	used  int
}

// A pairSlot is free where its id is 0.
type pairSlot[N ~int32] struct{ a, b, id N }

// slot is the place of a pair, or the free one where it would be put.
func (t *pairTable[N]) slot(a, b N) *pairSlot[N] {
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

// of is the number of a pair, or 0. A number below 0 is in none.
func (t *pairTable[N]) of(a, b N) N {
	if t.used == 0 || a < 0 || b < 0 {
		return 0
	}
	return t.slot(a, b).id
}

// put numbers a pair that has no number yet.
func (t *pairTable[N]) put(a, b, id N) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]pairSlot[N], max(64, len(old)*3/2))
		for _, s := range old {
			if s.id != 0 {
				*t.slot(s.a, s.b) = s
			}
		}
	}
	*t.slot(a, b) = pairSlot[N]{a, b, id}
	t.used++
}

func (t *pairTable[N]) clone() pairTable[N] { return pairTable[N]{slices.Clone(t.slots), t.used} }
