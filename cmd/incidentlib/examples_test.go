package main

import (
	"testing"

	"incidentlib/bot"
	"incidentlib/bot/alert"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// The examples of the bundled cases test the library, the reader, the matcher and the
// decision together. The library searched here does not hold them, so each is an alert
// that it has not seen. A case must be found first for nine in ten of the alerts that are
// its own: two incidents may be so alike that neither is wrong. An alert that only looks
// like a case must never be answered with it.
func TestExamples(t *testing.T) {
	cases, err := seeds.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	words, err := seeds.Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	library, err := matcher.NewLibraryWith(withoutExamples(cases), words)
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	first := func(text string) (id string, d bot.Decision) {
		a := alert.FromText(text)
		found, err := library.Find(t.Context(), a, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			return "", bot.Decide(a, found, bot.Careful)
		}
		return found[0].Case.ID, bot.Decide(a, found, bot.Careful)
	}
	var all, right, spoken int
	for _, c := range cases {
		for _, text := range c.Examples.Match {
			all++
			id, d := first(text)
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
			if id, d := first(text); id == c.ID && d.Speak {
				t.Errorf("%s is the answer (%.2f sure) to an alert that only looks like it: %q", c.ID, d.Confidence, text)
			}
		}
	}
	t.Logf("%d cases, %d alerts of their own: right case first for %d, answered %d", len(cases), all, right, spoken)
	if right*10 < all*9 {
		t.Errorf("the right case is first for %d of %d, want nine in ten", right, all)
	}
}

// withoutExamples are copies of cases that do not hold their examples.
func withoutExamples(cases []*matcher.Case) []*matcher.Case {
	var out []*matcher.Case
	for _, c := range cases {
		bare := *c
		bare.Examples = matcher.Examples{}
		out = append(out, &bare)
	}
	return out
}
