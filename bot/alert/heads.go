package alert

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A head is what the first bytes of a match can be: a set of bytes for each of up to headLength
// places. What comes after its sets may be anything.
type head struct {
	sets []byteSet
	ends bool // the expression ends after these sets, so that what follows it goes on here
}

const headLength = 3

// byteSet is a set of bytes, a bit for each.
type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *byteSet) addRange(from, to byte) {
	for b := int(from); b <= int(to); b++ {
		s.add(byte(b))
	}
}

// mostHeads bounds how finely an expression is told; one of more counts as beginning with anything.
const mostHeads = 4096

var anything = []head{{}}

// startsOf returns the heads of an expression: every match in valid UTF-8 without odd folds (see
// finder) begins with one of them.
func startsOf(re *syntax.Regexp) []head {
	switch re.Op {
	case syntax.OpNoMatch:
		return nil
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []head{{ends: true}}
	case syntax.OpLiteral:
		return []head{literalHead(re)}
	case syntax.OpCharClass:
		return []head{classHead(re.Rune)}
	case syntax.OpCapture:
		return startsOf(re.Sub[0])
	case syntax.OpConcat:
		out := []head{{ends: true}}
		for _, sub := range re.Sub {
			out = followed(out, startsOf(sub))
		}
		return out
	case syntax.OpAlternate:
		var out []head
		for _, sub := range re.Sub {
			out = append(out, startsOf(sub)...)
		}
		return fewer(out)
	case syntax.OpQuest:
		return append(startsOf(re.Sub[0]), head{ends: true})
	case syntax.OpStar:
		return append(open(startsOf(re.Sub[0])), head{ends: true})
	case syntax.OpPlus:
		return open(startsOf(re.Sub[0]))
	case syntax.OpRepeat:
		return repeatHeads(re)
	}
	return anything
}

func literalHead(re *syntax.Regexp) head {
	h := head{ends: true}
	for _, r := range re.Rune {
		if r < utf8.RuneSelf {
			var s byteSet
			s.add(byte(r))
			if re.Flags&syntax.FoldCase != 0 {
				s.add(byte(unicode.ToLower(r)))
				s.add(byte(unicode.ToUpper(r)))
			}
			h.sets = append(h.sets, s)
			continue
		}
		if re.Flags&syntax.FoldCase != 0 && unicode.SimpleFold(r) != r {
			h.ends = false
			return h
		}
		for _, b := range []byte(string(r)) {
			var s byteSet
			s.add(b)
			h.sets = append(h.sets, s)
		}
	}
	return h
}

// classHead is the head of a class of runes, given as pairs of the first and the last.
func classHead(ranges []rune) head {
	h := head{sets: make([]byteSet, 1), ends: true}
	for i := 0; i < len(ranges); i += 2 {
		from, to := ranges[i], ranges[i+1]
		if from < utf8.RuneSelf {
			h.sets[0].addRange(byte(from), byte(min(to, utf8.RuneSelf-1)))
		}
		if to >= utf8.RuneSelf { // of several bytes: how many, and which after the first, is left open
			h.sets[0].addRange(utf8.RuneSelf, 0xff)
			h.ends = false
		}
	}
	return h
}

func repeatHeads(re *syntax.Regexp) []head {
	sub := startsOf(re.Sub[0])
	if re.Min == 0 {
		return append(open(sub), head{ends: true})
	}
	out := []head{{ends: true}}
	for range min(re.Min, headLength) {
		out = followed(out, sub)
	}
	if re.Min != re.Max || re.Min > headLength {
		out = open(out)
	}
	return out
}

// open are heads after which more may come than what follows.
func open(heads []head) []head {
	out := make([]head, len(heads))
	for i, h := range heads {
		out[i] = head{sets: h.sets}
	}
	return out
}

// followed are the heads of one expression behind another.
func followed(first, then []head) []head {
	var out []head
	for _, a := range first {
		if !a.ends || len(a.sets) >= headLength {
			out = append(out, a)
			continue
		}
		for _, b := range then {
			sets := append(append([]byteSet(nil), a.sets...), b.sets...)
			out = append(out, head{sets: sets[:min(len(sets), headLength)], ends: b.ends})
		}
		if len(out) > mostHeads {
			return anything
		}
	}
	return fewer(out)
}

func fewer(heads []head) []head {
	if len(heads) > mostHeads {
		return anything
	}
	return heads
}

// begins says whether every match of an expression begins with an assertion.
func begins(re *syntax.Regexp, with syntax.Op) bool {
	switch re.Op {
	case with:
		return true
	case syntax.OpConcat, syntax.OpCapture:
		return len(re.Sub) > 0 && begins(re.Sub[0], with)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !begins(sub, with) })
	}
	return false
}
