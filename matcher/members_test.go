package matcher

import (
	"math"
	"strings"
	"testing"
)

// Of a group, the best case of each telling member is answered, though one member
// alone would fill every place.
func TestFindMembers(t *testing.T) {
	l := newLibrary(t,
		titled("K1", "Kafka broker disk full"),
		titled("K2", "Kafka broker disk hot"),
		titled("K3", "Kafka broker disk gone"),
		titled("R1", "Redis connection timeout"),
		titled("Z1", "Weekly numbers of the shop, its staff, its guests and its suppliers"),
	)
	members := []string{"kafka broker disk full on one", "kafka broker disk hot on two", "redis connection is slow", "numbers"}
	whole := Alert{Text: strings.Join(members, "\n")}
	if got := ids(find(t, l, whole, 3)); strings.Contains(got, "R1") {
		t.Fatalf("without members found %s; this test needs another text", got)
	}
	whole.Members = members
	got := find(t, l, whole, 3)
	if !strings.Contains(ids(got), "R1") || !strings.HasPrefix(ids(got), "K") {
		t.Errorf("found %s, want R1 after the best of Kafka", ids(got))
	}
	if got := ids(find(t, l, whole, 4)); strings.Contains(got, "Z1") {
		t.Errorf("found %s, though the member that Z1 is like says little", got)
	}
	for i := 1; i < len(got); i++ {
		if got[i].Score > got[i-1].Score {
			t.Errorf("%s scores above what comes before it", got[i].Case.ID)
		}
	}
}

// Votes also count for what holds a seat of a group.
func TestVotesOnSeats(t *testing.T) {
	l := newLibrary(t, append(others(), titled("A", "Redis memory full"), titled("B", "Redis memory full twice"))...)
	alert := "Redis memory full on cache-7"
	l = l.Heeding([]Vote{{"A", Sketch(Alert{Text: alert}), -1, ""}, {"B", Sketch(Alert{Text: alert}), 1, ""}})
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
