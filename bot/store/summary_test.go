package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"incidentlib/bot/store"
)

// What happened in a workspace is counted by channel, since a moment, and without that of others.
func TestSummary(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		w := store.Workspace{Team: "T1"}
		at := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
		keep := func(team, channel, ts, reason, reply string, when time.Time) store.MessageKey {
			key := store.MessageKey{Workspace: store.Workspace{Team: team}, Channel: channel, TS: ts}
			must(t, s.Finish(t.Context(), store.Record{Key: key, Reason: reason, ReplyTS: reply}, when))
			return key
		}
		first := keep("T1", "C1", "1", "answered", "9", at)
		keep("T1", "C1", "2", "answered", "", at)
		keep("T1", "C1", "3", "no_case", "", at)
		keep("T1", "C2", "4", "no_case", "", at)
		keep("T1", "C2", "5", "no_case", "", at.Add(-time.Millisecond))
		keep("T2", "C1", "6", "answered", "9", at)
		for i, v := range []store.Vote{
			{Person: "U1", For: true, At: at}, {Person: "U2", At: at.Add(time.Second)}, {Person: "U3", At: at.Add(-time.Second)}, {Person: "U4", For: true, At: at},
		} {
			v.Key, v.CaseID = first, "K1"
			_, err := s.Vote(t.Context(), v)
			must(t, err)
			if i == 3 { // taken back
				v.At = at.Add(time.Minute)
				_, err := s.Vote(t.Context(), v)
				must(t, err)
			}
		}
		for _, key := range []store.MessageKey{keep("T2", "C1", "1", "answered", "9", at), {Workspace: store.Workspace{Enterprise: "E1", Team: "T1"}, Channel: "C1", TS: "1"}} {
			must(t, s.Finish(t.Context(), store.Record{Key: key, Reason: "answered"}, at))
			_, err := s.Vote(t.Context(), store.Vote{Key: key, CaseID: "K1", Person: "U9", For: true, At: at})
			must(t, err)
		}
		outcomes, err := s.Outcomes(t.Context(), w, at)
		must(t, err)
		want := []store.Outcome{{"C1", "answered", 2, 1}, {"C1", "no_case", 1, 0}, {"C2", "no_case", 1, 0}}
		if diff := cmp.Diff(want, outcomes); diff != "" {
			t.Error(diff)
		}
		polls, err := s.Polls(t.Context(), w, at)
		must(t, err)
		if diff := cmp.Diff([]store.Poll{{"C1", 1, 1}}, polls); diff != "" {
			t.Error(diff)
		}
		for _, c := range []struct {
			since time.Time
			most  int
			want  string
		}{{at.Add(-time.Hour), 20, "U2 U1 U3 "}, {at, 20, "U2 U1 "}, {at, 1, "U2 "}, {at.Add(time.Hour), 20, ""}} {
			votes, err := s.LastVotes(t.Context(), w, "C1", c.since, c.most)
			must(t, err)
			got := ""
			for _, v := range votes {
				got += v.Person + " "
			}
			if got != c.want {
				t.Errorf("since %v, %d at most: %s, want %s", c.since, c.most, got, c.want)
			}
		}
		if votes, err := s.LastVotes(t.Context(), w, "C2", time.Time{}, 20); err != nil || len(votes) != 0 {
			t.Errorf("in another channel: %v, %v", votes, err)
		}
	})
}

// A busy week is counted quickly enough for a page that somebody waits for.
func BenchmarkOutcomes(b *testing.B) {
	s := open(b, b.TempDir()+"/bot.db")
	w := store.Workspace{Team: "T1"}
	for i := range 20_000 {
		key := store.MessageKey{Workspace: w, Channel: fmt.Sprint("C", i%20), TS: fmt.Sprint(i)}
		must(b, s.Finish(b.Context(), store.Record{Key: key, Reason: fmt.Sprint("r", i%7)}, noon.Add(time.Duration(i)*time.Second)))
	}
	for b.Loop() {
		_, err := s.Outcomes(b.Context(), w, noon)
		must(b, err)
	}
}
