package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"incidentlib/bot"
	"incidentlib/matcher"
	"incidentlib/matcher/eval"
)

// evil is text that would be markup in a page that does not escape it.
const evil = "<script>alert(1)</script> **b** `x` [a](javascript:alert(2))"

func evilReport() evalReport {
	right := map[string]int{"A": 2}
	results := []eval.Result{
		{ID: "wrong-reply", Negative: true, Spoke: true, Ranked: []string{"A"}},
		{ID: "wrong-first", Spoke: true, Ranked: []string{"B", "A"}, Grades: right},
		{ID: "no-case-replied", Spoke: true, Ranked: []string{"B"}},
		{ID: "late", Ranked: []string{"B", "C", "D", "A"}, Grades: right},
		{ID: "nothing", Grades: right},
		{ID: "timid", Ranked: []string{"A"}, Grades: right},
		{ID: "good", Spoke: true, Ranked: []string{"A"}, Grades: right},
		{ID: "quiet", Negative: true, Ranked: []string{"B"}},
		{ID: "uncovered", Ranked: []string{"B"}},
	}
	var alerts []labelled
	var findings []finding
	for i := range results {
		r := &results[i]
		r.Labels = map[string]string{"lang": evil}
		alerts = append(alerts, labelled{ID: r.ID, Lang: evil, RelevantIf: evil})
		f := finding{alert: matcher.Alert{Title: evil, Text: evil + "\n" + evil}, decision: bot.Decision{Reason: bot.Weak}}
		for _, id := range r.Ranked {
			f.matches = append(f.matches, matcher.Match{
				Case: &matcher.Case{ID: id, Title: matcher.Text{En: evil}}, Score: 1,
				Evidence: []matcher.Evidence{{Kind: matcher.ByTerm, Query: evil, Found: evil, Field: evil, Weight: 1}},
			})
		}
		findings = append(findings, f)
	}
	return newEvalReport(eval.Score(results, splits...), alerts, results, findings)
}

// Each alert is told once, in the chapter of what became of it.
func TestEvalReportChapters(t *testing.T) {
	want := [][]string{{"wrong-reply"}, {"wrong-first", "no-case-replied"}, {"late", "nothing"}, {"timid"}, {"good"}, {"quiet", "uncovered"}}
	r := evilReport()
	for i, c := range r.Chapters {
		var got []string
		for _, a := range c.Alerts {
			got = append(got, a.ID)
			if a.ID == "late" && !slices.Equal(a.Late, []evalLate{{4, "A"}}) {
				t.Errorf("relevant cases behind the first three: %v", a.Late)
			}
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("%s: %v, want %v", c.Heading, got, want[i])
		}
	}
}

// What alerts and cases say is shown as it is, never taken for markup.
func TestEvalReportEscapes(t *testing.T) {
	page, err := evilReport().html()
	if err != nil {
		t.Fatal(err)
	}
	if text := string(page); strings.Contains(text, "<script") || strings.Contains(text, "ZgotmplZ") || !strings.Contains(text, "&lt;script&gt;") {
		t.Errorf("text is taken for HTML: %.3000s", text)
	}
	if loads := regexp.MustCompile(`(?:src|href)="[^#]`).Find(page); loads != nil {
		t.Errorf("the page needs another file: %s", loads)
	}
	page, err = evilReport().markdown()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(page)) {
		code := strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "    - ")
		bare := regexp.MustCompile("`` .*? ``").ReplaceAllString(line, "")
		if !code && regexp.MustCompile(`(^|[^\\])(<script|\*\*b|\[a\]|`+"`x"+`)`).MatchString(bare) {
			t.Errorf("text is taken for Markdown: %s", line)
		}
	}
}

func TestInCode(t *testing.T) {
	for text, want := range map[string]string{"a  b": "`a b`", "a`b": "`` a`b ``", "```": "```` ``` ````"} {
		if got := inCode(text); got != want {
			t.Errorf("%q as code: %s, want %s", text, got, want)
		}
	}
}
