package bot

import (
	"fmt"
	"testing"

	"incidentlib/matcher"
)

const redisAlert = "Redis connection timeout on the cache of the checkout"

// rivals is a library of cases that share ever less with redisAlert, R1 to R6.
func rivals(t *testing.T) *matcher.Library {
	titles := []string{
		"Redis connection timeout on the cache", "Redis connection timeout on the cache of the shop", "Redis connection timeout again and again",
		"Connection timeout on the cache", "Redis timeout of the checkout in a region", "Redis cache of the checkout evicted",
	}
	var cases []*matcher.Case
	for i, title := range titles {
		cases = append(cases, &matcher.Case{ID: fmt.Sprint("R", i+1), Title: matcher.Text{En: title}})
	}
	l, err := matcher.NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// votedOn is what is decided about redisAlert after so many people voted on each of the cases.
func votedOn(t *testing.T, l *matcher.Library, weight float64, people int, ids ...string) Decision {
	t.Helper()
	a := matcher.Alert{Kind: matcher.Problem, Text: redisAlert}
	var votes []matcher.Vote
	for _, id := range ids {
		for n := range people {
			votes = append(votes, matcher.Vote{Case: id, Alert: matcher.Sketch(a), Weight: weight, Person: fmt.Sprint("U", n)})
		}
	}
	unvoted, err := l.Find(t.Context(), a, Finds)
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Heeding(votes).Find(t.Context(), a, Finds)
	if err != nil {
		t.Fatal(err)
	}
	return decide(a, found, unvoted, Careful)
}

// Votes for a case halve the doubt about it at most, votes against it take all confidence at
// most, and neither is counted again in what the confidence is made of.
func TestVotesBoundConfidence(t *testing.T) {
	l := rivals(t)
	all := []string{"R1", "R2", "R3", "R4", "R5", "R6"}
	plain := votedOn(t, l, 1, 0).Confidence
	if plain < 0.05 || plain > 0.9 {
		t.Fatalf("without votes the confidence is %v: nothing can be seen by it", plain)
	}
	const rounded = 0.011
	for people, want := range map[int]struct{ yes, no float64 }{
		1:   {plain + (1-plain)/4, plain / 2},
		2:   {plain + (1-plain)/2, 0},
		100: {plain + (1-plain)/2, 0},
	} {
		if yes := votedOn(t, l, 1, people, "R1"); yes.Picks[0].Case.ID != "R1" || yes.Confidence > want.yes+rounded || yes.Confidence < want.yes-rounded {
			t.Errorf("%d for %s: %v, not %v", people, yes.Picks[0].Case.ID, yes.Confidence, want.yes)
		}
		// Votes against all of them leave it the first.
		if no := votedOn(t, l, -1, people, all...); no.Picks[0].Case.ID != "R1" || no.Confidence > want.no+rounded || no.Confidence < want.no-rounded {
			t.Errorf("%d against %s: %v, not %v", people, no.Picks[0].Case.ID, no.Confidence, want.no)
		}
	}
}

// What people said of other cases changes nothing of the confidence in the first, even where it
// moves all that were near out of sight.
func TestVotesOnOthers(t *testing.T) {
	l := rivals(t)
	plain := votedOn(t, l, 1, 0)
	for _, ids := range [][]string{{"R2"}, {"R2", "R3"}, {"R2", "R3", "R4", "R5", "R6"}} {
		for _, people := range []int{1, 2, 100} {
			got := votedOn(t, l, -1, people, ids...)
			if got.Picks[0].Case.ID != plain.Picks[0].Case.ID || got.Confidence != plain.Confidence {
				t.Errorf("%d people against %v: %s with %v, not %s with %v", people, ids,
					got.Picks[0].Case.ID, got.Confidence, plain.Picks[0].Case.ID, plain.Confidence)
			}
		}
	}
	// Of a case that comes first only since others were voted down, nothing is known but that
	// it was weaker.
	second := votedOn(t, l, -1, 100, "R1")
	if id := second.Picks[0].Case.ID; id != "R2" || second.Confidence > plain.Confidence {
		t.Errorf("with the first voted down %s comes first with %v; the first had %v", id, second.Confidence, plain.Confidence)
	}
}
