package store_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"incidentlib/bot/store"
)

var team = store.Workspace{Team: "T1"}

func TestSettings(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		for _, set := range [][4]string{{"C1", "care", "eager", "U1"}, {"C1", "care", "balanced", "U2"}, {"", "language", "ko", "U1"}, {"C2", "mode", "off", "U1"}, {"C2", "mode", "", "U1"}} {
			must(t, s.Set(t.Context(), team, set[0], set[1], set[2], set[3], noon))
		}
		got, err := s.Settings(t.Context(), team)
		must(t, err)
		if diff := cmp.Diff(store.Settings{"C1": {"care": "balanced"}, "": {"language": "ko"}}, got); diff != "" {
			t.Error(diff)
		}
		if n, err := s.Changes(t.Context()); err != nil || n["settings"] != 5 {
			t.Errorf("changes %v, %v", n, err)
		}
	})
}

func TestMutes(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		hour := store.Mute{Workspace: team, Channel: "C1", Fingerprint: "f1", Title: "DiskFull", Until: noon.Add(time.Hour), By: "U1", At: noon}
		ever := store.Mute{Workspace: team, Channel: "C1", Fingerprint: "f2", By: "U2", At: noon, Resolved: true}
		must(t, s.Mute(t.Context(), ever))
		must(t, s.Mute(t.Context(), hour))
		if err := s.Mute(t.Context(), store.Mute{Workspace: team, Channel: "C1", At: noon}); err == nil {
			t.Error("an alert that cannot be told from others is muted")
		}
		got, err := s.Mutes(t.Context(), team, "", noon)
		must(t, err)
		if diff := cmp.Diff([]store.Mute{hour, ever}, got); diff != "" {
			t.Error(diff)
		}
		for _, c := range []struct {
			fingerprint string
			at          time.Time
			want        bool
		}{{"f1", noon, true}, {"f1", noon.Add(time.Hour), false}, {"f2", noon.AddDate(9, 0, 0), true}, {"f3", noon, false}} {
			if _, ok, err := s.MuteOf(t.Context(), team, "C1", c.fingerprint, c.at); ok != c.want || err != nil {
				t.Errorf("%s at %v: muted is %v, %v", c.fingerprint, c.at, ok, err)
			}
		}
		for _, want := range []bool{true, false} {
			if was, err := s.Unmute(t.Context(), team, "C1", "f2"); was != want || err != nil {
				t.Errorf("Unmute = %v, %v", was, err)
			}
		}
		_, err = s.Prune(t.Context(), noon.Add(2*time.Hour))
		must(t, err)
		if left, err := s.Mutes(t.Context(), team, "", noon); err != nil || len(left) > 0 {
			t.Errorf("after pruning: %v, %v", left, err)
		}
	})
}

func TestOwnCases(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		save := func(id, body, author string, private bool) {
			t.Helper()
			_, err := s.SaveCase(t.Context(), store.OwnCase{Workspace: team, ID: id, Body: body, Channel: "C1", Private: private, Author: author, At: noon})
			must(t, err)
		}
		save("OWN-1", `{"v":1}`, "U1", true)
		save("OWN-2", `{}`, "U1", false)
		save("OWN-1", `{"v":2}`, "U2", true)
		got, err := s.OwnCases(t.Context(), team)
		must(t, err)
		want := []store.OwnCase{
			{Workspace: team, ID: "OWN-1", Version: 2, Body: `{"v":2}`, Channel: "C1", Private: true, Author: "U2", At: noon},
			{Workspace: team, ID: "OWN-2", Version: 1, Body: `{}`, Channel: "C1", Author: "U1", At: noon},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		save("OWN-1", "", "U3", true)
		if _, ok, err := s.OwnCase(t.Context(), team, "OWN-1"); ok || err != nil {
			t.Errorf("a case that was deleted is there: %v, %v", ok, err)
		}
		if all, err := s.OwnCases(t.Context(), team); err != nil || len(all) != 1 {
			t.Errorf("%d cases, %v", len(all), err)
		}
		history, err := s.History(t.Context(), team, "OWN-1")
		if err != nil || len(history) != 3 || history[0].Author != "U3" || history[2].Body != `{"v":1}` {
			t.Errorf("history %v, %v", history, err)
		}
		for _, c := range []store.OwnCase{{Workspace: team, Body: "{}"}, {Workspace: team, ID: "a\x00"}, {Workspace: team, ID: "OWN-9", Body: strings.Repeat("x", 300<<10)}} {
			if _, err := s.SaveCase(t.Context(), c); err == nil {
				t.Errorf("case %.20q of %d bytes is saved", c.ID, len(c.Body))
			}
		}
	})
}

// Whoever saves a case at the same time gets a version of its own.
func TestOwnCaseAtOnce(t *testing.T) {
	t.Parallel()
	shared(t, func(t *testing.T, name string) {
		var stores []*store.Store
		for range 3 {
			stores = append(stores, open(t, name))
		}
		var wg sync.WaitGroup
		for i := range 30 {
			wg.Go(func() {
				_, err := stores[i%3].SaveCase(t.Context(), store.OwnCase{Workspace: team, ID: "OWN-1", Body: fmt.Sprint(i), Author: fmt.Sprint("U", i), At: noon})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if all, err := stores[0].History(t.Context(), team, "OWN-1"); err != nil || len(all) != 30 || all[0].Version != 30 {
			t.Errorf("%d versions, %v", len(all), err)
		}
	})
}

func TestNotes(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		note := func(channel, ts, body string, private bool) store.Note {
			return store.Note{Key: store.MessageKey{Workspace: team, Channel: channel, TS: ts}, CaseID: "IL-1", Private: private, Author: "U1", Body: body, At: noon}
		}
		must(t, s.AddNote(t.Context(), note("C1", "1.1", "look at the fan", false)))
		must(t, s.AddNote(t.Context(), note("C2", "1.2", "a secret of C2", true)))
		must(t, s.AddNote(t.Context(), note("C1", "1.1", "look at the other fan", false)))
		for channel, want := range map[string]int{"C1": 1, "C2": 2, "C3": 1} {
			if got, err := s.Notes(t.Context(), team, "IL-1", channel, 10); err != nil || len(got) != want {
				t.Errorf("in %s: %v, %v", channel, got, err)
			}
		}
		got, err := s.Notes(t.Context(), team, "IL-1", "C1", 1)
		must(t, err)
		if diff := cmp.Diff([]store.Note{note("C1", "1.1", "look at the other fan", false)}, got); diff != "" {
			t.Error(diff)
		}
		for _, want := range []bool{true, false} {
			if was, err := s.DropNote(t.Context(), note("C1", "1.1", "", false).Key); was != want || err != nil {
				t.Errorf("DropNote = %v, %v", was, err)
			}
		}
	})
}

func TestAudit(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		for i, id := range []string{"a", "b", "a"} {
			must(t, s.Audit(t.Context(), store.Deed{Workspace: team, ID: id, Actor: "U1", Action: "mute", Subject: "C1", At: noon.Add(time.Duration(i) * time.Second)}))
		}
		got, err := s.Deeds(t.Context(), team, 10)
		must(t, err)
		if len(got) != 2 || got[0].ID != "b" || !got[1].At.Equal(noon) {
			t.Errorf("deeds: %v", got)
		}
		must(t, s.ForgetDeeds(t.Context(), noon.Add(time.Second)))
		if got, err := s.Deeds(t.Context(), team, 10); err != nil || len(got) != 1 || got[0].ID != "b" {
			t.Errorf("after the oldest was forgotten: %v, %v", got, err)
		}
	})
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		is := store.Schedule{Workspace: team, Channel: "C1", Kind: "weekly", Cron: "0 9 * * MON", Zone: "UTC", Next: noon, By: "U1"}
		must(t, s.Subscribe(t.Context(), is))
		for at, want := range map[time.Time]int{noon.Add(-time.Millisecond): 0, noon: 1} {
			if due, err := s.Due(t.Context(), at, 10); err != nil || len(due) != want {
				t.Errorf("due at %v: %v, %v", at, due, err)
			}
		}
		if ok, err := s.Advance(t.Context(), is, noon.AddDate(0, 0, 7), "2026-W10"); !ok || err != nil {
			t.Errorf("Advance = %v, %v", ok, err)
		}
		if ok, err := s.Advance(t.Context(), is, noon.AddDate(0, 0, 7), "2026-W10"); ok || err != nil {
			t.Errorf("Advance by who comes second = %v, %v", ok, err)
		}
		is.Zone, is.Next = "Asia/Seoul", noon.AddDate(0, 0, 6)
		must(t, s.Subscribe(t.Context(), is))
		is.Last = "2026-W10" // it is kept through changes
		got, err := s.Schedules(t.Context(), team)
		must(t, err)
		if diff := cmp.Diff([]store.Schedule{is}, got); diff != "" {
			t.Error(diff)
		}
		for _, want := range []bool{true, false} {
			if was, err := s.Unsubscribe(t.Context(), team, "C1", "weekly"); was != want || err != nil {
				t.Errorf("Unsubscribe = %v, %v", was, err)
			}
		}
	})
}
