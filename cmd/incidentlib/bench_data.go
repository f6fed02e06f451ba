package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

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

// benchResult is what bench measures.
type benchResult struct {
	Cases       int             `json:"cases"`
	Alerts      int             `json:"alerts"`
	ReadyMillis float64         `json:"ready_ms"` // from the start to a library that can be asked
	ResidentMB  float64         `json:"resident_mb"`
	Accuracy    []benchAccuracy `json:"accuracy"`
	Speed       []benchSpeed    `json:"speed"`
}

type benchAccuracy struct {
	Engine string `json:"engine"`
	First  int    `json:"right_first"`
	Three  int    `json:"right_in_three"`
}

type benchSpeed struct {
	Cases   int         `json:"cases"`
	Engines []benchTime `json:"engines"`
}

type benchTime struct {
	Engine string  `json:"engine"`
	P50    float64 `json:"p50_ms"`
	P99    float64 `json:"p99_ms"`
}

func (r benchResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "library of %d cases, ready after %.0f ms, %.0f MB resident\n\n", r.Cases, r.ReadyMillis, r.ResidentMB)
	fmt.Fprintf(&b, "%-18s %14s %14s   (%d alerts)\n", "", "right first", "in three", r.Alerts)
	for _, a := range r.Accuracy {
		fmt.Fprintf(&b, "%-18s %12.1f %% %12.1f %%\n", a.Engine, outOf(a.First, r.Alerts), outOf(a.Three, r.Alerts))
	}
	for _, s := range r.Speed {
		fmt.Fprintf(&b, "\n%-18s %14s %14s %9s   (%d cases, alerts of %d words, one core)\n", "", "p50", "p99", "p99/p50", s.Cases, longWords)
		for _, t := range s.Engines {
			fmt.Fprintf(&b, "%-18s %11.3f ms %11.3f ms %9.1f", t.Engine, t.P50, t.P99, t.P99/t.P50)
			if t != s.Engines[0] {
				fmt.Fprintf(&b, "   %.1f times as long", t.P50/s.Engines[0].P50)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// outOf is n of all, in percent.
func outOf(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// resident is how much memory the process holds, in MB: what the kernel says, or elsewhere
// what Go took from it.
func resident() float64 {
	debug.FreeOSMemory()
	var pages float64
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size float64
		if n, _ := fmt.Sscan(string(data), &size, &pages); n == 2 {
			return pages * float64(os.Getpagesize()) / 1e6
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys) / 1e6
}
