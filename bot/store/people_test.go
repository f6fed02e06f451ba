package store_test

import (
	"errors"
	"fmt"
	"strings"
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
		first := store.Deed{Workspace: t1, ID: "1", Actor: "U1", Action: "settings", Subject: "C1 language ko", At: noon}
		second := store.Deed{Workspace: t1, ID: "2", Actor: "U2", Action: "case deleted", Subject: "OWN-1", At: noon.Add(time.Minute)}
		for _, d := range []store.Deed{first, second, first} { // told twice it is the same deed
			must(t, s.Audit(t.Context(), d))
		}
		got, err := s.Deeds(t.Context(), t1, 10)
		must(t, err)
		same(t, got, []store.Deed{second, first})
		must(t, s.ForgetAudit(t.Context(), noon.Add(time.Millisecond)))
		got, err = s.Deeds(t.Context(), t1, 10)
		must(t, err)
		same(t, got, []store.Deed{second})
		wantError(t, s.Audit(t.Context(), store.Deed{ID: "3"}), "no team")
	})
}

func TestSettings(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		for _, set := range [][3]string{{"C1", "language", "en"}, {"C1", "language", "ko"}, {"", "window", "1h"}, {"C2", "care", "high"}, {"C2", "care", ""}} {
			must(t, s.Set(t.Context(), t1, set[0], set[1], set[2], "U1", noon))
		}
		got, err := s.Settings(t.Context(), t1)
		must(t, err)
		same(t, got, store.Settings{"C1": {"language": "ko"}, "": {"window": "1h"}})
		wantError(t, s.Set(t.Context(), t1, "C1", "", "x", "U1", noon), "no name")
		if changes, err := s.Changes(t.Context()); changes["settings"] != 5 || err != nil {
			t.Errorf("%v, %v", changes, err)
		}
	})
}

func TestOwnCases(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		save := func(c store.OwnCase, want int) store.OwnCase {
			t.Helper()
			c.Workspace, c.At = t1, noon.Add(time.Duration(want)*hour)
			v, err := s.SaveCase(t.Context(), c)
			if v != want || err != nil {
				t.Fatalf("version %d, %v; want %d", v, err, want)
			}
			changes, err := s.Changes(t.Context())
			must(t, err)
			c.Version, c.Change = v, changes["cases"]
			return c
		}
		first := save(store.OwnCase{ID: "OWN-1", Body: `{"v":1}`, Channel: "C1", Author: "U1"}, 1)
		other := save(store.OwnCase{ID: "OWN-2", Body: `{}`, Channel: "C1", Private: true, Author: "U1"}, 1)
		second := save(store.OwnCase{ID: "OWN-1", Body: `{"v":2}`, Channel: "C2", Author: "U2"}, 2)
		for _, c := range []store.OwnCase{{Workspace: t1, ID: "a\x00"}, {Workspace: t1}, {ID: "OWN-1"}, {Workspace: t1, ID: "x", Body: strings.Repeat("x", 300_000)}} {
			_, err := s.SaveCase(t.Context(), c)
			wantError(t, err, "save case")
		}
		cases := func(want ...store.OwnCase) {
			t.Helper()
			got, err := s.OwnCases(t.Context(), t1)
			must(t, err)
			same(t, got, want)
		}
		cases(second, other)
		one, ok, err := s.OwnCase(t.Context(), t1, "OWN-1")
		if !ok || err != nil {
			t.Error(ok, err)
		}
		same(t, one, second)
		deleted := save(store.OwnCase{ID: "OWN-1", Author: "U3"}, 3)
		cases(other)
		if _, ok, err := s.OwnCase(t.Context(), t1, "OWN-1"); ok || err != nil {
			t.Errorf("still there: %v", err)
		}
		since, err := s.OwnCasesSince(t.Context(), t1, second.Change)
		must(t, err)
		same(t, since, []store.OwnCase{deleted})
		since, err = s.OwnCasesSince(t.Context(), t1, 0)
		must(t, err)
		same(t, since, []store.OwnCase{other, deleted})
		history, err := s.History(t.Context(), t1, "OWN-1")
		must(t, err)
		same(t, history, []store.OwnCase{deleted, second, first})
		again := save(store.OwnCase{ID: "OWN-1", Body: `{"v":4}`}, 4)
		cases(again, other)
	})
}

// Whoever goes on from the highest change that it has seen misses none, however many save at
// the same time, also the same case.
func TestOwnCasesInOrder(t *testing.T) {
	shared(t, func(t *testing.T, name string) {
		var writers sync.WaitGroup
		var done atomic.Bool
		for p := range 3 {
			s := open(t, name)
			writers.Go(func() {
				for i := range 20 {
					for _, id := range []string{"all", fmt.Sprint(p, "-", i)} {
						if _, err := s.SaveCase(t.Context(), store.OwnCase{Workspace: t1, ID: id, Body: `{}`, At: noon}); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		go func() { writers.Wait(); done.Store(true) }()
		seen, last := map[string]int{}, int64(0)
		for s := open(t, name); ; {
			ended := done.Load()
			cases, err := s.OwnCasesSince(t.Context(), t1, last)
			must(t, err)
			for _, c := range cases {
				seen[c.ID], last = c.Version, c.Change
			}
			if ended {
				break
			}
		}
		if len(seen) != 61 || seen["all"] != 60 {
			t.Errorf("saw %d cases of 61, one in version %d of 60", len(seen), seen["all"])
		}
	})
}

func TestNotes(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		note := func(ts, body string, private bool) store.Note {
			n := store.Note{Key: message(ts), CaseID: "IL-1", Private: private, Author: "U1", Body: body, At: noon}
			must(t, s.AddNote(t.Context(), n))
			return n
		}
		note("1.1", "first", false)
		one, secret := note("1.1", "재시작으로 해결", false), note("1.2", "hush", true)
		notes := func(channel string, want ...store.Note) {
			t.Helper()
			got, err := s.Notes(t.Context(), t1, "IL-1", channel, 10)
			must(t, err)
			same(t, got, want)
		}
		notes("C1", secret, one)
		notes("C2", one)
		for _, want := range []bool{true, false} {
			if was, err := s.DropNote(t.Context(), message("1.1")); was != want || err != nil {
				t.Errorf("dropped: %v, %v", was, err)
			}
		}
		notes("C1", secret)
		wantError(t, s.AddNote(t.Context(), store.Note{Key: message("1.1"), CaseID: "IL-1"}), "no words")
	})
}

func TestMutes(t *testing.T) {
	onEach(t, func(t *testing.T, s *store.Store) {
		mute := func(channel, fingerprint string, until time.Time, resolved bool) store.Mute {
			m := store.Mute{Workspace: t1, Channel: channel, Fingerprint: fingerprint, Title: "디스크", Until: until, Resolved: resolved, By: "U1", At: noon}
			must(t, s.Mute(t.Context(), m))
			return m
		}
		mute("C1", "f1", time.Time{}, false)
		one, ever := mute("C1", "f1", noon.Add(hour), true), mute("C2", "f1", time.Time{}, false)
		wantError(t, s.Mute(t.Context(), store.Mute{Workspace: t1, Channel: "C1"}), "told from others")
		wantError(t, s.Mute(t.Context(), store.Mute{Workspace: t1, Fingerprint: "f1"}), "no channel")
		for _, q := range []struct {
			channel, fingerprint string
			at                   time.Time
			want                 bool
		}{
			{"C1", "f1", noon, true}, {"C1", "f2", noon, false}, {"C1", "f1", noon.Add(hour), false},
			{"C2", "f1", noon.Add(100_000 * hour), true}, {"C3", "f1", noon, false},
		} {
			if _, ok, err := s.MuteOf(t.Context(), t1, q.channel, q.fingerprint, q.at); ok != q.want || err != nil {
				t.Errorf("%+v: %v, %v", q, ok, err)
			}
		}
		mutes := func(channel string, want ...store.Mute) {
			t.Helper()
			got, err := s.Mutes(t.Context(), t1, channel, noon)
			must(t, err)
			same(t, got, want)
		}
		mutes("", one, ever)
		mutes("C2", ever)
		if _, err := s.Prune(t.Context(), noon.Add(2*hour)); err != nil {
			t.Error(err)
		}
		mutes("", ever)
		for _, want := range []bool{true, false} {
			if was, err := s.Unmute(t.Context(), t1, "C2", "f1"); was != want || err != nil {
				t.Errorf("unmuted: %v, %v", was, err)
			}
		}
		mutes("")
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
		c := store.Schedule{Workspace: t1, Channel: "C1", Kind: "weekly", Cron: "0 9 * * 1", Zone: "Asia/Seoul", By: "U1", Next: noon}
		early := c
		early.Cron = "0 8 * * 1"
		must(t, s.Subscribe(t.Context(), early))
		must(t, s.Subscribe(t.Context(), c))
		wantError(t, s.Subscribe(t.Context(), store.Schedule{Workspace: t1, Channel: "C1"}), "no kind")
		for at, want := range map[time.Time]int{noon.Add(-time.Millisecond): 0, noon: 1} {
			if due, err := s.Due(t.Context(), at, 10); len(due) != want || err != nil {
				t.Errorf("due at %v: %+v, %v", at, due, err)
			}
		}
		got, err := s.Schedules(t.Context(), t1)
		must(t, err)
		same(t, got, []store.Schedule{c})
		_, err = s.Advance(t.Context(), c, noon.Add(hour), store.Item{})
		wantError(t, err, "team")
		for i, as := range []store.Schedule{early, c, c} { // changed meanwhile; as it is; advanced already
			ok, err := s.Advance(t.Context(), as, noon.Add(7*24*hour), item("digest/C1", "digest/C1/2026-03-04", 1))
			if ok != (i == 1) || err != nil {
				t.Errorf("advanced: %v, %v", ok, err)
			}
		}
		next(t, s, take(t, s, "p1", hour), "", "digest/C1/2026-03-04")
		if due, err := s.Due(t.Context(), noon.Add(24*hour), 10); len(due) != 0 || err != nil {
			t.Errorf("still due: %+v, %v", due, err)
		}
		for _, want := range []bool{true, false} {
			if was, err := s.Unsubscribe(t.Context(), t1, "C1", "weekly"); was != want || err != nil {
				t.Errorf("ended: %v, %v", was, err)
			}
		}
	})
}

func TestAdvanceTogether(t *testing.T) {
	shared(t, func(t *testing.T, name string) {
		c := store.Schedule{Workspace: t1, Channel: "C1", Kind: "weekly", Next: noon}
		must(t, open(t, name).Subscribe(t.Context(), c))
		var firsts atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			s := open(t, name)
			wg.Go(func() {
				ok, err := s.Advance(t.Context(), c, noon.Add(hour))
				if err != nil {
					t.Error(err)
				}
				if ok {
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
