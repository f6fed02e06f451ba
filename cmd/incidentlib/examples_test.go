package main

import (
	"fmt"
	"os"
	"testing"

	"incidentlib/bot"
	"incidentlib/bot/alert"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// The examples of the bundled cases test the library, the reader, the matcher and the
// decision together. The library searched first does not hold them, so each is an alert
// that it has not seen. A case must be found first for nine in ten of the alerts that are
// its own: two incidents may be so alike that neither is wrong. An alert that only looks
// like a case is answered with it in one of ten at most: many such alerts fail in the same
// way, for another cause.
func TestExamples(t *testing.T) {
	t.Parallel()
	cases, err := seeds.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	unseen := searcher(t, withoutExamples(cases))
	var all, right, spoken, alike, fooled int
	for _, c := range cases {
		for _, text := range c.Examples.Match {
			all++
			id, d := unseen(text)
			if id == c.ID {
				right++
			} else {
				t.Logf("%s: its own alert finds %s first (%s): %q", c.ID, id, d.Reason, text)
			}
			if d.Speak {
				spoken++
			}
		}
		for _, text := range c.Examples.Differ {
			alike++
			if id, d := unseen(text); id == c.ID && d.Speak {
				fooled++
				t.Logf("%s is the answer (%.2f sure) to an alert that only looks like it: %q", c.ID, d.Confidence, text)
			}
		}
	}
	stats := fmt.Sprintf("alerts of their own %d: right case first %d, answered %d\nalerts that only look like a case %d: answered with it %d\n",
		all, right, spoken, alike, fooled)
	compareStats(t, "testdata/examples.txt", stats)
	if fooled*10 > alike {
		t.Errorf("%d of %d alerts that only look like a case are answered with it, want one in ten at most", fooled, alike)
	}
	if right*10 < all*9 {
		t.Errorf("the right case is first for %d of %d, want nine in ten", right, all)
	}
}

// TestLookAlikes asks the library as it ships, which knows its examples.
func TestLookAlikes(t *testing.T) {
	t.Parallel()
	cases, err := seeds.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	shipped := searcher(t, cases)
	for _, c := range cases {
		for _, text := range c.Examples.Differ {
			if id, _ := shipped(text); id == c.ID {
				t.Errorf("%s comes first for an alert that only looks like it: %q", c.ID, text)
			}
		}
	}
}

// searcher gives the first case for an alert, and whether the bot would speak.
func searcher(t *testing.T, cases []*matcher.Case) func(text string) (id string, d bot.Decision) {
	words, err := seeds.Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	library, err := matcher.NewLibraryWith(cases, words)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	return func(text string) (string, bot.Decision) {
		a := alert.FromText(text)
		found, err := library.Find(t.Context(), a, bot.Finds)
		if err != nil {
			t.Fatal(err)
		}
		d := bot.Decide(a, found, bot.Careful)
		if len(found) == 0 {
			return "", d
		}
		return found[0].Case.ID, d
	}
}

// compareStats holds figures against the file that has the last ones, so that a change of
// ranking shows in review; with -update it writes them.
func compareStats(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("figures changed; if that is meant, go test ./cmd/incidentlib -run %s -update\n got: %s\nwant: %s", t.Name(), got, want)
	}
}
