package matcher

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text in which spelling that differs between two prints of the same
// log line is gone: letter case, quotes, rows of spaces. Lines stay.
type folded struct {
	text string
	at   []int32 // for each byte, where its character stood before
}

func fold(s string, at []int32) folded {
	out := make([]byte, 0, len(s))
	at = slices.Grow(at[:0], len(s))
	for i, r := range s {
		switch r {
		case '"', '\'', '`', '“', '”', '‘', '’', '«', '»':
			continue
		case ' ':
			if len(out) == 0 || out[len(out)-1] == ' ' || out[len(out)-1] == '\n' {
				continue
			}
		}
		if r < utf8.RuneSelf {
			if isCapital(r) {
				r += 'a' - 'A'
			}
			out, at = append(out, byte(r)), append(at, int32(i))
			continue
		}
		out = utf8.AppendRune(out, unicode.ToLower(r))
		for len(at) < len(out) {
			at = append(at, int32(i))
		}
	}
	return folded{string(out), at}
}

// place is where the bytes from start to end stood in the text s was folded from.
func (f folded) place(start, end int, s string) span {
	last := int(f.at[end-1])
	_, n := utf8.DecodeRuneInString(s[last:])
	return span{int(f.at[start]), last + n}
}

// edge reports whether a name may begin or end at byte i: not between two
// letters, digits or underscores. Hangul may follow a Latin name directly.
func edge(s string, i int) bool {
	if i <= 0 || i >= len(s) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !inName(before) || !inName(after) || isHangul(before) != isHangul(after)
}

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// placeOf finds a word or phrase in text between the edges of words. A particle may follow
// a Korean one.
func placeOf(text, phrase string) (span, bool) {
	last, _ := utf8.DecodeLastRuneInString(phrase)
	for from := 0; phrase != ""; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			break
		}
		at := span{from + i, from + i + len(phrase)}
		if edge(text, at.start) && (isHangul(last) || edge(text, at.end)) {
			return at, true
		}
		from = at.start + 1
	}
	return span{}, false
}

// lowerASCII keeps every byte in its place.
func lowerASCII(s string) string {
	out := []byte(s)
	for i, c := range out {
		if isUpper(c) {
			out[i] = c + 'a' - 'A'
		}
	}
	return string(out)
}
