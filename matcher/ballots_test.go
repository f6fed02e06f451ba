package matcher

import (
	"fmt"
	"math"
	"testing"
)

// What votes come to is what each by itself says, however many there are of one alert.
func TestShifts(t *testing.T) {
	cases := manyCases(60)
	l := newLibrary(t, cases...)
	votes := manyVotes(cases, "disk of the broker full on node-7", 400)
	for i := range 100 {
		votes = append(votes, Vote{cases[i%7].ID, fmt.Sprintf("Connection refused by 10.0.0.%d", i), Faded(1, voteHalfLife)})
	}
	l = l.Heeding(votes)
	if n := len(l.ballots.alerts); n != 401 {
		t.Errorf("%d alerts, want those that differ by a number as one", n)
	}
	for _, text := range []string{"disk of the broker full on node-9 on one", "connection refused by 10.2.3.4", "refused", "something else", ""} {
		q := l.newQuery(text)
		want := map[int]shift{}
		for _, v := range votes {
			words := wordSetOf(clean(v.Alert))
			if alike := words.overlap(q.set()); alike >= votedAlike {
				for n, e := range l.entries {
					if e.c.ID == v.Case {
						want[n] = shift{want[n].share + voteStep*alike*v.Weight, want[n].count + 1}
					}
				}
			}
		}
		got := l.shifts(q)
		if len(got) != len(want) {
			t.Errorf("%q: %d cases are moved, want %d", text, len(got), len(want))
		}
		for n, s := range got {
			share := max(-voteLimit, min(voteLimit, want[n].share))
			if math.Abs(s.share-share) > 1e-9 || s.count != want[n].count {
				t.Errorf("%q moves %s by %+v, want %v of %d", text, l.entries[n].c.ID, s, share, want[n].count)
			}
		}
		l.release(q)
	}
}

// Of more votes than are heeded the newest count.
func TestManyVotes(t *testing.T) {
	l := newLibrary(t, append(others(), titled("A", "Redis memory full"))...)
	alert := Alert{Text: "Redis memory full on cache-7"}
	var votes []Vote
	for i := range 2 * maxVotes {
		votes = append(votes, Vote{"K1", "an alert named " + lettered(i), Faded(1, voteHalfLife)}, Vote{"gone", alert.Text, 1})
	}
	votes = append(votes, Vote{"A", alert.Text, -1})
	l = l.Heeding(votes)
	if n := len(l.ballots.alerts); n != maxVotes {
		t.Errorf("%d alerts were read, want %d", n, maxVotes)
	}
	if m := find(t, l, alert, 1)[0]; m.Case.ID != "A" || m.Votes >= 0 {
		t.Errorf("%s with votes %v: the newest vote is not heeded", m.Case.ID, m.Votes)
	}
}
