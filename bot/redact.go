package bot

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"incidentlib/matcher"
)

const blackened = "▒▒▒"

// hidden is a text of a case without what would give the case away: whose it was, its title and
// id, what broke and why. A name inside a longer word stays, one before a Korean particle goes.
func hidden(text string, c *matcher.Case) string {
	names := append([]string{c.Org, c.OrgSlug, c.ID, c.RootCause, c.Title.En, c.Title.Ko}, c.Components...)
	for _, n := range names[:len(names):len(names)] {
		names = append(names, strings.ReplaceAll(n, "-", " "))
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, n := range names {
		if n = strings.TrimSpace(n); utf8.RuneCountInString(n) > 1 {
			text = blacken(text, n)
		}
	}
	return text
}

// blacken hides a name in a text, in any letter case.
func blacken(text, name string) string {
	var out strings.Builder
	for text != "" {
		i := indexFold(text, name)
		if i < 0 {
			break
		}
		end := i + len(name)
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if i > 0 && latin(before) && latin(firstRune(name)) || end < len(text) && latin(after) && latin(lastRune(name)) {
			out.WriteString(text[:end])
		} else {
			out.WriteString(text[:i] + blackened)
		}
		text = text[end:]
	}
	return out.String() + text
}

// indexFold finds a name in a text, where both have it in letters of the same length.
func indexFold(text, name string) int {
	for i := range text {
		if i+len(name) <= len(text) && strings.EqualFold(text[i:i+len(name)], name) {
			return i
		}
	}
	return -1
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// latin says whether a letter or digit goes on with a word in Latin letters.
func latin(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }
