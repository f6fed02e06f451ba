package main

import (
	"encoding/json"
	"io"
	"math"

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
