package matcher

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxAlert is how much of an alert is read, in characters: the most Slack keeps of
// one message.
const maxAlert = 40_000

var ansiCode = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// clean is s as every text is searched and quoted: full-width and composed forms
// made plain (NFKC), lines kept, and nothing in it that has no width or steers a
// screen: colour codes, control characters, bidi controls, zero-width marks.
func clean(s string) string {
	if plainASCII(s) {
		return s
	}
	if out := cleaned(s); out != s {
		return out
	}
	return s // and not a copy: a library holds many texts
}

func cleaned(s string) string {
	s = strings.ToValidUTF8(s, " ")
	if strings.Contains(s, "\x1b") {
		s = ansiCode.ReplaceAllString(s, "")
	}
	return strings.Map(visible, norm.NFKC.String(s))
}

func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\u2028' || r == '\u2029':
		return '\n'
	case r == '\ufe0f' || unicode.Is(unicode.Cf, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r):
		return -1
	}
	return r
}

// head is the first n characters of s.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// plainASCII says whether s is nothing but printable ASCII and line ends: most alerts.
func plainASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}
