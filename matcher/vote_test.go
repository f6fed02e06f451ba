package matcher

import (
	"math"
	"testing"
	"time"
)

func TestVotes(t *testing.T) {
	l := newLibrary(t, append(others(),
		titled("A", "Redis memory full"),
		titled("B", "Redis memory full twice"))...)
	alert := Alert{Text: "Redis memory full on cache-7"}
	plain := find(t, l, alert, 2)
	if ids(plain) != "A B" {
		t.Fatalf("without votes: %s", ids(plain))
	}
	for _, test := range []struct {
		name  string
		votes []Vote
		want  string
	}{
		{"one against the first", []Vote{{"A", "Redis memory full on cache-3", -1}}, "B A"},
		{"one for the second, by another letter case", []Vote{{"b", alert.Text, 1}}, "B A"},
		{"against and taken back", []Vote{{"A", alert.Text, -1}, {"A", alert.Text, 1}}, "A B"},
		{"an alert of another kind", []Vote{{"A", "certificate of the shop expires in 3 days", -1}}, "A B"},
		{"a case that is not there", []Vote{{"Z", alert.Text, 1}}, "A B"},
		{"an old one", []Vote{{"A", alert.Text, Faded(-1, 20*voteHalfLife)}}, "A B"},
	} {
		got := find(t, l.Heeding(test.votes), alert, 2)
		if ids(got) != test.want {
			t.Errorf("%s: %s, not %s", test.name, ids(got), test.want)
		}
		for _, m := range got {
			sum := 0.0
			for _, e := range m.Evidence {
				sum += e.Weight
			}
			if math.Abs(sum-m.Score) > 1e-9 {
				t.Errorf("%s: the evidence of %s weighs %v, its score is %v", test.name, m.Case.ID, sum, m.Score)
			}
		}
	}
	many := make([]Vote, 100)
	for i := range many {
		many[i] = Vote{"A", alert.Text, -1}
	}
	for _, m := range find(t, l.Heeding(many), alert, 2) {
		if m.Case.ID == "A" && (m.Votes != -1 || math.Abs(m.Score-plain[0].Score*(1-voteLimit)) > 1e-9) {
			t.Errorf("a hundred votes: %v, score %v of %v", m.Votes, m.Score, plain[0].Score)
		}
	}
	if ids(find(t, l, alert, 2)) != "A B" {
		t.Error("the library that was not to heed votes does")
	}
}

// Votes also count for what holds a seat of a group.
func TestVotesOnSeats(t *testing.T) {
	l := newLibrary(t, append(others(), titled("A", "Redis memory full"), titled("B", "Redis memory full twice"))...)
	alert := "Redis memory full on cache-7"
	l = l.Heeding([]Vote{{"A", alert, -1}, {"B", alert, 1}})
	q := l.newQuery(alert)
	defer l.release(q)
	ranked, err := l.rank(t.Context(), q, 3)
	if err != nil || len(ranked) < 2 {
		t.Fatal(ranked, err)
	}
	for _, s := range ranked {
		if got := l.scoredIn(q, s.entry); math.Abs(got.weight-s.weight) > 1e-4 {
			t.Errorf("%s weighs %v with a seat and %v without", l.entries[s.entry].c.ID, got.weight, s.weight)
		}
	}
}

func TestFaded(t *testing.T) {
	for age, want := range map[time.Duration]float64{-time.Hour: 1, 0: 1, voteHalfLife: 0.5, 2 * voteHalfLife: 0.25} {
		if got := Faded(1, age); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %v: %v, not %v", age, got, want)
		}
	}
}
