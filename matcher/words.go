package matcher

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is one searchable form of a place in a text. Several words may share a
// place: CoreDNS is there whole, and as "core" and "dns".
type word struct {
	term  string
	id    termID // of the library whose vocabulary was asked; noTerm without one
	at    span
	whole bool // an identifier in one piece, its parts follow
}

// A span is a range of bytes in a cleaned text.
type span struct{ start, end int }

func (s span) size() int { return s.end - s.start }

func (s span) of(text string) string { return text[s.start:s.end] }

func (s span) touches(t span) bool { return s.start < t.end && t.start < s.end }

// maxTerm is the length of the longest term in bytes. What is longer is an
// encoded blob, not a name.
const maxTerm = 64

// words takes a cleaned text apart, in order of appearance. Cases and alerts go
// through it alike.
func words(text string) []word { return wordsBy(text, nil, false, nil) }

// wordsBy does so with a vocabulary, which it may add to when learn is set, and appends to out.
func wordsBy(text string, v *vocabulary, learn bool, out []word) []word {
	t := tokens{text: text, terms: v, learn: learn, out: slices.Grow(out, len(text)/5)}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case isHangul(r):
			end := i + runLength(text[i:], isHangul)
			t.hangul(i, end)
			i = end
		case isLatin(r):
			end := identifierEnd(text, i)
			t.identifier(span{i, end}, 0)
			i = end
		default:
			i += n
		}
	}
	return t.out
}

type tokens struct {
	text  string
	terms *vocabulary // or nil
	learn bool
	out   []word
}

// add adds one form. An identifier in one piece loses its joints, so that
// OOMKilled, oom_killed and oomkilled are the same word.
func (t *tokens) add(form string, at span, whole bool) {
	low := strings.ToLower(form)
	if isNumber(low) {
		t.number(low, at)
		return
	}
	if whole {
		low = strings.Map(dropJoint, low)
	}
	if t.terms != nil {
		id, ok := t.terms.spelled[low]
		if ok && id == stopTerm && !whole {
			return
		}
		if ok && id != stopTerm {
			t.out = append(t.out, word{t.terms.terms[id].text, id, at, whole})
			return
		}
	}
	if len(low) > maxTerm || utf8.RuneCountInString(low) < 2 || !whole && stopWords[low] {
		return
	}
	t.put(stem(low), at, whole)
	if t.learn && !stopWords[low] {
		t.terms.spelled[low] = t.out[len(t.out)-1].id
	}
}

// put adds a term as it is.
func (t *tokens) put(term string, at span, whole bool) {
	id := noTerm
	if t.learn {
		id = t.terms.number(term)
	} else if t.terms != nil {
		if known, ok := t.terms.ids[term]; ok {
			id = known
		}
	}
	t.out = append(t.out, word{term, id, at, whole})
}

// number adds a number of two to five digits: exit codes, HTTP statuses, ports.
// After a word that says it is a code it is also one word with it, and then may
// have one digit.
func (t *tokens) number(n string, at span) {
	if len(n) > 5 {
		return
	}
	if k := len(t.out); k > 0 && codeNames[t.out[k-1].term] && at.start-t.out[k-1].at.end <= 3 {
		t.put("code:"+n, span{t.out[k-1].at.start, at.end}, false)
	}
	if len(n) > 1 {
		t.put(n, at, false)
	}
}

// codeNames are the terms after which a number is a code.
var codeNames = set("code status http signal errno exit error")

func isLatin(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)) && !isHangul(r)
}

// isNumber reports whether s is made of digits and dots only.
func isNumber(s string) bool {
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && s[i] != '.' {
			return false
		}
	}
	return s != ""
}

// runLength is how many bytes at the start of s are characters of one sort.
func runLength(s string, is func(rune) bool) int {
	for i, r := range s {
		if !is(r) {
			return i
		}
	}
	return len(s)
}
