package matcher

import (
	"strings"
	"unicode/utf8"
)

// joints are the characters that hold an identifier together, the loosest first.
// It is cut at one kind after the other, and kept whole at each step.
var joints = [...]string{"/:", ".", "-_"}

// identifier adds the identifier at s: whole where it has joints or humps, then
// its parts. Between letters and digits it is never cut: x509, ens5, k8s.
func (t *tokens) identifier(s span, level int) {
	text := s.of(t.text)
	if level == 0 && plainWord(text) {
		t.add(text, s, false)
		return
	}
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

// plainWord says whether s has neither joints nor humps, as most words.
func plainWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; isJoint(c) || i > 0 && isUpper(c) {
			return false
		}
	}
	return true
}

// identifierEnd is where the identifier that begins at i ends: letters and
// digits, with single joints (or a row of "_") between them.
func identifierEnd(text string, i int) int {
	for {
		i = latinEnd(text, i)
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

// latinEnd is where the letters and digits end that begin at i.
func latinEnd(text string, i int) int {
	for i < len(text) && wordBytes[text[i]] && text[i] != '_' {
		i++
	}
	if i < len(text) && text[i] >= utf8.RuneSelf {
		i += runLength(text[i:], isLatin)
	}
	return i
}

// cutAt gives the pieces of s between the characters of seps.
func cutAt(s, seps string) []span {
	if !strings.ContainsAny(s, seps) {
		return nil
	}
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
	if !strings.ContainsFunc(s[1:], isCapital) {
		return nil
	}
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

func isCapital(r rune) bool { return r >= 'A' && r <= 'Z' }

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }
func isLower(b byte) bool { return b >= 'a' && b <= 'z' }

func isJoint(b byte) bool { return b == '_' || b == '.' || b == '-' || b == ':' || b == '/' }

func dropJoint(r rune) rune {
	if r < utf8.RuneSelf && isJoint(byte(r)) {
		return -1
	}
	return r
}
