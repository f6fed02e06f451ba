package main

import (
	"fmt"
	"strings"

	"incidentlib/matcher/eval"
)

// table is a report for a terminal: the whole, then a line for each value of each split.
func table(r eval.Report) string {
	var b strings.Builder
	line := func(name string, s eval.Share) {
		if s.Of == 0 {
			fmt.Fprintf(&b, "%-34s %6s\n", name, "-")
			return
		}
		fmt.Fprintf(&b, "%-34s %6.1f %%   %4d of %-4d  (95 %%: %.1f to %.1f)\n", name, 100*s.Mean, s.Hits, s.Of, 100*s.Low, 100*s.High)
	}
	fmt.Fprintf(&b, "alerts with a relevant case %d, without %d\n\n", r.Alerts, r.Uncovered)
	line("right case first (hit@1)", r.Hit1)
	line("right case in three (hit@3)", r.Hit3)
	line("answered", r.Answered)
	line("precision of replies", r.Precision)
	line("false replies to negatives", r.False)
	line("of these, to near misses", r.NearMiss)
	fmt.Fprintf(&b, "%-34s %8.3f\n%-34s %8.3f\n", "MRR", r.MRR, "calibration error", r.Calibration)
	for _, label := range splits {
		fmt.Fprintf(&b, "\n%-20s %6s %7s %7s %9s %10s %6s\n", label, "alerts", "hit@1", "hit@3", "answered", "precision", "false")
		for _, v := range r.Values(label) {
			s := r.Splits[label][v]
			fmt.Fprintf(&b, "%-20s %6d %7s %7s %9s %10s %6s\n", v, s.Alerts, cell(s.Hit1), cell(s.Hit3), cell(s.Answered), cell(s.Precision), cell(s.False))
		}
	}
	return b.String()
}

// cell is a share as a number; "-" of nothing.
func cell(s eval.Share) string {
	if s.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", s.Mean)
}

// failures is a Markdown page of what went wrong, worst first: wrong replies, then relevant
// cases that were not first, then silence where one was.
func failures(alerts []labelled, results []eval.Result, findings []finding) string {
	var b strings.Builder
	b.WriteString("# What went wrong\n")
	for _, chapter := range []struct {
		heading string
		in      func(eval.Result) bool
	}{
		{"A reply where none is right", func(r eval.Result) bool { return r.Spoke && r.Negative }},
		{"A reply whose first case is not relevant", func(r eval.Result) bool { return r.Spoke && !r.Negative && !first(r) }},
		{"The right case was not first", func(r eval.Result) bool { return !r.Spoke && len(r.Grades) > 0 && !first(r) }},
		{"The right case was first, and nothing was said", func(r eval.Result) bool { return !r.Spoke && len(r.Grades) > 0 && first(r) }},
	} {
		var told strings.Builder
		n := 0
		for i, r := range results {
			if chapter.in(r) {
				n++
				told.WriteString(failure(alerts[i], r, findings[i]))
			}
		}
		fmt.Fprintf(&b, "\n## %s (%d)\n%s", chapter.heading, n, told.String())
	}
	return b.String()
}

func first(r eval.Result) bool { return len(r.Ranked) > 0 && r.Grades[r.Ranked[0]] > 0 }

func failure(a labelled, r eval.Result, f finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s (%s, %.2f sure)\n\n", r.ID, f.decision.Reason, r.Confidence)
	if a.RelevantIf != "" {
		fmt.Fprintf(&b, "%s\n\n", a.RelevantIf)
	}
	for line := range strings.Lines(f.alert.Text) {
		fmt.Fprintf(&b, "    %s\n", strings.TrimRight(line, "\n"))
	}
	b.WriteString("\n")
	for _, m := range f.matches[:min(3, len(f.matches))] {
		fmt.Fprintf(&b, "- %s (%d) %.1f, covers %.2f: %s\n", m.Case.ID, r.Grades[m.Case.ID], m.Score, m.Coverage, m.Case.Title.In("en"))
		for _, e := range m.Evidence[:min(4, len(m.Evidence))] {
			fmt.Fprintf(&b, "    - %s %.1f `%s` ~ `%s` (%s)\n", e.Kind, e.Weight, e.Query, e.Found, e.Field)
		}
	}
	for i, id := range r.Ranked {
		if i >= 3 && r.Grades[id] > 0 {
			fmt.Fprintf(&b, "- relevant, at place %d: %s\n", i+1, id)
		}
	}
	return b.String()
}
