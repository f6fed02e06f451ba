package main

import (
	"fmt"
	"strings"

	"incidentlib/matcher/eval"
)

// A scoreLine is one share of a report, by the name a person knows it by.
type scoreLine struct {
	Name  string
	Share eval.Share
}

// scoreLines are the shares of a report, in the order they are told.
func scoreLines(r eval.Report) []scoreLine {
	return []scoreLine{
		{"right case first (hit@1)", r.Hit1},
		{"right case in three (hit@3)", r.Hit3},
		{"answered", r.Answered},
		{"precision of replies", r.Precision},
		{"false replies to negatives", r.False},
		{"of these, to near misses", r.NearMiss},
	}
}

// table is a report for a terminal: the whole, then a line for each value of each split.
func table(r eval.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "alerts with a relevant case %d, without %d\n\n", r.Alerts, r.Uncovered)
	for _, l := range scoreLines(r) {
		s := l.Share
		if s.Of == 0 {
			fmt.Fprintf(&b, "%-34s %6s\n", l.Name, "-")
			continue
		}
		fmt.Fprintf(&b, "%-34s %6.1f %%   %4d of %-4d  (95 %%: %.1f to %.1f)\n", l.Name, 100*s.Mean, s.Hits, s.Of, 100*s.Low, 100*s.High)
	}
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
