package main

import (
	"cmp"
	"strings"

	"incidentlib/bot"
	"incidentlib/matcher"
	"incidentlib/matcher/eval"
)

// An evalReport is what a page tells of an evaluation: the scores, then each alert in the one
// chapter it belongs to, what went wrong first.
type evalReport struct {
	Report   eval.Report
	Scores   []scoreLine
	Splits   []evalSplit
	Chapters []evalChapter
}

// An evalSplit is the score of the alerts of each value of a label, the most alerts first.
type evalSplit struct {
	Label string
	Rows  []evalRow
}

type evalRow struct {
	Value  string
	Report eval.Report
}

// An evalChapter holds the alerts that ended the same way.
type evalChapter struct {
	Heading string
	Failed  bool // what the alerts in it have in common is a failure
	Alerts  []evalAlert
}

// An evalAlert is one alert and what was made of it.
type evalAlert struct {
	ID         string
	Title      string
	Text       string
	Labels     string // what it is split by, in one line
	RelevantIf string // which cases are right for it, in words; "" when nobody said
	Spoke      bool
	Reason     bot.Reason
	Confidence float64
	Matches    []evalMatch // the first three
	Late       []evalLate  // relevant cases that were found behind these
}

type evalMatch struct {
	matcher.Match
	Grade int // 2 right, 1 helpful, 0 neither
}

type evalLate struct {
	Place int // from 1
	ID    string
}

const (
	pageMatches  = 3 // of each alert
	pageEvidence = 4 // of each match
)

// newEvalReport sorts alerts into chapters; results and findings belong to them by their places.
func newEvalReport(report eval.Report, alerts []labelled, results []eval.Result, findings []finding) evalReport {
	r := evalReport{Report: report, Scores: scoreLines(report), Chapters: []evalChapter{
		{Heading: "A reply where none is right", Failed: true},
		{Heading: "A reply whose first case is not relevant", Failed: true},
		{Heading: "The right case was not first, and nothing was said", Failed: true},
		{Heading: "The right case was first, and nothing was said", Failed: true},
		{Heading: "A reply whose first case is relevant"},
		{Heading: "Nothing to say, and nothing was said"},
	}}
	for _, label := range splits {
		s := evalSplit{Label: label}
		for _, v := range report.Values(label) {
			s.Rows = append(s.Rows, evalRow{v, report.Splits[label][v]})
		}
		r.Splits = append(r.Splits, s)
	}
	for i, x := range results {
		c := &r.Chapters[chapter(x)]
		c.Alerts = append(c.Alerts, newEvalAlert(alerts[i], x, findings[i]))
	}
	return r
}

// chapter is the place of the chapter that tells of r.
func chapter(r eval.Result) int {
	right := len(r.Ranked) > 0 && r.Grades[r.Ranked[0]] > 0
	switch {
	case r.Spoke && r.Negative:
		return 0
	case r.Spoke && !right:
		return 1
	case r.Spoke:
		return 4
	case r.Negative || len(r.Grades) == 0:
		return 5
	case !right:
		return 2
	}
	return 3
}

func newEvalAlert(a labelled, r eval.Result, f finding) evalAlert {
	out := evalAlert{
		ID: r.ID, Title: cmp.Or(f.alert.Title, "(no text)"), Text: strings.TrimSpace(f.alert.Text), RelevantIf: a.RelevantIf,
		Labels: joined(" · ", a.Lang, a.Closeness, a.Form, a.Category),
		Spoke:  r.Spoke, Reason: f.decision.Reason, Confidence: r.Confidence,
	}
	for _, m := range f.matches[:min(pageMatches, len(f.matches))] {
		m.Evidence = m.Evidence[:min(pageEvidence, len(m.Evidence))]
		out.Matches = append(out.Matches, evalMatch{m, r.Grades[m.Case.ID]})
	}
	for i, id := range r.Ranked {
		if i >= pageMatches && r.Grades[id] > 0 {
			out.Late = append(out.Late, evalLate{i + 1, id})
		}
	}
	return out
}
