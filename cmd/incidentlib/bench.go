package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"
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
