package matcher

import (
	"maps"
	"slices"
)

// A termID numbers a term of the library, in the order it was first seen.
type termID int32

// noTerm is a word that the library does not know.
const noTerm termID = -1

// stopTerm is a word that says nothing, in the table of what is spelled.
const stopTerm termID = -2

// A vocabulary numbers the terms of a library and counts the cases that have each. Only one
// goroutine may number; once that is over, any may look up.
type vocabulary struct {
	ids   map[string]termID
	pairs pairTable[termID]
	// spelled are the words as they are spelled in the texts that were numbered, in lower
	// case: to find the stem of a word takes far longer than to look it up. Stop words are
	// among them.
	spelled map[string]termID
	terms   []knownTerm // by termID
}

// A knownTerm is what is known of a term. It is in one place, for whoever asks for one of these
// asks for the others soon.
type knownTerm struct {
	text  string  // "" for a pair, which is never looked up by its text
	cases int     // how many have it
	frame float64 // its frameWeight
}

func newTerms() vocabulary {
	v := vocabulary{ids: map[string]termID{}, spelled: map[string]termID{}}
	for w := range stopWords {
		v.spelled[w] = stopTerm
	}
	return v
}

func (v *vocabulary) clone() vocabulary {
	return vocabulary{
		maps.Clone(v.ids), v.pairs.clone(), maps.Clone(v.spelled),
		slices.Clone(v.terms),
	}
}

func (v *vocabulary) number(term string) termID {
	id, ok := v.ids[term]
	if !ok {
		id = v.add(term, frameWeight(term))
		v.ids[term] = id
	}
	return id
}

func (v *vocabulary) numberPair(a, b termID) termID {
	id := v.pairs.of(a, b)
	if id == 0 { // not that of any pair: its words were numbered before it
		id = v.add("", pairWeight*min(v.terms[a].frame, v.terms[b].frame))
		v.pairs.put(a, b, id)
	}
	return id
}

func (v *vocabulary) add(term string, frame float64) termID {
	v.terms = append(v.terms, knownTerm{text: term, frame: frame})
	return termID(len(v.terms) - 1)
}

// read takes a cleaned text apart as words does, and says which terms of v its words are.
func (v *vocabulary) read(text string) []word { return wordsBy(text, v, false, nil) }

// learn does the same and numbers what is new.
func (v *vocabulary) learn(text string) []word { return wordsBy(text, v, true, nil) }

// count counts each term of e so many times more.
func (v *vocabulary) count(e *entry, more int) {
	for lang := range e.sides {
		for _, id := range e.sides[lang].ids {
			if _, both := e.sides[0].find(id); lang == 0 || !both {
				v.terms[id].cases += more
			}
		}
	}
}
