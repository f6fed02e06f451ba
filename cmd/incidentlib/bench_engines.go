package main

import (
	"context"
	"io"
	"runtime"
	"slices"
	"time"

	"incidentlib/matcher"
	"incidentlib/matcher/plain"
	"incidentlib/seeds"
)

// An engine is one way to find cases for an alert that was read.
type engine struct {
	name string
	find func(ctx context.Context, a matcher.Alert) ([]string, error)
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
