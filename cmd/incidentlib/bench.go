package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"incidentlib/matcher"
	"incidentlib/matcher/plain"
	"incidentlib/seeds"
)

type benchCmd struct {
	Alerts string `help:"Labelled alerts, one JSON object a line; the cases' own examples unless given." placeholder:"FILE"`
	Qrels  string `help:"Judged cases of these alerts: alert id, case id and grade a line." placeholder:"FILE"`
	Size   int    `help:"Also measure speed with the library grown to so many cases, made from its sentences." placeholder:"N"`
	JSON   bool   `name:"json" help:"Print JSON."`
	libraryFlags
}

func (benchCmd) Help() string {
	return `Runs this binary and Bleve as it comes, with its default settings and with its English analyzer
and bm25, over the same cases and the same alerts on one core. Without --alerts the alerts are the
examples of the cases, and the library searched does not hold them. Times are of a whole search,
of incidentlib with the reasons for each case, of Bleve with the ids alone; they depend on the
machine, the ratios much less.

Examples:

    incidentlib bench
    incidentlib bench --size 10000 --alerts alerts.jsonl --qrels qrels.tsv`
}

// An engine is one way to find cases for an alert that was read.
type engine struct {
	name string
	find func(ctx context.Context, a matcher.Alert) ([]string, error)
}

func (c benchCmd) Run(ctx context.Context, w world) error {
	if (c.Alerts == "") != (c.Qrels == "") {
		return usageError("--alerts and --qrels belong together: give both or neither")
	}
	if c.Size < 0 || c.Size > 100_000 {
		return usageError(fmt.Sprintf("--size %d: give a number from 1 to 100000", c.Size))
	}
	began := time.Now()
	library, _, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	out := benchResult{Cases: len(library.Cases()), ReadyMillis: millis(time.Since(began)), ResidentMB: resident()}
	tests, cases := exampleTests(library.Cases()), withoutExamples(library.Cases())
	if c.Alerts != "" {
		cases = library.Cases()
		if tests, err = judgedTests(c.Alerts, c.Qrels); err != nil {
			return err
		}
	}
	if out.Alerts = len(tests); len(tests) == 0 {
		return usageError("no alert with a relevant case to measure with: give some with --alerts and --qrels")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if out.Accuracy, err = accuracy(ctx, cases, tests); err != nil {
		return err
	}
	sizes := []int{len(cases)}
	if c.Size > len(cases) {
		sizes = append(sizes, c.Size)
	}
	for _, size := range sizes {
		s, err := speed(ctx, grown(cases, size), longAlerts(cases))
		if err != nil {
			return err
		}
		out.Speed = append(out.Speed, s)
	}
	if c.JSON {
		return writeIndented(w.stdout, out)
	}
	_, err = io.WriteString(w.stdout, out.String())
	return err
}

// engines are this matcher and plain Bleve over the same cases; stop frees them.
func engines(cases []*matcher.Case) (all []engine, stop func(), err error) {
	words, err := seeds.Vocabulary()
	if err != nil {
		return nil, nil, err
	}
	library, err := matcher.NewLibraryWith(cases, words)
	if err != nil {
		return nil, nil, err
	}
	closers := []io.Closer{library}
	all = []engine{{"incidentlib", func(ctx context.Context, a matcher.Alert) ([]string, error) {
		found, err := library.Find(ctx, a, 3)
		var ids []string
		for _, m := range found {
			ids = append(ids, m.Case.ID)
		}
		return ids, err
	}}}
	for _, kind := range plain.Kinds {
		x, err := plain.New(cases, kind)
		if err != nil {
			return nil, nil, err
		}
		closers = append(closers, x)
		all = append(all, engine{kind.Name, func(ctx context.Context, a matcher.Alert) ([]string, error) {
			return x.Find(ctx, a.Text, 3)
		}})
	}
	return all, func() {
		for _, c := range closers {
			c.Close()
		}
	}, nil
}

// accuracy asks every engine every alert.
func accuracy(ctx context.Context, cases []*matcher.Case, tests []benchTest) ([]benchAccuracy, error) {
	all, stop, err := engines(cases)
	if err != nil {
		return nil, err
	}
	defer stop()
	var out []benchAccuracy
	for _, e := range all {
		a := benchAccuracy{Engine: e.name}
		for _, t := range tests {
			ids, err := e.find(ctx, t.alert)
			if err != nil {
				return nil, err
			}
			at := slices.IndexFunc(ids, func(id string) bool { return t.relevant[id] > 0 })
			if at == 0 {
				a.First++
			}
			if at >= 0 {
				a.Three++
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// rounds is how often every engine is asked every alert; the first round warms up.
const rounds = 5

// speed times every engine. They take turns round by round, so that whatever else the machine
// does hits all of them, and none pays for what another left behind.
func speed(ctx context.Context, cases []*matcher.Case, alerts []matcher.Alert) (benchSpeed, error) {
	all, stop, err := engines(cases)
	if err != nil {
		return benchSpeed{}, err
	}
	defer stop()
	took := make([][]time.Duration, len(all))
	for round := range rounds {
		for n, e := range all {
			runtime.GC()
			for _, a := range alerts {
				began := time.Now()
				if _, err := e.find(ctx, a); err != nil {
					return benchSpeed{}, err
				}
				if round > 0 {
					took[n] = append(took[n], time.Since(began))
				}
			}
		}
	}
	out := benchSpeed{Cases: len(cases)}
	for n, e := range all {
		slices.Sort(took[n])
		at := func(share float64) float64 { return millis(took[n][int(share*float64(len(took[n])-1))]) }
		out.Engines = append(out.Engines, benchTime{e.name, at(0.5), at(0.99)})
	}
	return out, nil
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
