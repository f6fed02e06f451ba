package seeds

import (
	"fmt"
	"slices"
	"strings"

	"incidentlib/matcher"
)

// sharedSignals is in how many cases a signal may stand before it marks none of them.
const sharedSignals = 5

// fewWords is how many words a lesson must have to teach something; shorter ones are
// mottoes: "Test your backups."
const fewWords = 8

// Lint reports what is weak about cases, though nothing is wrong: the hints of a second
// reader. Each fault's File is the case's ID.
func Lint(cases []*matcher.Case) matcher.Faults {
	var faults matcher.Faults
	holders := map[string][]string{} // IDs by signal
	for _, c := range cases {
		for _, s := range c.Signals {
			key := strings.ToLower(s)
			holders[key] = append(holders[key], c.ID)
		}
	}
	for _, c := range cases {
		add := func(field, value, remedy string) {
			faults = append(faults, matcher.Fault{File: c.ID, Field: field, Value: value, Remedy: remedy})
		}
		if len(c.Signals) == 0 {
			add("signals", "", "has none: exact log lines, metric or alert names are what the bot trusts most")
		}
		told := tellings(c)
		for i, s := range c.Signals {
			field := fmt.Sprintf("signals[%d]", i)
			if others := holders[strings.ToLower(s)]; len(others) > sharedSignals {
				add(field, s, fmt.Sprintf("stands in %d cases, so it marks none of them: %s", len(others), strings.Join(others[:3], ", ")+", …"))
			}
			if !seen(told, s) {
				add(field, s, "is told nowhere else in the case: say where it is seen")
			}
		}
		if n := len(strings.Fields(c.Lessons.In("en"))); n > 0 && n < fewWords {
			add("lessons", c.Lessons.In("en"), "is a motto: say what to do differently, and why here")
		}
		if c.Lessons.Empty() {
			add("lessons", "", "has none: what would have helped a stranger?")
		}
		if len(c.Remediation) == 0 {
			add("remediation", "", "has none: what was tried, and what ended it?")
		}
		if len(c.Checks) == 0 {
			add("checks", "", "has none: what shows, without changing anything, whether it is this?")
		}
	}
	return faults
}

// tellings is all that a case tells beside its signals, in lower case.
func tellings(c *matcher.Case) string {
	var all []string
	for _, t := range allTexts(c) {
		all = append(all, t.text)
	}
	all = append(append(all, c.Examples.Match...), c.URL)
	return strings.ToLower(strings.Join(all, "\n"))
}

// seen says whether some fixed part of a signal stands in the text.
func seen(text, signal string) bool {
	parts := strings.FieldsFunc(strings.ToLower(signal), func(r rune) bool { return r == '…' })
	return slices.ContainsFunc(parts, func(p string) bool {
		p = strings.TrimSpace(p)
		return len(p) > 2 && strings.Contains(text, p)
	})
}
