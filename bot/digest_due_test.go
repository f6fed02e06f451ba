package bot

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

var digestZones = []string{
	"UTC", "Asia/Seoul", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Chatham",
	"America/Sao_Paulo", "Africa/Cairo", "Asia/Kathmandu", "Pacific/Auckland", "America/St_Johns", "Africa/Casablanca",
}

// replicas are bots that share a state.
func replicas(t *testing.T, n int) ([]*Bot, *store.Store) {
	t.Helper()
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	var all []*Bot
	for range n {
		b, err := New(nil, st, Options{Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return all, st
}

// dueItems are the digests that were put into the inbox and not left out, by the channel they are for.
func dueItems(t *testing.T, st *store.Store) map[string][]string {
	t.Helper()
	items, err := st.Waiting(t.Context(), 100_000)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, it := range items {
		if strings.Contains(it.Payload, "LeftOut") {
			continue
		}
		parts := strings.Split(it.ID, "/")
		out[parts[1]] = append(out[parts[1]], parts[3])
	}
	return out
}

// A year in twelve zones, three bots that look when they like, are stopped for up to a day at
// any moment, and see the clock jump: each week has its digest, and one only.
func TestYearOfDigests(t *testing.T) {
	bots, st := replicas(t, 3)
	w := store.Workspace{Team: "T1"}
	random := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2025, 1, 6, 0, 0, 0, 0, time.UTC)
	for i, zone := range digestZones {
		fields := fmt.Sprintf("%d %d * * %d", random.IntN(60), random.IntN(24), random.IntN(7))
		if _, err := bots[0].subscribe(t.Context(), w, fmt.Sprint("C", i), DigestWeekly, fields, zone, "U1", start); err != nil {
			t.Fatal(err)
		}
	}
	end := start.AddDate(1, 0, 0)
	for now := start; now.Before(end); {
		step := time.Duration(random.Int64N(int64(40 * time.Minute)))
		if random.IntN(50) == 0 {
			step = time.Duration(random.Int64N(int64(23 * time.Hour))) // all are down
		}
		now = now.Add(step)
		for _, i := range random.Perm(3)[:1+random.IntN(3)] {
			skew := time.Duration(random.Int64N(int64(4*time.Second))) - 2*time.Second
			if err := bots[i].dueDigests(t.Context(), now.Add(skew)); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := dueItems(t, st)
	for i, zone := range digestZones {
		weeks := got[fmt.Sprint("C", i)]
		if len(weeks) < 52 || len(weeks) > 53 {
			t.Errorf("%s: %d digests in a year: %v", zone, len(weeks), weeks)
		}
		for j, week := range weeks[1:] {
			if week <= weeks[j] {
				t.Errorf("%s: week %s after %s", zone, week, weeks[j])
			}
		}
	}
}

// A change of the schedule or its zone within a week gives that week no second digest, and takes
// none from it.
func TestZoneChanges(t *testing.T) {
	bots, st := replicas(t, 1)
	b, w := bots[0], store.Workspace{Team: "T1"}
	at := func(s string) time.Time {
		t.Helper()
		when, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	set := func(zone, now string) {
		t.Helper()
		if _, err := b.subscribe(t.Context(), w, "C1", DigestWeekly, "0 9 * * MON", zone, "U1", at(now)); err != nil {
			t.Fatal(err)
		}
	}
	look := func(now string, want int) {
		t.Helper()
		if err := b.dueDigests(t.Context(), at(now)); err != nil {
			t.Fatal(err)
		}
		if got := dueItems(t, st)["C1"]; len(got) != want {
			t.Errorf("at %s: digests of %v, want %d", now, got, want)
		}
	}
	set("Asia/Seoul", "2026-03-01T00:00:00Z")
	look("2026-03-02T00:00:10Z", 1) // nine o'clock in Seoul
	set("UTC", "2026-03-02T00:30:00Z")
	look("2026-03-02T09:00:10Z", 1) // nine o'clock in London, of the same week
	look("2026-03-09T09:00:10Z", 2)
	set("Asia/Seoul", "2026-03-09T10:00:00Z")
	look("2026-03-16T00:00:10Z", 3)
	set("UTC", "2026-03-16T00:20:00Z")
	set("Asia/Seoul", "2026-03-23T00:30:00Z") // its nine o'clock is over, that of London is to come
	look("2026-03-23T00:30:10Z", 4)
	look("2026-03-23T09:00:10Z", 4)
	look("2026-03-30T00:00:10Z", 5)
}

// A bot that comes late makes up for what it missed for a day, and then leaves it out.
func TestLateDigests(t *testing.T) {
	for _, c := range []struct {
		late time.Duration
		want int
	}{{20 * time.Second, 1}, {6 * time.Hour, 1}, {24 * time.Hour, 1}, {25 * time.Hour, 0}, {49 * time.Hour, 0}} {
		bots, st := replicas(t, 1)
		monday := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
		w := store.Workspace{Team: "T1"}
		if _, err := bots[0].subscribe(t.Context(), w, "C1", DigestWeekly, "0 9 * * MON", "UTC", "U1", monday.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := bots[0].dueDigests(t.Context(), monday.Add(c.late)); err != nil {
				t.Fatal(err)
			}
		}
		if got := len(dueItems(t, st)["C1"]); got != c.want {
			t.Errorf("%v late: %d digests, want %d", c.late, got, c.want)
		}
		next, err := st.Schedules(t.Context(), w)
		if err != nil || len(next) != 1 || !next[0].Next.Equal(monday.AddDate(0, 0, 7)) {
			t.Errorf("%v late: due next %v, %v", c.late, next, err)
		}
	}
}

func TestSubscribeRefuses(t *testing.T) {
	bots, st := replicas(t, 1)
	for _, fields := range []string{"CRON_TZ=Asia/Seoul", "TZ=", "", "0 9 * *", "60 9 * * MON", "0 9 * * Monday", "0 9 * * *"} {
		if _, err := bots[0].subscribe(t.Context(), store.Workspace{Team: "T1"}, "C1", DigestWeekly, fields, "UTC", "U1", time.Now()); err == nil || !strings.Contains(err.Error(), "schedule") {
			t.Errorf("%q: %v", fields, err)
		}
	}
	if all, err := st.Schedules(t.Context(), store.Workspace{Team: "T1"}); err != nil || len(all) > 0 {
		t.Errorf("kept %v, %v", all, err)
	}
	if _, err := schedule.Parse("0 9 1 * *", "UTC", periodOf(DigestMonthly)); err != nil {
		t.Error(err)
	}
}
