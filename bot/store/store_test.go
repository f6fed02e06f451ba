package store_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"incidentlib/bot/store"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func TestMemory(t *testing.T) {
	testStore(t, func(t *testing.T) *store.Store { return open(t, ":memory:") })
}

func TestFile(t *testing.T) {
	testStore(t, func(t *testing.T) *store.Store { return open(t, filepath.Join(t.TempDir(), "state", "bot.db")) })
}

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func message(ts string) store.MessageKey {
	return store.MessageKey{Workspace: store.Workspace{Team: "T1"}, Channel: "C1", TS: ts}
}

func answered(key store.MessageKey, fingerprint string) store.Record {
	return store.Record{
		Key: key, ThreadTS: "90.1", Fingerprint: fingerprint, Status: "firing", Source: "alertmanager",
		Severity: "critical", Title: "커넥션 풀 고갈 on db-1", Reason: "answered", Confidence: 0.93,
		CaseIDs: []string{"IL-0461", "IL-0049"}, Reply: `{"text":"…"}`, ReplyTS: "101.5",
	}
}

// testStore is what every engine must do.
func testStore(t *testing.T, open func(*testing.T) *store.Store) {
	claim := func(t *testing.T, s *store.Store, key store.MessageKey, at time.Time, want bool) {
		t.Helper()
		if first, err := s.Claim(t.Context(), key, at); err != nil || first != want {
			t.Fatalf("Claim(%s) = %v, %v; want %v", key, first, err, want)
		}
	}
	finish := func(t *testing.T, s *store.Store, r store.Record) {
		t.Helper()
		if err := s.Finish(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	get := func(t *testing.T, s *store.Store, key store.MessageKey) store.Record {
		t.Helper()
		r, ok, err := s.Get(t.Context(), key)
		if err != nil || !ok {
			t.Fatalf("Get(%s) = %v, %v", key, ok, err)
		}
		return r
	}

	t.Run("the first claim wins, and every part of the key counts", func(t *testing.T) {
		s, key := open(t), message("100.1")
		claim(t, s, key, noon, true)
		claim(t, s, key, noon.Add(time.Minute), false)
		other := []store.MessageKey{message("100.2"), key, key, key}
		other[1].Channel = "C2"
		other[2].Workspace.Team = "T2"
		other[3].Workspace.Enterprise = "E1"
		for _, k := range other {
			claim(t, s, k, noon, true)
		}
	})

	t.Run("a finished record comes back as it was", func(t *testing.T) {
		s, want := open(t), answered(message("100.1"), "f1")
		claim(t, s, want.Key, noon.Add(1234567*time.Nanosecond), true)
		finish(t, s, want)
		want.Seen, want.FirstAt, want.LastAt = 1, noon.Add(time.Millisecond), noon.Add(time.Millisecond)
		if diff := cmp.Diff(want, get(t, s, want.Key)); diff != "" {
			t.Error(diff)
		}
		want.Reason, want.ReplyTS, want.CaseIDs = "post_failed", "", []string{}
		finish(t, s, want)
		if diff := cmp.Diff(want, get(t, s, want.Key)); diff != "" {
			t.Errorf("after finishing again: %s", diff)
		}
	})

	t.Run("only a claimed message has an ending, and an ending has a reason", func(t *testing.T) {
		s, r := open(t), answered(message("100.1"), "f1")
		wantError(t, s.Finish(t.Context(), r), "T1/C1/100.1", "never claimed")
		wantError(t, s.Resolve(t.Context(), r.Key, noon), "never claimed")
		_, err := s.Repeat(t.Context(), r.Key, noon)
		wantError(t, err, "never claimed")
		r.Reason = ""
		wantError(t, s.Finish(t.Context(), r), "no reason")
		if _, ok, err := s.Get(t.Context(), r.Key); ok || err != nil {
			t.Errorf("Get of an unknown message = %v, %v", ok, err)
		}
	})

	t.Run("a key that names no message is refused", func(t *testing.T) {
		s := open(t)
		for want, key := range map[string]store.MessageKey{
			"no team":    {Channel: "C1", TS: "100.1"},
			"no channel": {Workspace: store.Workspace{Team: "T1"}, TS: "100.1"},
			"no ts":      {Workspace: store.Workspace{Team: "T1"}, Channel: "C1"},
			"the ts":     message("100.1\x00"),
			"the team":   {Workspace: store.Workspace{Team: strings.Repeat("T", 101)}, Channel: "C1", TS: "100.1"},
		} {
			_, err := s.Claim(t.Context(), key, noon)
			wantError(t, err, want)
		}
	})

	t.Run("texts lose NUL and broken UTF-8, and have an end", func(t *testing.T) {
		s, r := open(t), answered(message("100.1"), "f\x001")
		r.Title, r.Reason, r.CaseIDs = strings.Repeat("ㅋ", 5000), "ans\xffwered", make([]string, 50)
		claim(t, s, r.Key, noon, true)
		finish(t, s, r)
		got := get(t, s, r.Key)
		if got.Title != strings.Repeat("ㅋ", 500) || got.Reason != "ans\uFFFDwered" || got.Fingerprint != "f1" || len(got.CaseIDs) != 20 {
			t.Errorf("got title of %d bytes, reason %q, fingerprint %q, %d cases", len(got.Title), got.Reason, got.Fingerprint, len(got.CaseIDs))
		}
		if _, ok, err := s.LastAnswered(t.Context(), r.Key.Workspace, "C1", "f\x001", noon); !ok || err != nil {
			t.Errorf("the fingerprint no longer finds its record: %v, %v", ok, err)
		}
	})

	t.Run("one answer a fingerprint, a channel and a window", func(t *testing.T) {
		s := open(t)
		for i, key := range []store.MessageKey{message("100.1"), message("100.2"), message("100.3")} {
			claim(t, s, key, noon.Add(time.Duration(i)*time.Hour), true)
			r := answered(key, "f1")
			if i == 2 {
				r.Reason, r.ReplyTS = "repeat", "" // silence is no answer
			}
			finish(t, s, r)
		}
		for _, q := range []struct {
			name, team, channel, fingerprint string
			since                            time.Time
			want                             string
		}{
			{"the youngest answer", "T1", "C1", "f1", noon, "100.2"},
			{"the window's edge counts", "T1", "C1", "f1", noon.Add(time.Hour), "100.2"},
			{"all are older", "T1", "C1", "f1", noon.Add(time.Hour + time.Millisecond), ""},
			{"another alert", "T1", "C1", "f2", noon, ""},
			{"another channel", "T1", "C2", "f1", noon, ""},
			{"another workspace", "T2", "C1", "f1", noon, ""},
			{"no fingerprint", "T1", "C1", "", noon, ""},
		} {
			r, ok, err := s.LastAnswered(t.Context(), store.Workspace{Team: q.team}, q.channel, q.fingerprint, q.since)
			if err != nil || ok != (q.want != "") || r.Key.TS != q.want {
				t.Errorf("%s: LastAnswered = %q, %v, %v; want %q", q.name, r.Key.TS, ok, err, q.want)
			}
		}
	})

	t.Run("repeats are counted, and a repeat takes back a resolution", func(t *testing.T) {
		s, key := open(t), message("100.1")
		claim(t, s, key, noon, true)
		finish(t, s, answered(key, "f1"))
		resolve := func(after time.Duration) {
			t.Helper()
			if err := s.Resolve(t.Context(), key, noon.Add(after)); err != nil {
				t.Fatal(err)
			}
		}
		resolve(2 * time.Hour)
		resolve(3 * time.Hour)
		if r := get(t, s, key); r.ResolvedAt != noon.Add(2*time.Hour) || r.LastAt != noon.Add(3*time.Hour) {
			t.Errorf("resolved at %v, last seen %v", r.ResolvedAt, r.LastAt)
		}
		if seen, err := s.Repeat(t.Context(), key, noon.Add(time.Hour)); seen != 2 || err != nil {
			t.Fatalf("Repeat = %d, %v; want 2", seen, err)
		}
		if r := get(t, s, key); r.Seen != 2 || !r.ResolvedAt.IsZero() || r.LastAt != noon.Add(3*time.Hour) {
			t.Errorf("after an older repeat: seen %d, resolved at %v, last seen %v", r.Seen, r.ResolvedAt, r.LastAt)
		}
	})

	t.Run("a claim with no ending is listed", func(t *testing.T) {
		s := open(t)
		for i, ts := range []string{"100.2", "100.1", "100.3"} {
			claim(t, s, message(ts), noon.Add(time.Duration(i)*time.Second), true)
		}
		finish(t, s, answered(message("100.1"), "f1"))
		cut, err := s.Unfinished(t.Context())
		if err != nil || len(cut) != 2 || cut[0].Key != message("100.2") || cut[1].Key != message("100.3") || cut[0].Finished() {
			t.Errorf("Unfinished = %v, %v", cut, err)
		}
	})

	t.Run("pruning forgets what was last seen before", func(t *testing.T) {
		s := open(t)
		for _, ts := range []string{"100.1", "100.2", "100.3"} {
			claim(t, s, message(ts), noon, true)
		}
		if _, err := s.Repeat(t.Context(), message("100.2"), noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Prune(t.Context(), noon.Add(time.Millisecond)); n != 2 || err != nil {
			t.Errorf("Prune = %d, %v; want 2", n, err)
		}
		get(t, s, message("100.2"))
		claim(t, s, message("100.1"), noon, true)
	})

	t.Run("fifty at once", func(t *testing.T) {
		s := open(t)
		claim(t, s, message("1.0"), noon, true)
		var wg sync.WaitGroup
		var firsts atomic.Int64
		for range 50 {
			wg.Go(func() {
				for _, ts := range []string{"1.1", "1.2", "1.3", "1.4"} {
					first, err := s.Claim(t.Context(), message(ts), noon)
					if err != nil {
						t.Error(err)
					}
					if !first {
						continue
					}
					firsts.Add(1)
					if err := s.Finish(t.Context(), answered(message(ts), "f1")); err != nil {
						t.Error(err)
					}
				}
				if _, _, err := s.LastAnswered(t.Context(), store.Workspace{Team: "T1"}, "C1", "f1", noon); err != nil {
					t.Error(err)
				}
				if _, err := s.Repeat(t.Context(), message("1.0"), noon); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if seen := get(t, s, message("1.0")).Seen; firsts.Load() != 4 || seen != 51 {
			t.Errorf("%d first claims of 4 messages, seen %d times of 51", firsts.Load(), seen)
		}
	})

	t.Run("a cancelled call changes nothing and breaks nothing", func(t *testing.T) {
		s, key := open(t), message("100.1")
		claim(t, s, key, noon, true)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Claim(ctx, message("100.2"), noon); err == nil {
			t.Error("Claim with a cancelled context succeeded")
		}
		get(t, s, key)
		claim(t, s, message("100.2"), noon, true)
	})
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got error %v, want one with %q", err, part)
		}
	}
}
