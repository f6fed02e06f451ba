package matcher

import (
	"fmt"
	"strings"
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

// narrows says whether f only takes cases away, rather than say what a case is about.
func (f Filter) narrows() bool {
	return f.Not || f.Field == "lang" || f.Field == "since" || f.Field == "until"
}

// maxFilters is how many filters one search may have.
const maxFilters = 20

// ParseSearch reads what a person typed: words in any order, and between them
//
//	component:cilium symptom:oom-killed cause:config-change domain:dns org:datadog
//	since:2022 until:2023-06 lang:ko    what the case must be filed under
//	"exact words"                       text that must stand in it, in any letter case
//	-word, -"exact words", -org:datadog what must not
//
// Of one field given twice, one is enough. A colon behind any other word is text. A date, of a
// filter or of a case, stands for all its days: a case of 2022-04 meets since:2022-04-10 and
// until:2022-04-10, one without a date neither. Of long text the beginning is read. An error names
// a value that cannot be right.
func ParseSearch(text string) (Search, error) {
	var s Search
	var words []string
	for _, t := range searchTokens(head(text, maxAlert)) {
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
	if strings.TrimSpace(f.Value) == "" {
		return fmt.Errorf(`%s:"" asks for nothing: write a value behind the colon`, f.Field)
	}
	switch f.Field {
	case "since", "until":
		if !isDate(f.Value) {
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
		if inner, after, ok := cutQuoted(rest); ok {
			t.text, t.quoted, rest = inner, true, after
		} else {
			t.text, rest = cutWord(rest)
		}
		out = append(out, t)
	}
	return out
}

// cutQuoted cuts behind the quoted phrase that s begins with, if it does.
func cutQuoted(s string) (inner, rest string, ok bool) {
	if s[0] != '"' {
		return "", s, false
	}
	inner, rest, ok = strings.Cut(s[1:], `"`)
	inner = strings.TrimSpace(inner)
	return inner, rest, ok && inner != ""
}

// cutWord cuts at the first space; a quoted value behind a colon is part of the word.
func cutWord(s string) (word, rest string) {
	for i, r := range s {
		if unicode.IsSpace(r) {
			return s[:i], s[i:]
		}
		if r == '"' && i > 1 && s[i-1] == ':' {
			if size := strings.IndexByte(s[i+1:], '"'); size >= 0 {
				end := i + 1 + size + 1
				return s[:end], s[end:]
			}
		}
	}
	return s, ""
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}
