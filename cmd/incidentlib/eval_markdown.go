package main

import (
	"fmt"
	"regexp"
	"strings"
)

// markdown is the report as a page in Markdown.
func (r evalReport) markdown() ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# How well alerts are answered\n\nAlerts with a relevant case: %d, without: %d, negatives: %d.\n\n", r.Report.Alerts, r.Report.Uncovered, r.Report.False.Of)
	b.WriteString("| | share | of | 95 % |\n|---|---:|---:|---:|\n")
	for _, l := range r.Scores {
		if s := l.Share; s.Of > 0 {
			fmt.Fprintf(&b, "| %s | %.1f %% | %d of %d | %.1f to %.1f |\n", l.Name, 100*s.Mean, s.Hits, s.Of, 100*s.Low, 100*s.High)
		} else {
			fmt.Fprintf(&b, "| %s | - | | |\n", l.Name)
		}
	}
	fmt.Fprintf(&b, "| MRR | %.3f | | |\n| calibration error | %.3f | | |\n", r.Report.MRR, r.Report.Calibration)
	for _, s := range r.Splits {
		if len(s.Rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n| %s | alerts | hit@1 | hit@3 | answered | precision | false |\n|---|---:|---:|---:|---:|---:|---:|\n", s.Label)
		for _, row := range s.Rows {
			x := row.Report
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %s | %s |\n", inMarkdown(row.Value), x.Alerts,
				cell(x.Hit1), cell(x.Hit3), cell(x.Answered), cell(x.Precision), cell(x.False))
		}
	}
	for _, c := range r.Chapters {
		fmt.Fprintf(&b, "\n## %s (%d)\n", c.Heading, len(c.Alerts))
		for _, a := range c.Alerts {
			a.markdown(&b)
		}
	}
	return []byte(b.String()), nil
}

func (a evalAlert) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s (%s, %.2f sure)\n", inMarkdown(a.ID), inMarkdown(string(a.Reason)), a.Confidence)
	for _, line := range nonEmpty(a.Labels, a.RelevantIf) {
		fmt.Fprintf(b, "\n%s\n", inMarkdown(line))
	}
	b.WriteString("\n")
	for line := range strings.Lines(a.Text) {
		fmt.Fprintf(b, "    %s\n", strings.TrimRight(line, "\n"))
	}
	b.WriteString("\n")
	for _, m := range a.Matches {
		fmt.Fprintf(b, "- %s (%d) %.1f, covers %.2f: %s\n", inMarkdown(m.Case.ID), m.Grade, m.Score, m.Coverage, inMarkdown(m.Case.Title.In("en")))
		for _, e := range m.Evidence {
			fmt.Fprintf(b, "    - %s %.1f %s ~ %s (%s)\n", e.Kind, e.Weight, inCode(e.Query), inCode(e.Found), inMarkdown(e.Field))
		}
	}
	for _, l := range a.Late {
		fmt.Fprintf(b, "- relevant, at place %d: %s\n", l.Place, inMarkdown(l.ID))
	}
}

// markup is what Markdown would take for more than a letter.
var markup = regexp.MustCompile("[\\\\`*_{}\\[\\]<>#|~&]")

// inMarkdown is text in one line that Markdown shows as it is.
func inMarkdown(text string) string {
	return markup.ReplaceAllString(strings.Join(strings.Fields(text), " "), `\$0`)
}

var ticks = regexp.MustCompile("`+")

// inCode is text in one line as code, which may have backticks in it.
func inCode(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	fence, pad := "`", ""
	for _, run := range ticks.FindAllString(text, -1) {
		if len(run) >= len(fence) {
			fence = run + "`"
		}
		pad = " "
	}
	return fence + pad + text + pad + fence
}
