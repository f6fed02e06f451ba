package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"incidentlib/bot"
	"incidentlib/matcher"
)

// result is what match prints for one message as JSON. The same message and
// library give the same bytes, took_us apart.
type result struct {
	ID         json.RawMessage `json:"id,omitempty"`
	Decision   string          `json:"decision"` // "reply" or "quiet"
	Reason     bot.Reason      `json:"reason"`
	Confidence float64         `json:"confidence"` // chance that the first case is relevant
	Alert      alertResult     `json:"alert"`
	Matches    []matchResult   `json:"matches"` // best first, also when the decision is quiet
	TookUS     int64           `json:"took_us"` // microseconds of reading, finding and deciding
}

type alertResult struct {
	Source   string   `json:"source"`
	Status   string   `json:"status"`
	Severity string   `json:"severity"`
	Title    string   `json:"title"`
	Signals  []string `json:"signals"`
}

type matchResult struct {
	ID         string             `json:"id"`
	Title      string             `json:"title"`
	Org        string             `json:"org"`
	Date       string             `json:"date"`
	URL        string             `json:"url"`
	Score      float64            `json:"score"`
	Confidence float64            `json:"confidence,omitzero"` // of the first match only
	Evidence   []matcher.Evidence `json:"evidence"`
	Lesson     string             `json:"lesson"`
	Fix        string             `json:"fix"`
	Check      *checkResult       `json:"check,omitempty"`
}

type checkResult struct {
	Text    string `json:"text"`
	Command string `json:"command"`
}

func (f finding) result(id json.RawMessage) result {
	r := result{
		ID:         id,
		Decision:   "quiet",
		Reason:     f.decision.Reason,
		Confidence: f.decision.Confidence,
		Alert: alertResult{f.alert.Source, string(f.alert.Status), f.alert.Severity, f.alert.Title,
			append([]string{}, matcher.Signals(f.alert)...)},
		Matches: matchResults(f.matches, f.lang, f.decision.Confidence),
		TookUS:  f.took.Microseconds(),
	}
	if f.decision.Speak {
		r.Decision = "reply"
	}
	return r
}

// matchResults gives matches, best first, as JSON shows them. The confidence is
// that of the first, 0 for none.
func matchResults(matches []matcher.Match, lang string, confidence float64) []matchResult {
	out := []matchResult{}
	for i, m := range matches {
		r := matchResult{
			ID: m.Case.ID, Title: m.Case.Title.In(lang), Org: m.Case.Org, Date: m.Case.Date, URL: m.Case.URL,
			Score: rounded(m.Score), Lesson: bot.Lesson(m.Case, lang), Fix: bot.Fix(m.Case, lang),
		}
		if i == 0 {
			r.Confidence = confidence
		}
		for _, e := range m.Evidence {
			e.Weight = rounded(e.Weight)
			r.Evidence = append(r.Evidence, e)
		}
		if text, command := bot.FirstCheck(m.Case, lang); text != "" || command != "" {
			r.Check = &checkResult{text, command}
		}
		out = append(out, r)
	}
	return out
}

// rounded keeps three decimals; more say nothing about a score.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

func writeIndented(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(v)
}

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
