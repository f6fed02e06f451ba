package matcher

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Link is a term of the vocabulary that a text speaks of.
type Link struct {
	Field string // the field of a case that takes the slug: "symptoms", "components"…
	Slug  string
	Found []string // the words it was known by, most telling first
	Count int      // how often they stand in the text
	Exact bool     // among them is a whole phrase or the name of an alert, not only a word
	Named bool     // the text has the term's own name
}

// Link finds the terms that text speaks of, in the order of fields and of the vocabulary. It
// goes by names, aliases, phrases and alert names; bare numbers count for nothing.
func (v *Vocabulary) Link(text string) []Link {
	text = strings.ToLower(head(clean(text), maxAlert))
	tight := strings.Join(strings.Fields(text), "") // Korean is found however it is spaced
	var out []Link
	for _, field := range []string{"domain", "symptoms", "components", "root_cause", "contributing"} {
		for _, t := range v.Kinds()[field] {
			l := Link{Field: field, Slug: t.Slug}
			for _, phrase := range append(slices.Clone(t.Phrases), t.Alerts...) {
				if n := speaksOf(text, tight, phrase); n > 0 {
					l.Found, l.Exact, l.Count = append(l.Found, phrase), true, l.Count+n
				}
			}
			names := []string{t.Name.En, t.Name.Ko, t.Slug}
			for i, alias := range append(names, t.Aliases...) {
				if n := speaksOf(text, tight, alias); n > 0 && !slices.ContainsFunc(l.Found, func(s string) bool { return strings.EqualFold(s, alias) }) {
					l.Found, l.Count = append(l.Found, alias), l.Count+n
					l.Named = l.Named || i < len(names)
				}
			}
			if len(l.Found) > 0 {
				slices.SortStableFunc(l.Found, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
				out = append(out, l)
			}
		}
	}
	return out
}

// speaksOf counts how often lower-case text has the words, as whole words or, where they are
// Korean and take particles, anywhere. "…" in words stands for anything on the same line.
func speaksOf(text, tight, words string) (count int) {
	words = strings.ToLower(words)
	switch {
	case utf8.RuneCountInString(words) < 2 || isNumber(words):
		return 0
	case strings.ContainsFunc(words, isHangul):
		return strings.Count(tight, strings.Join(strings.Fields(words), ""))
	}
	first, rest, gapped := strings.Cut(words, "…")
	first, rest = strings.TrimSpace(first), strings.TrimSpace(rest)
	for from := 0; ; {
		i := strings.Index(text[from:], first)
		if i < 0 {
			return count
		}
		start, end := from+i, from+i+len(first)
		line, _, _ := strings.Cut(text[end:], "\n")
		if wordEdge(text, start, end) && (!gapped || strings.Contains(line, rest)) {
			count++
		}
		from = end
	}
}

// wordEdge says whether text[start:end] begins and ends where a word does.
func wordEdge(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	joined := func(a, b rune) bool {
		word := func(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_') && !isHangul(r) }
		return word(a) && word(b)
	}
	return !joined(before, first) && !joined(last, after)
}
