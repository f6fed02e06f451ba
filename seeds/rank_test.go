package seeds_test

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"incidentlib/matcher"
	"incidentlib/matcher/ranktest"
	"incidentlib/seeds"
)

var update = flag.Bool("update", false, "rewrite testdata/rank/stats.txt")

// The bundled library answers the alerts of testdata/rank.
func TestRank(t *testing.T) {
	ranktest.Run(t, "testdata/rank", bundledLibrary(t), *update)
}

// A talk about the incident, as a machine heard it: "contract" for conntrack,
// "machine packet" for martian packet. Any of these paragraphs finds its case.
func TestRankSpeech(t *testing.T) {
	talk, err := os.ReadFile("../../shared/seeds/IL-0461.talk-transcript.txt")
	if os.IsNotExist(err) {
		t.Skip("the transcript is not beside the repository")
	} else if err != nil {
		t.Fatal(err)
	}
	l := bundledLibrary(t)
	paragraphs := spoken(string(talk))
	for _, n := range []int{27, 33, 42, 44, 53} {
		matches, err := l.Find(context.Background(), matcher.Alert{Kind: matcher.Problem, Text: paragraphs[n]}, 3)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, m := range matches {
			ids = append(ids, m.Case.ID)
		}
		if !strings.Contains(strings.Join(ids, " "), "IL-0461") {
			t.Errorf("paragraph %d found %v, not IL-0461", n, ids)
		}
	}
}

// spoken is the paragraphs of a transcript that holds one word a line and the
// speaker, a single capital, on a line before each; short ones are left out.
func spoken(transcript string) (paragraphs []string) {
	var words []string
	for _, w := range append(strings.Split(transcript, "\n")[7:], "A") {
		if w != "A" && w != "B" {
			words = append(words, w)
			continue
		}
		if len(words) > 40 {
			paragraphs = append(paragraphs, strings.Join(words, " "))
		}
		words = nil
	}
	return paragraphs
}

func bundledLibrary(t *testing.T) *matcher.Library {
	t.Helper()
	cases, err := seeds.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	l, err := matcher.NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}
