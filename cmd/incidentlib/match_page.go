package main

import (
	"fmt"
	"strings"

	"incidentlib/bot"
	"incidentlib/matcher"
)

// page is what match prints for one message on a terminal.
func (f finding) page() string {
	var p page
	d := f.decision
	if !d.Speak {
		p.line(0, "Quiet: "+strings.ReplaceAll(string(d.Reason), "_", " "))
		if len(f.matches) > 0 {
			p.WriteString("\nNearest (" + percent(d.Confidence) + " sure)\n")
			for _, m := range f.matches {
				p.hanging("  - ", 4, matchLine(m, f.lang))
			}
		}
		return p.String()
	}
	best := f.matches[0]
	p.line(0, "Seen before, "+percent(d.Confidence)+" sure: "+best.Case.Title.In(f.lang))
	p.line(0, joined(" · ", best.Case.ID, best.Case.Org, best.Case.Date, best.Case.URL))
	p.list("Why", reasons(best))
	p.part("Lesson", bot.Lesson(best.Case, f.lang))
	p.part("What fixed it", bot.Fix(best.Case, f.lang))
	text, command := bot.FirstCheck(best.Case, f.lang)
	p.list("Check now", []string{text})
	p.command(command)
	if len(f.matches) > 1 {
		p.WriteString("\nAlso like it\n")
		for _, m := range f.matches[1:] {
			p.hanging("  - ", 4, matchLine(m, f.lang))
		}
	}
	return p.String()
}

// percent tells a chance. No reading of an alert is certain, however it rounds.
func percent(chance float64) string {
	if chance >= 0.995 {
		return "over 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*chance)
}

// reasons tells the strongest evidence, as the alert and as the case have it.
func reasons(m matcher.Match) []string {
	var out []string
	for _, e := range m.Evidence[:min(5, len(m.Evidence))] {
		line := fmt.Sprintf("%s: %s", e.Kind, e.Query)
		if !strings.EqualFold(e.Query, e.Found) {
			line += " ~ " + e.Found
		}
		out = append(out, line)
	}
	return out
}

// matchLine is a match in one line: which case, and the words both have.
func matchLine(m matcher.Match, lang string) string {
	var words []string
	for _, e := range m.Evidence[:min(4, len(m.Evidence))] {
		if e.Kind == matcher.ByMeaning || e.Kind == matcher.ByVote {
			e.Query = e.Found // what the words of the alert come to, not the words
		}
		words = append(words, e.Query)
	}
	year := m.Case.Date[:min(4, len(m.Case.Date))]
	return fmt.Sprintf("%s  %s (%s) — %s", m.Case.ID, m.Case.Title.In(lang), joined(", ", m.Case.Org, year), strings.Join(words, ", "))
}
