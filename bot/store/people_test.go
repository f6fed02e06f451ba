package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"incidentlib/bot/store"
)

func same(t testing.TB, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got: %s", diff)
	}
}

func TestAudit(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		first := store.Entry{Actor: "U1", Action: "settings.set", Subject: "C1 language ko", At: noon}
		second := store.Entry{Actor: "U2", Action: "case.delete", Subject: "OWN-1", At: noon.Add(time.Minute)}
		for _, e := range []store.Entry{first, second} {
			must(t, s.Audit(t.Context(), t1, e))
		}
		must(t, s.Audit(t.Context(), t1, first)) // twice at the same moment is twice
		got, err := s.Audited(t.Context(), t1, noon, 2)
		must(t, err)
		same(t, got, []store.Entry{second, first})
		must(t, s.ForgetAudit(t.Context(), noon.Add(time.Millisecond)))
		got, err = s.Audited(t.Context(), t1, time.Time{}, 10)
		must(t, err)
		same(t, got, []store.Entry{second})
		wantError(t, s.Audit(t.Context(), store.Workspace{}, first), "no team")
	})
}

func TestSettings(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		lang := store.Setting{Channel: "C1", Name: "language", Value: json.RawMessage(`"ko"`), By: "U1", At: noon}
		all := store.Setting{Name: "window", Value: json.RawMessage(`{"hours":1}`), By: "U2", At: noon}
		must(t, s.Set(t.Context(), t1, store.Setting{Channel: "C1", Name: "language", Value: json.RawMessage(`"en"`), At: noon}))
		must(t, s.Set(t.Context(), t1, lang))
		must(t, s.Set(t.Context(), t1, all))
		got, err := s.Settings(t.Context(), t1)
		must(t, err)
		same(t, got, []store.Setting{all, lang})
		one, ok, err := s.Setting(t.Context(), t1, "C1", "language")
		if !ok || err != nil {
			t.Error(ok, err)
		}
		same(t, one, lang)
		must(t, s.Set(t.Context(), t1, store.Setting{Channel: "C1", Name: "language"}))
		if _, ok, err := s.Setting(t.Context(), t1, "C1", "language"); ok || err != nil {
			t.Error("still set", err)
		}
		wantError(t, s.Set(t.Context(), t1, store.Setting{Name: "x", Value: json.RawMessage(`{`)}), "no JSON")
		wantError(t, s.Set(t.Context(), t1, store.Setting{Value: json.RawMessage(`1`)}), "name")
		if changes, err := s.Changes(t.Context()); changes["settings"] != 4 || err != nil {
			t.Errorf("%v, %v", changes, err)
		}
	})
}

func TestOwnCases(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		save := func(c store.OwnCase, want int) {
			t.Helper()
			if v, err := s.SaveCase(t.Context(), t1, c, noon.Add(time.Duration(want)*time.Hour)); v != want || err != nil {
				t.Fatalf("version %d, %v; want %d", v, err, want)
			}
		}
		save(store.OwnCase{ID: "OWN-1", JSON: `{"v":1}`, Channel: "C1", Author: "U1"}, 1)
		save(store.OwnCase{ID: "OWN-2", JSON: `{}`, Channel: "C1", Private: true, Author: "U1"}, 1)
		save(store.OwnCase{ID: "OWN-1", JSON: `{"v":2}`, Channel: "C2", Author: "U2", Version: 1}, 2)
		_, err := s.SaveCase(t.Context(), t1, store.OwnCase{ID: "OWN-1", JSON: `{"v":3}`, Version: 1}, noon)
		if !errors.Is(err, store.ErrChanged) {
			t.Errorf("got %v, want ErrChanged", err)
		}
		_, err = s.SaveCase(t.Context(), t1, store.OwnCase{ID: "OWN-3", JSON: `nonsense`}, noon)
		wantError(t, err, "no JSON")

		all, err := s.Cases(t.Context(), t1, 0)
		must(t, err)
		same(t, all, []store.OwnCase{
			{ID: "OWN-2", Version: 1, JSON: `{}`, Channel: "C1", Private: true, Author: "U1", CreatedAt: noon.Add(hour), ChangedAt: noon.Add(hour), Change: 2},
			{ID: "OWN-1", Version: 2, JSON: `{"v":2}`, Channel: "C2", Author: "U2", CreatedAt: noon.Add(hour), ChangedAt: noon.Add(2 * hour), Change: 3},
		})
		for _, want := range []bool{true, false} {
			if found, err := s.DeleteCase(t.Context(), t1, "OWN-1", "U3", noon.Add(3*hour)); found != want || err != nil {
				t.Errorf("deleted: %v, %v; want %v", found, err, want)
			}
		}
		if found, err := s.DeleteCase(t.Context(), t1, "OWN-9", "U3", noon); found || err != nil {
			t.Errorf("deleted what never was: %v, %v", found, err)
		}
		since, err := s.Cases(t.Context(), t1, all[1].Change)
		must(t, err)
		if len(since) != 1 || since[0].ID != "OWN-1" || !since[0].Deleted || since[0].Version != 3 {
			t.Errorf("since then: %+v", since)
		}
		history, err := s.CaseHistory(t.Context(), t1, "OWN-1")
		must(t, err)
		same(t, history, []store.OwnCase{
			{ID: "OWN-1", Version: 3, JSON: `{"v":2}`, Channel: "C2", Author: "U3", Deleted: true, ChangedAt: noon.Add(3 * hour)},
			{ID: "OWN-1", Version: 2, JSON: `{"v":2}`, Channel: "C2", Author: "U2", ChangedAt: noon.Add(2 * hour)},
			{ID: "OWN-1", Version: 1, JSON: `{"v":1}`, Channel: "C1", Author: "U1", ChangedAt: noon.Add(hour)},
		})
		save(store.OwnCase{ID: "OWN-1", JSON: `{"v":4}`}, 4)
		if c, ok, err := s.Case(t.Context(), t1, "OWN-1"); !ok || err != nil || c.Deleted || c.Version != 4 || c.CreatedAt != noon.Add(hour) {
			t.Errorf("%+v, %v, %v", c, ok, err)
		}
	})
}

// Whoever goes on from the highest change that it has seen misses none, however many save at
// the same time.
func TestOwnCasesInOrder(t *testing.T) {
	shared(t, func(t *testing.T, name string) {
		var writers sync.WaitGroup
		var done atomic.Bool
		for p := range 3 {
			s := open(t, name)
			writers.Go(func() {
				for i := range 20 {
					if _, err := s.SaveCase(t.Context(), t1, store.OwnCase{ID: fmt.Sprint(p, "-", i), JSON: `{}`}, noon); err != nil {
						t.Error(err)
					}
				}
			})
		}
		go func() { writers.Wait(); done.Store(true) }()
		seen, last := map[string]bool{}, int64(0)
		for s := open(t, name); ; {
			ended := done.Load()
			cases, err := s.Cases(t.Context(), t1, last)
			must(t, err)
			for _, c := range cases {
				seen[c.ID], last = true, c.Change
			}
			if ended {
				break
			}
		}
		if len(seen) != 60 {
			t.Errorf("saw %d of 60", len(seen))
		}
	})
}

func TestNotes(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		n := store.Note{CaseID: "IL-1", Text: "재시작으로 해결", Author: "U1", At: noon}
		id, err := s.AddNote(t.Context(), t1, n)
		must(t, err)
		n.ID = id
		other, err := s.AddNote(t.Context(), t1, store.Note{CaseID: "IL-1", Text: "later", At: noon.Add(hour)})
		must(t, err)
		notes, err := s.Notes(t.Context(), t1, "IL-1")
		if err != nil || len(notes) != 2 || notes[1].ID != other {
			t.Fatalf("%+v, %v", notes, err)
		}
		same(t, notes[0], n)
		must(t, s.DeleteNote(t.Context(), t1, "IL-1", other))
		if notes, err := s.Notes(t.Context(), t1, "IL-1"); len(notes) != 1 || err != nil {
			t.Errorf("%+v, %v", notes, err)
		}
		_, err = s.AddNote(t.Context(), t1, store.Note{CaseID: "IL-1", Text: " "})
		wantError(t, err, "no words")
	})
}

func TestMutes(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		one := store.Mute{Channel: "C1", Fingerprint: "f1", Until: noon.Add(hour), By: "U1", At: noon}
		all := store.Mute{Channel: "C2", By: "U2", At: noon}
		must(t, s.Mute(t.Context(), t1, store.Mute{Channel: "C1", Fingerprint: "f1", At: noon}))
		must(t, s.Mute(t.Context(), t1, one))
		must(t, s.Mute(t.Context(), t1, all))
		wantError(t, s.Mute(t.Context(), t1, store.Mute{}), "no channel")
		for _, q := range []struct {
			channel, fingerprint string
			at                   time.Time
			want                 bool
		}{
			{"C1", "f1", noon, true}, {"C1", "f2", noon, false}, {"C1", "f1", noon.Add(hour), false},
			{"C2", "f1", noon.Add(1e6 * time.Hour), true}, {"C2", "", noon, true}, {"C3", "f1", noon, false},
		} {
			if _, ok, err := s.Muted(t.Context(), t1, q.channel, q.fingerprint, q.at); ok != q.want || err != nil {
				t.Errorf("%+v: %v, %v", q, ok, err)
			}
		}
		mutes, err := s.Mutes(t.Context(), t1, noon)
		must(t, err)
		same(t, mutes, []store.Mute{one, all})
		must(t, s.Unmute(t.Context(), t1, "C2", ""))
		if _, err := s.Prune(t.Context(), noon.Add(2*hour)); err != nil {
			t.Error(err)
		}
		if mutes, err := s.Mutes(t.Context(), t1, noon); len(mutes) != 0 || err != nil {
			t.Errorf("%+v, %v", mutes, err)
		}
	})
}

func TestDigests(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		week := func(slot string, at time.Time) store.Digest {
			return store.Digest{Channel: "C1", Kind: "weekly", Slot: slot, TS: "1.1", JSON: `{"alerts":3}`, At: at}
		}
		must(t, s.SaveDigest(t.Context(), t1, week("2026-03-02", noon)))
		must(t, s.SaveDigest(t.Context(), t1, week("2026-02-23", noon.Add(-7*24*hour))))
		must(t, s.SaveDigest(t.Context(), t1, week("2026-03-02", noon)))
		d, ok, err := s.LastDigest(t.Context(), t1, "C1", "weekly")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		same(t, d, week("2026-03-02", noon))
		if _, ok, err := s.LastDigest(t.Context(), t1, "C1", "daily"); ok || err != nil {
			t.Error(ok, err)
		}
		if _, err := s.Prune(t.Context(), noon.Add(hour)); err != nil {
			t.Error(err)
		}
		if _, ok, err := s.LastDigest(t.Context(), t1, "C1", "weekly"); ok || err != nil {
			t.Error(ok, err)
		}
	})
}

func TestSchedules(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		c := store.Schedule{Workspace: t1, Channel: "C1", Kind: "weekly", Cron: "0 9 * * 1", Zone: "Asia/Seoul", Subscriber: "U1", Next: noon}
		must(t, s.SaveSchedule(t.Context(), c))
		must(t, s.SaveSchedule(t.Context(), c))
		wantError(t, s.SaveSchedule(t.Context(), store.Schedule{Workspace: t1, Channel: "C1", Kind: "weekly"}), "no time")
		for at, want := range map[time.Time]int{noon.Add(-time.Millisecond): 0, noon: 1} {
			if due, err := s.DueSchedules(t.Context(), at); len(due) != want || err != nil {
				t.Errorf("due at %v: %+v, %v", at, due, err)
			}
		}
		got, err := s.Schedules(t.Context(), t1)
		must(t, err)
		same(t, got, []store.Schedule{c})
		_, err = s.Fire(t.Context(), c, noon.Add(hour), store.Item{})
		wantError(t, err, "team")
		for _, want := range []bool{true, false} {
			first, err := s.Fire(t.Context(), c, noon.Add(7*24*hour), item("digest/C1", "digest/C1/2026-03-04", 1))
			if first != want || err != nil {
				t.Errorf("fired: %v, %v; want %v", first, err, want)
			}
		}
		next(t, s, take(t, s, "p1", hour), "", "digest/C1/2026-03-04")
		if due, err := s.DueSchedules(t.Context(), noon.Add(24*hour)); len(due) != 0 || err != nil {
			t.Errorf("still due: %+v, %v", due, err)
		}
		for _, want := range []bool{true, false} {
			if found, err := s.DeleteSchedule(t.Context(), t1, "C1", "weekly"); found != want || err != nil {
				t.Errorf("ended: %v, %v", found, err)
			}
		}
	})
}

func TestFireTogether(t *testing.T) {
	shared(t, func(t *testing.T, name string) {
		c := store.Schedule{Workspace: t1, Channel: "C1", Kind: "weekly", Next: noon}
		must(t, open(t, name).SaveSchedule(t.Context(), c))
		var firsts atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			s := open(t, name)
			wg.Go(func() {
				first, err := s.Fire(t.Context(), c, noon.Add(hour))
				if err != nil {
					t.Error(err)
				}
				if first {
					firsts.Add(1)
				}
			})
		}
		wg.Wait()
		if firsts.Load() != 1 {
			t.Errorf("%d were first", firsts.Load())
		}
	})
}

func TestForget(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		fill := func() {
			for _, ts := range []string{"1.1", "1.2"} {
				finish(t, s, answered(message(ts), "f"), noon)
				if _, err := s.Vote(t.Context(), store.Vote{Key: message(ts), CaseID: "IL-1", Person: "U1", For: true, At: noon}); err != nil {
					t.Fatal(err)
				}
			}
			must(t, s.SaveDigest(t.Context(), t1, store.Digest{Channel: "C1", Kind: "weekly", Slot: "1", JSON: `{}`, At: noon}))
		}
		fill()
		other := answered(message("1.1"), "f")
		other.Key.Channel = "C2"
		finish(t, s, other, noon)
		waits := item("C1", "C1/1.1", 1)
		waits.Payload = `{"ts":"1.1"}`
		dead := item("edit/C1", "edit/C1/1.1", 2)
		dead.Payload = `["C1","1.1"]`
		accept(t, s, dead)
		h := take(t, s, "p1", hour)
		must(t, s.Bury(t.Context(), h, dead.ID, errors.New("no")))
		accept(t, s, waits, item("C1", "C1/1.2", 3), item("C2", "C2/1.1", 4))
		forget := func(channel, ts string, want store.Forgotten) {
			t.Helper()
			got, err := s.Forget(t.Context(), t1, channel, ts)
			must(t, err)
			same(t, got, want)
		}
		forget("C1", "1.1", store.Forgotten{Records: 1, Votes: 1, Items: 2})
		get(t, s, message("1.2"))
		get(t, s, other.Key)
		if known, err := s.Known(t.Context(), t1, waits.ID); !known || err != nil {
			t.Errorf("it would be answered again: %v, %v", known, err)
		}
		waiting, err := s.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 2 || waiting[0].ID != "C1/1.2" {
			t.Errorf("waiting: %+v, %v", waiting, err)
		}
		fill()
		forget("C1", "", store.Forgotten{Records: 2, Votes: 2, Items: 1, Digests: 1})
		forget("C1", "", store.Forgotten{})
		get(t, s, other.Key)
		_, err = s.Forget(t.Context(), t1, "", "")
		wantError(t, err, "no channel")
	})
}
