package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"incidentlib/bot/alert"
	"incidentlib/matcher"
)

// A benchTest is one alert and the cases that are right for it.
type benchTest struct {
	alert    matcher.Alert
	relevant map[string]int
}

// exampleTests are the alerts that cases say are their own.
func exampleTests(cases []*matcher.Case) []benchTest {
	var out []benchTest
	for _, c := range cases {
		for _, text := range c.Examples.Match {
			out = append(out, benchTest{alert.FromText(text), map[string]int{c.ID: 2}})
		}
	}
	return out
}

// withoutExamples are copies of cases that do not hold their examples.
func withoutExamples(cases []*matcher.Case) []*matcher.Case {
	out := make([]*matcher.Case, len(cases))
	for i, c := range cases {
		bare := *c
		bare.Examples = matcher.Examples{}
		out[i] = &bare
	}
	return out
}

// judgedTests are the labelled alerts that have a relevant case.
func judgedTests(alerts, qrels string) ([]benchTest, error) {
	grades, err := readQrels(qrels)
	if err != nil {
		return nil, err
	}
	labelled, err := readLabelled(alerts)
	if err != nil {
		return nil, err
	}
	var out []benchTest
	for _, a := range labelled {
		if !a.Negative && len(grades[a.ID]) > 0 {
			read, err := alert.ReadAny(messageOf(a.Payload))
			if err != nil {
				return nil, fmt.Errorf("alert %s: %w", a.ID, err)
			}
			out = append(out, benchTest{read, grades[a.ID]})
		}
	}
	return out, nil
}

// longWords is how long an alert with a stack trace is, in words, and longOnes how many such
// alerts are timed.
const (
	longWords = 300
	longOnes  = 100
)

// longAlerts are alerts of some 300 words, each the text of one case and, where that is not
// enough, of those behind it.
func longAlerts(cases []*matcher.Case) []matcher.Alert {
	var out []matcher.Alert
	for i := range min(longOnes, len(cases)) {
		first := i * len(cases) / min(longOnes, len(cases))
		var b strings.Builder
		fmt.Fprintf(&b, "[FIRING:1] %s (10.2.3.4, payments-api-7d9f8b6c5d-x2x9z)\n", cases[first].Title.In("en"))
		words := 0
		for n := 0; n < len(cases) && words < longWords; n++ {
			c := cases[(first+n)%len(cases)]
			for word := range strings.FieldsSeq(c.SymptomsText.En + " " + c.Trigger.En + " " + c.Detection.En) {
				if words++; words <= longWords {
					b.WriteString(word)
					b.WriteString(map[bool]string{true: "\n", false: " "}[words%12 == 0])
				}
			}
		}
		out = append(out, alert.FromText(b.String()))
	}
	return out
}

// grown are cases and as many more, put together from their sentences and with names of
// their own, as make size. The same cases give the same.
func grown(cases []*matcher.Case, size int) []*matcher.Case {
	out := cases[:len(cases):len(cases)]
	if len(cases) == 0 {
		return out
	}
	r := rand.New(rand.NewPCG(1, 2))
	any := func() *matcher.Case { return cases[r.IntN(len(cases))] }
	sentence := func(t matcher.Text) string {
		all := strings.SplitAfter(t.En, ". ")
		return all[r.IntN(len(all))]
	}
	for n := len(cases); n < size; n++ {
		c := *any()
		c.ID, c.Signals, c.Examples = fmt.Sprintf("GROWN-%d", n), nil, matcher.Examples{}
		var summary, symptoms strings.Builder
		for range 8 {
			summary.WriteString(sentence(any().Summary) + " ")
			symptoms.WriteString(sentence(any().SymptomsText) + " ")
		}
		fmt.Fprintf(&summary, "host-%x of pool-%d", r.Uint32(), n)
		c.Title = matcher.Text{En: any().Title.En}
		c.Summary, c.SymptomsText = matcher.Text{En: summary.String()}, matcher.Text{En: symptoms.String()}
		c.Lessons, c.Trigger, c.Detection = any().Lessons, matcher.Text{}, matcher.Text{}
		out = append(out, &c)
	}
	return out
}
