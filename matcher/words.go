package matcher

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is one searchable form of a place in a text. Several words may share a
// place: CoreDNS is there whole, and as "core" and "dns".
type word struct {
	term  string
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
func words(text string) []word {
	var t tokens
	t.text = text
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
	text string
	out  []word
}

// joints are the characters that hold an identifier together, the loosest first.
// It is cut at one kind after the other, and kept whole at each step.
var joints = [...]string{"/:", ".", "-_"}

// identifier adds the identifier at s: whole where it has joints or humps, then
// its parts. Between letters and digits it is never cut: x509, ens5, k8s.
func (t *tokens) identifier(s span, level int) {
	text := s.of(t.text)
	var cuts []span
	switch {
	case level < len(joints) && isNumber(text):
		// 5.15.0 is one number, not three.
	case level < len(joints):
		cuts = cutAt(text, joints[level])
	default:
		cuts = humps(text)
	}
	if len(cuts) < 2 {
		if level < len(joints) && !isNumber(text) {
			t.identifier(s, level+1)
		} else {
			t.add(text, s, false)
		}
		return
	}
	t.add(text, s, true)
	for _, c := range cuts {
		part := span{s.start + c.start, s.start + c.end}
		if level < len(joints) {
			t.identifier(part, level+1)
		} else {
			t.add(part.of(t.text), part, false)
		}
	}
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
	if len(low) > maxTerm || utf8.RuneCountInString(low) < 2 || !whole && stopWords[low] {
		return
	}
	t.out = append(t.out, word{stem(low), at, whole})
}

// number adds a number of two to five digits: exit codes, HTTP statuses, ports.
// After a word that says it is a code it is also one word with it, and then may
// have one digit.
func (t *tokens) number(n string, at span) {
	if len(n) > 5 {
		return
	}
	if k := len(t.out); k > 0 && codeNames[t.out[k-1].term] && at.start-t.out[k-1].at.end <= 3 {
		t.out = append(t.out, word{"code:" + n, span{t.out[k-1].at.start, at.end}, false})
	}
	if len(n) > 1 {
		t.out = append(t.out, word{n, at, false})
	}
}

// codeNames are the terms after which a number is a code.
var codeNames = set("code status http signal errno exit error")

func isLatin(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)) && !isHangul(r)
}

func isJoint(b byte) bool { return b == '_' || b == '.' || b == '-' || b == ':' || b == '/' }

func dropJoint(r rune) rune {
	if r < utf8.RuneSelf && isJoint(byte(r)) {
		return -1
	}
	return r
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

// identifierEnd is where the identifier that begins at i ends: letters and
// digits, with single joints (or a row of "_") between them.
func identifierEnd(text string, i int) int {
	for {
		i += runLength(text[i:], isLatin)
		j := i
		for j < len(text) && text[j] == '_' {
			j++
		}
		if j == i && j < len(text) && isJoint(text[j]) {
			j++
		}
		if r, _ := utf8.DecodeRuneInString(text[j:]); j == i || !isLatin(r) {
			return i
		}
		i = j
	}
}

// cutAt gives the pieces of s between the characters of seps.
func cutAt(s, seps string) []span {
	var out []span
	start := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && strings.IndexByte(seps, s[i]) < 0 {
			continue
		}
		if i > start {
			out = append(out, span{start, i})
		}
		start = i + 1
	}
	return out
}

// humps gives the words of a CamelCase name: OOMKilled is OOM and Killed. A
// single letter never stands alone: IPv4, gRPC and VPCs stay in one piece.
func humps(s string) []span {
	var out []span
	start := 0
	for i := 2; i+1 < len(s); i++ {
		after := isUpper(s[i]) && !isUpper(s[i-1]) && i-start >= 2
		before := isUpper(s[i-1]) && isUpper(s[i]) && isLower(s[i+1]) && i+2 < len(s) && isLower(s[i+2])
		if after || before && i-start >= 2 {
			out = append(out, span{start, i})
			start = i
		}
	}
	return append(out, span{start, len(s)})
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }
func isLower(b byte) bool { return b >= 'a' && b <= 'z' }
