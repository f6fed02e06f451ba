package matcher

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// A field is one text of a case that is searched.
type field struct {
	name string // as Evidence names it
	lang string // "en", "ko", or "" where it reads the same in both
	text string // cleaned
	// weight is how often its words count, in halves and wholes. The title says best what a case is
	// about; what was done afterwards says least about what was seen.
	weight float64
}

// fields lists what is searched of a case. A word is quoted from the first field
// that has it.
func fields(c *Case) []field {
	var out []field
	one := func(name, text string, weight float64) {
		if text != "" {
			out = append(out, field{name: name, text: clean(text), weight: weight})
		}
	}
	all := func(name string, texts []string, weight float64) {
		for _, t := range texts {
			one(name, t, weight)
		}
	}
	both := func(en, ko string, t Text, weight float64) {
		if t.En != "" {
			out = append(out, field{en, "en", clean(t.En), weight})
		}
		if t.Ko != "" {
			out = append(out, field{ko, "ko", clean(t.Ko), weight})
		}
	}
	all("signals", c.Signals, 1)
	both("title.en", "title.ko", c.Title, 3)
	all("components", c.Components, 1)
	all("symptoms", c.Symptoms, 1)
	both("symptoms_text.en", "symptoms_text.ko", c.SymptomsText, 1)
	both("summary.en", "summary.ko", c.Summary, 1)
	both("trigger.en", "trigger.ko", c.Trigger, 1)
	both("detection.en", "detection.ko", c.Detection, 1)
	both("impact.scope.en", "impact.scope.ko", c.Impact.Scope, 0.5)
	both("lessons.en", "lessons.ko", c.Lessons, 0.5)
	for _, s := range c.Remediation {
		both("remediation.en", "remediation.ko", s.Text, 0.5)
	}
	for _, s := range c.ActionItems {
		both("action_items.en", "action_items.ko", s.Text, 0.5)
	}
	one("root_cause", c.RootCause, 0.5)
	all("contributing", c.Contributing, 0.5)
	all("domain", c.Domain, 0.5)
	all("examples.match", c.Examples.Match, 1)
	other := c.loss().members // a team's own fields
	for _, key := range slices.Sorted(maps.Keys(other)) {
		var t Text
		if json.Unmarshal(other[key], &t) == nil {
			both(key+".en", key+".ko", t, 0.5)
		}
	}
	one("org", c.Org, 0.5)
	one("id", c.ID, 0.5)
	return slices.Clone(out) // without room to grow: a library holds many
}

// Searched is all text of c that is searched, a field a line.
func Searched(c *Case) string {
	var b strings.Builder
	for _, f := range fields(c) {
		b.WriteString(f.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// The two languages a case may be told in.
const (
	inEnglish = iota
	inKorean
	languages
)

// told says in which languages the fields tell their case. One that has no
// prose at all counts as English.
func told(fs []field) (in [languages]bool) {
	for _, f := range fs {
		in[inKorean] = in[inKorean] || f.lang == "ko"
		in[inEnglish] = in[inEnglish] || f.lang == "en"
	}
	in[inEnglish] = in[inEnglish] || !in[inKorean]
	return in
}

// sides says in which languages the words of f count. What reads the same in both
// counts in every language its case is told in.
func (f field) sides(told [languages]bool) [languages]bool {
	switch f.lang {
	case "en":
		return [languages]bool{inEnglish: true}
	case "ko":
		return [languages]bool{inKorean: true}
	}
	return told
}
