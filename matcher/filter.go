package matcher

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Search is what a person looks for: words, and what must hold of a case besides.
type Search struct {
	Words   string // what is seen, with the words of quoted phrases
	Filters []Filter
}

// A Filter is one thing that must hold of a case, or with Not must not.
type Filter struct {
	Field string // a name of FilterFields, or "" for text that must stand in the case
	Value string
	Not   bool
}

// FilterFields are the names that may stand before a colon in a search.
var FilterFields = []string{"component", "symptom", "cause", "domain", "mechanism", "org", "lang", "since", "until"}

// maxFilters is how many filters one search may have.
const maxFilters = 20

// ParseSearch reads what a person typed: words in any order, and between them
//
//	component:cilium symptom:oom-killed cause:config-change domain:dns org:datadog
//	since:2022 until:2023-06 lang:ko    what the case must be filed under
//	"exact words"                       text that must stand in it, in any letter case
//	-word, -"exact words", -org:datadog what must not
//
// Of one field given twice, one is enough. A colon behind any other word is text. An error
// names a value that cannot be right.
func ParseSearch(text string) (Search, error) {
	var s Search
	var words []string
	for _, t := range searchTokens(text) {
		f := Filter{Value: t.text, Not: t.not}
		if name, value, ok := strings.Cut(t.text, ":"); ok && !t.quoted && value != "" && isFilter(name) {
			f.Field, f.Value = strings.ToLower(name), strings.Trim(value, `"`)
		}
		if err := f.check(); err != nil {
			return Search{}, err
		}
		if f.Field == "" && !f.Not {
			words = append(words, t.text)
		}
		if f.Field != "" || f.Not || t.quoted {
			s.Filters = append(s.Filters, f)
		}
	}
	if len(s.Filters) > maxFilters {
		return Search{}, fmt.Errorf("%d filters in one search: give at most %d", len(s.Filters), maxFilters)
	}
	s.Words = strings.Join(words, " ")
	return s, nil
}

func isFilter(name string) bool {
	for _, f := range FilterFields {
		if strings.EqualFold(f, name) {
			return true
		}
	}
	return false
}

func (f Filter) check() error {
	switch f.Field {
	case "since", "until":
		if !slices.ContainsFunc(dateLayouts, func(layout string) bool { _, err := time.Parse(layout, f.Value); return err == nil }) {
			return fmt.Errorf("%s:%s is no date: write it as 2022, 2022-04 or 2022-04-13", f.Field, f.Value)
		}
	case "lang":
		if f.Value != "en" && f.Value != "ko" {
			return fmt.Errorf("lang:%s is no language of the library: write en or ko", f.Value)
		}
	}
	return nil
}

// A searchToken is one word or quoted phrase of a search.
type searchToken struct {
	text        string
	quoted, not bool
}

// curled are the quotes that phones and Slack put in the place of plain ones.
var curled = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "＂", `"`)

// searchTokens cuts text at spaces outside of quotes. A quote that is never closed is text.
func searchTokens(text string) []searchToken {
	var out []searchToken
	text = curled.Replace(text)
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		var t searchToken
		if after, ok := strings.CutPrefix(rest, "-"); ok && after != "" && (after[0] == '"' || startsWithLetter(after)) {
			t.not, rest = true, after
		}
		if inner, after, ok := strings.Cut(strings.TrimPrefix(rest, `"`), `"`); ok && rest[0] == '"' && strings.TrimSpace(inner) != "" {
			t.text, t.quoted, rest = strings.TrimSpace(inner), true, after
		} else {
			t.text, rest = cutWord(rest)
		}
		out = append(out, t)
	}
	return out
}

// cutWord cuts at the first space; a quoted value behind a colon is part of the word.
func cutWord(s string) (word, rest string) {
	if i := strings.Index(s, `:"`); i > 0 && !strings.ContainsFunc(s[:i], unicode.IsSpace) {
		if end := strings.IndexByte(s[i+2:], '"'); end >= 0 {
			return s[:i+2+end+1], s[i+2+end+1:]
		}
	}
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// stands says whether e has the text of each filter that asks for text, and of none that
// rules text out.
func (e *entry) stands(filters []Filter) bool {
	var texts []string
	for _, f := range filters {
		if f.Field != "" {
			continue
		}
		if texts == nil {
			texts = e.lower()
		}
		value := lowerASCII(clean(f.Value))
		if slices.ContainsFunc(texts, func(t string) bool { _, ok := placeOf(t, value); return ok }) == f.Not {
			return false
		}
	}
	return true
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}
