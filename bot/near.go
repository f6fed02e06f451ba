package bot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/unicode/norm"

	"incidentlib/matcher"
)

// near says whether a word may be a slip of the fingers for another: one letter off or two
// swapped in a short word, two off in one of six letters and more that begins alike.
func near(typed, name string) bool {
	typed, name = strings.ToLower(typed), strings.ToLower(name)
	most := 1
	if n := utf8.RuneCountInString(name); n < 3 {
		return false
	} else if n >= 6 {
		most = 2
	}
	if swapped(typed, name) {
		return true
	}
	if typed == name || len(typed) > 2*len(name) || levenshtein.ComputeDistance(typed, name) > most {
		return false
	}
	return most == 1 || typed[:1] == name[:1] || levenshtein.ComputeDistance(typed, name) == 1
}

// swapped says whether two letters beside each other stand the wrong way round.
func swapped(typed, name string) bool {
	if len(typed) != len(name) {
		return false
	}
	for i := 1; i < len(name); i++ {
		if typed[i-1] != name[i-1] {
			return typed[i-1] == name[i] && typed[i] == name[i-1] && typed[i+1:] == name[i+1:]
		}
	}
	return false
}

// meant is the request that a search for text most likely should have been: with the verb, the
// filters and their values that are near to what was typed.
func (b *Bot) meant(text string, s matcher.Search) (request, bool) {
	word, rest := text, ""
	if i := strings.IndexFunc(text, unicode.IsSpace); i > 0 {
		word, rest = text[:i], strings.TrimSpace(text[i:])
	}
	typed := rest
	for _, v := range verbs() {
		rest := v.meant(typed)
		if v.nearly(word) && v.fits(rest) && (rest != "" || v.fits("") && v.name != "search") && v.does != (matcher.Text{}) {
			if v.name == "search" {
				rest = b.mendFilters(rest, s)
			}
			return request{Verb: v.name, Of: rest}, true
		}
	}
	mended := b.mendFilters(text, s)
	return request{Verb: "search", Of: mended}, mended != text
}

// nearly says whether a word may be a slip of the fingers for a verb, in English or Korean.
func (v verb) nearly(word string) bool {
	return near(word, v.name) || slices.ContainsFunc(v.other, func(name string) bool { return nearKorean(word, name) })
}

// nearKorean is near for Korean words of two syllables and more: one letter of a syllable off.
func nearKorean(typed, name string) bool {
	n := utf8.RuneCountInString(name)
	if n < 2 || n != utf8.RuneCountInString(typed) || !strings.ContainsFunc(name, isHangul) {
		return false
	}
	return levenshtein.ComputeDistance(norm.NFD.String(typed), norm.NFD.String(name)) == 1
}

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// mendFilters puts the nearest names and values of filters into a search.
func (b *Bot) mendFilters(text string, s matcher.Search) string {
	for _, token := range strings.Fields(text) {
		name, value, ok := strings.Cut(strings.TrimPrefix(token, "-"), ":")
		if !ok || value == "" || slices.Contains(matcher.FilterFields, strings.ToLower(name)) {
			continue
		}
		for _, field := range matcher.FilterFields {
			if near(name, field) {
				text = strings.Replace(text, name+":", field+":", 1)
				break
			}
		}
	}
	for _, f := range s.Filters {
		if f.Field == "" || f.Not {
			continue
		}
		if better := nearestOf(f.Value, b.valuesOf(f.Field)); better != "" {
			text = strings.Replace(text, f.Value, better, 1)
		}
	}
	return text
}

// nearestOf is the value that is nearest to one that no case has; "" when one has it, or when
// none is near.
func nearestOf(typed string, values map[string]bool) string {
	typed = strings.ToLower(typed)
	best, least := "", utf8.RuneCountInString(typed)
	if values[typed] {
		return ""
	}
	for v := range values {
		if !near(typed, v) {
			continue
		}
		if d := levenshtein.ComputeDistance(typed, v); d < least || d == least && v < best {
			best, least = v, d
		}
	}
	return best
}

// valuesOf are the values that cases have of what a filter goes by.
func (b *Bot) valuesOf(field string) map[string]bool {
	out := map[string]bool{}
	for _, c := range b.library().Cases() {
		var values []string
		switch field {
		case "component":
			values = c.Components
		case "symptom":
			values = c.Symptoms
		case "cause":
			values = []string{c.RootCause}
		case "domain":
			values = c.Domain
		case "mechanism":
			values = c.Mechanisms
		case "org":
			values = []string{c.OrgSlug, c.Org}
		}
		for _, v := range values {
			if v != "" {
				out[strings.ToLower(v)] = true
			}
		}
	}
	return out
}
