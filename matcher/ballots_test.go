package matcher

import (
	"fmt"
	"math"
	"testing"
)

// What votes come to is what each by itself says, however they are sorted.
func TestShifts(t *testing.T) {
	cases := manyCases(60)
	l := newLibrary(t, cases...)
	votes := manyVotes(cases, "disk of the broker full on node-7", 400)
	for i := range 100 {
		alert := Sketch(Alert{Text: fmt.Sprintf("Connection refused by 10.0.0.%d", i)})
		votes = append(votes, Vote{cases[i%7].ID, alert, Faded(1, voteHalfLife), fmt.Sprint("U", i%30)})
	}
	long := Alert{Text: numbered("word", 0, 1500)}
	votes = append(votes, Vote{cases[0].ID, Sketch(long), 1, ""})
	l = l.Heeding(votes)
	if n := len(l.ballots.alerts); n != 402 {
		t.Errorf("%d alerts, want those that differ by a number as one", n)
	}
	for _, text := range []string{"disk of the broker full on node-9 on one", "connection refused by 10.2.3.4", "refused", "something else", "", long.Text} {
		q := l.newQuery(text)
		got, want := l.shifts(q), oneByOne(l, votes, q)
		if len(got) != len(want) {
			t.Errorf("%.40q: %d cases are moved, want %d", text, len(got), len(want))
		}
		for n, s := range got {
			if math.Abs(s.share-want[n].share) > 1e-9 || s.count != want[n].count {
				t.Errorf("%.40q moves %s by %+v, want %+v", text, l.entries[n].c.ID, s, want[n])
			}
		}
		l.release(q)
	}
}

// oneByOne is what each of the votes, newest first, says for q.
func oneByOne(l *Library, votes []Vote, q *query) map[int]shift {
	out, heard := map[int]shift{}, map[string]bool{}
	for _, v := range votes {
		alike := readSketch(v.Alert).overlap(q.sketch())
		for n, e := range l.entries {
			who := v.Case + v.Person
			if e.c.ID != v.Case || alike < votedAlike || heard[who] {
				continue
			}
			heard[who] = v.Person != ""
			out[n] = shift{out[n].share + voteStep*alike*v.Weight, out[n].count + 1}
		}
	}
	for n, s := range out {
		out[n] = shift{max(-voteLimit, min(voteLimit, s.share)), s.count}
	}
	return out
}

// Of more votes than are heeded the newest count.
func TestManyVotes(t *testing.T) {
	l := newLibrary(t, append(others(), titled("A", "Redis memory full"))...)
	alert := Alert{Text: "Redis memory full on cache-7"}
	votes := []Vote{{"A", Sketch(alert), -1, "U1"}}
	for i := range 2 * maxVotes {
		votes = append(votes, Vote{"K1", Sketch(Alert{Text: "an alert named " + lettered(i)}), 1, "U2"}, Vote{"gone", Sketch(alert), 1, "U2"})
	}
	l = l.Heeding(append(votes, Vote{"A", Sketch(alert), 1, "U3"}))
	if n := len(l.ballots.alerts); n != maxVotes {
		t.Errorf("%d alerts were read, want %d", n, maxVotes)
	}
	if m := find(t, l, alert, 1)[0]; m.Case.ID != "A" || m.Votes >= 0 {
		t.Errorf("%s with votes %v: the newest vote is not heeded", m.Case.ID, m.Votes)
	}
}
