package matcher

import (
	"fmt"
	"math"
	"testing"
	"time"
)

func TestVotes(t *testing.T) {
	l := newLibrary(t, append(others(),
		titled("A", "Redis memory full"),
		titled("B", "Redis memory full twice"))...)
	alert := Alert{Text: "Redis memory full on cache-7"}
	onThis := Sketch(alert)
	plain := find(t, l, alert, 2)
	if ids(plain) != "A B" {
		t.Fatalf("without votes: %s", ids(plain))
	}
	for _, test := range []struct {
		name  string
		votes []Vote
		want  string
	}{
		{"one against the first", []Vote{{"A", Sketch(Alert{Text: "Redis memory full on cache-3"}), -1, ""}}, "B A"},
		{"one for the second, by another letter case", []Vote{{"b", onThis, 1, ""}}, "B A"},
		{"against and taken back", []Vote{{"A", onThis, -1, ""}, {"A", onThis, 1, ""}}, "A B"},
		{"an alert of another kind", []Vote{{"A", Sketch(Alert{Text: "certificate of the shop expires in 3 days"}), -1, ""}}, "A B"},
		{"a case that is not there", []Vote{{"Z", onThis, 1, ""}}, "A B"},
		{"text that is no sketch", []Vote{{"A", alert.Text, -1, ""}}, "A B"},
		{"an old one", []Vote{{"A", onThis, Faded(-1, 20*voteHalfLife), ""}}, "A B"},
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
		many[i] = Vote{"A", onThis, -1, fmt.Sprint("U", i)}
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

// A person has one vote on a case for alerts like one another, however many replies they say it
// under: what they said last.
func TestOneVoteAPerson(t *testing.T) {
	l := newLibrary(t, append(others(), titled("A", "Redis memory full"), titled("B", "Redis memory full twice"))...)
	alert := Alert{Text: "Redis memory full on cache-7"}
	onThis, onAlike := Sketch(alert), Sketch(Alert{Text: "Redis memory full: node cache-9"})
	onOther := Sketch(Alert{Text: "certificate of the shop expires in 3 days"})
	for _, test := range []struct {
		name  string
		votes []Vote // newest first
		want  float64
		count int
	}{
		{"one, again and again", []Vote{{"A", onThis, -1, "U1"}, {"A", onThis, -0.9, "U1"}, {"a", onAlike, -0.9, "U1"}}, -voteStep, 1},
		{"two people", []Vote{{"A", onThis, -1, "U1"}, {"A", onThis, -1, "U2"}, {"A", onThis, -1, "U1"}}, -2 * voteStep, 2},
		{"the newest, not the loudest", []Vote{{"A", onThis, 0.5, "U1"}, {"A", onThis, -1, "U1"}}, voteStep / 2, 1},
		{"on another alert since", []Vote{{"A", onOther, 1, "U1"}, {"A", onThis, -1, "U1"}}, -voteStep, 1},
		{"on another case since", []Vote{{"B", onThis, 1, "U1"}, {"A", onThis, -1, "U1"}}, -voteStep, 1},
		{"nobody knows by whom", []Vote{{"A", onThis, -1, ""}, {"A", onThis, -1, ""}}, -2 * voteStep, 2},
	} {
		for _, m := range find(t, l.Heeding(test.votes), alert, 2) {
			if m.Case.ID != "A" {
				continue
			}
			said := fmt.Sprintf("votes on alerts like this one: %d", test.count)
			if last := m.Evidence[len(m.Evidence)-1]; math.Abs(m.Votes*voteLimit-test.want) > 1e-9 || last.Found != said {
				t.Errorf("%s: %v of the score, not %v; %s", test.name, m.Votes*voteLimit, test.want, last.Found)
			}
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
