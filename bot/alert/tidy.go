package alert

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ansi matches terminal colours and cursor moves, which logs carry along.
var ansi = regexp.MustCompile(`\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])`)

// tidy removes what nobody sees: terminal codes, control characters, invisible
// and direction-changing characters, invalid UTF-8. Lines end in "\n", spaces
// are plain, and Hangul is composed, so that equal words are equal bytes.
func tidy(s string) string {
	s = strings.ToValidUTF8(s, "")
	if strings.ContainsRune(s, '\x1b') {
		s = ansi.ReplaceAllString(s, "")
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	return norm.NFC.String(strings.Map(visible, s))
}

func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == utf8.RuneError:
		return -1
	case unicode.Is(unicode.Zs, r):
		return ' '
	}
	return r
}

// cut shortens s to at most n characters, at a space where one is near, and
// marks the cut with "…".
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)[:n-1]
	for i := len(r) - 1; i > n*3/4; i-- {
		if r[i] == ' ' {
			r = r[:i]
			break
		}
	}
	return strings.TrimRight(string(r), " ,;:") + "…"
}

// cutBytes shortens s to at most n bytes, never inside a character.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
