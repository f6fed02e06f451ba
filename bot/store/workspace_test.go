package store_test

import (
	"testing"
	"time"

	"incidentlib/bot/store"
)

func TestRenamed(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		finish(t, s, answered(message("1.1"), "f1"), noon)
		other := answered(message("1.1"), "f1")
		other.Key.Workspace.Team = "T2"
		finish(t, s, other, noon)
		kept := answered(message("1.2"), "f2")
		finish(t, s, kept, noon)
		kept.Key.Channel, kept.Title = "C2", "what the new id has already"
		finish(t, s, kept, noon)
		_, err := s.Vote(t.Context(), store.Vote{Key: message("1.1"), CaseID: "IL-1", Person: "U1", For: true, At: noon})
		must(t, err)
		renaming := item("C1", "renaming", 1)
		renaming.Payload = `{"old":"C1","new":"C2","not":"C10","text":"see C1"}`
		edit := item("edit/C1", "edit", 3)
		edit.Payload = `["C1"]`
		accept(t, s, renaming, item("C1", "a", 2), edit, item("XC1", "x", 4))
		holds, err := s.Take(t.Context(), "p1", 10, hour)
		must(t, err)
		var h store.Hold
		for _, each := range holds {
			if each.Lane == "C1" {
				h = each
			}
		}
		must(t, s.Posted(t.Context(), message("1.1"), "reply", "9.9"))
		next(t, s, h, "", "renaming")
		for range 2 { // also after a crash
			must(t, s.Renamed(t.Context(), t1, "C1", "C2"))
		}
		must(t, s.Renamed(t.Context(), t1, "C2", "C2"))
		wantError(t, s.Renamed(t.Context(), t1, "", "C2"), "no channel")

		moved := message("1.1")
		moved.Channel = "C2"
		if r := get(t, s, moved); r.Title != answered(moved, "").Title {
			t.Errorf("%+v", r)
		}
		if r := get(t, s, kept.Key); r.Title != kept.Title {
			t.Errorf("%+v", r)
		}
		get(t, s, other.Key) // another workspace's
		if _, ok, err := s.Get(t.Context(), message("1.1")); ok || err != nil {
			t.Errorf("still under the old id: %v, %v", ok, err)
		}
		if yes, _, err := s.VotesOn(t.Context(), moved, "IL-1"); yes != 1 || err != nil {
			t.Errorf("%d votes, %v", yes, err)
		}
		if e, err := s.Begin(t.Context(), h, moved, "reply"); e.TS != "9.9" || err != nil {
			t.Errorf("%+v, %v", e, err)
		}
		waiting, err := s.Waiting(t.Context(), 10)
		must(t, err)
		var got []string
		for _, it := range waiting {
			got = append(got, it.Lane+" "+it.Payload)
		}
		want := []string{`C2 {"old":"C2","new":"C2","not":"C10","text":"see C1"}`, `C2 {"id":"a"}`, `edit/C2 ["C2"]`, `XC1 {"id":"x"}`}
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Fatalf("waiting: %q\nwant %q", got, want)
			}
		}
		next(t, s, h, "renaming", "")
		must(t, s.Release(t.Context(), "p1"))
		holds, err = s.Take(t.Context(), "p1", 10, hour)
		must(t, err)
		for _, h := range holds {
			if h.Lane == "C2" {
				next(t, s, h, "", "a")
				return
			}
		}
		t.Errorf("the new lane is not there: %+v", holds)
	})
}

func TestGone(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		gone := func(w store.Workspace, at time.Time, want string) {
			t.Helper()
			if why, err := s.Gone(t.Context(), w, at); why != want || err != nil {
				t.Errorf("%s at %v: %q, %v; want %q", w, at, why, err, want)
			}
		}
		gone(t1, noon, "")
		must(t, s.Left(t.Context(), t1, "removed", noon))
		gone(t1, noon, "removed")
		gone(t1, noon.Add(time.Millisecond), "") // since then it is back
		gone(store.Workspace{Enterprise: "E1", Team: "T1"}, noon, "")
		gone(store.Workspace{Team: "T2"}, noon, "")
		must(t, s.Left(t.Context(), t1, "revoked", noon.Add(time.Hour)))
		gone(t1, noon.Add(time.Minute), "revoked")
	})
}

func TestChanges(t *testing.T) {
	t.Parallel()
	shared(t, func(t *testing.T, name string) {
		here, there := open(t, name), open(t, name)
		before, err := there.Changes(t.Context())
		must(t, err)
		_, err = here.Vote(t.Context(), store.Vote{Key: message("1.1"), CaseID: "IL-1", Person: "U1", At: noon})
		must(t, err)
		after, err := there.Changes(t.Context())
		if err != nil || after["votes"] <= before["votes"] {
			t.Errorf("%v, then %v, %v", before, after, err)
		}
	})
}
