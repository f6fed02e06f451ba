package alert

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// shortcode matches :fire: and :+1::skin-tone-2:. It needs a letter or a sign, so
// that the minutes of 10:30:45 are none.
var shortcode = regexp.MustCompile(`:[a-z0-9_+'-]{2,60}:`)

// dropEmoji removes emoji, as shortcodes and as characters.
func dropEmoji(s string) string {
	if strings.Count(s, ":") > 1 {
		s = dropShortcodes(s)
	}
	return strings.Map(func(r rune) rune {
		if isEmoji(r) {
			return ' '
		}
		return r
	}, s)
}

func dropShortcodes(s string) string {
	var out strings.Builder
	last := 0
	for _, m := range shortcode.FindAllStringIndex(s, -1) {
		if m[0] < last {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:m[0]])
		after, _ := utf8.DecodeRuneInString(s[m[1]:])
		glued := m[0] > last && (wordy(before) || before == '/') || m[1] < len(s) && (wordy(after) || after == '/')
		if glued || strings.Trim(s[m[0]:m[1]], ":0123456789-_'") == "" {
			continue
		}
		out.WriteString(s[last:m[0]] + " ")
		last = m[1]
	}
	return out.String() + s[last:]
}

func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF && r != '➜' && r != '➔' ||
		r >= 0x23E9 && r <= 0x23FA || r >= 0x2B05 && r <= 0x2B55 || r == 0xFE0F || r == 0x20E3
}
