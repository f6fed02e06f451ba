package store_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"incidentlib/bot/store"
)

var t1 = store.Workspace{Team: "T1"}

func message(ts string) store.MessageKey {
	return store.MessageKey{Workspace: t1, Channel: "C1", TS: ts}
}

func answered(key store.MessageKey, fingerprint string) store.Record {
	return store.Record{
		Key: key, ThreadTS: "90.1", Fingerprint: fingerprint, Status: "firing", Source: "alertmanager",
		Severity: "critical", Title: "커넥션 풀 고갈 on db-1", Reason: "answered", Confidence: 0.93,
		CaseIDs: []string{"IL-0461", "IL-0049"}, Reply: `{"text":"…"}`, ReplyTS: "101.5",
	}
}

func finish(t testing.TB, s *store.Store, r store.Record, at time.Time) {
	t.Helper()
	must(t, s.Finish(t.Context(), r, at))
}

func get(t testing.TB, s *store.Store, key store.MessageKey) store.Record {
	t.Helper()
	r, ok, err := s.Get(t.Context(), key)
	if err != nil || !ok {
		t.Fatalf("Get(%s) = %v, %v", key, ok, err)
	}
	return r
}

func wantError(t testing.TB, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got error %v, want one with %q", err, part)
		}
	}
}

func TestFinish(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		want := answered(message("100.1"), "f1")
		if _, ok, err := s.Get(t.Context(), want.Key); ok || err != nil {
			t.Errorf("Get of an unknown message = %v, %v", ok, err)
		}
		finish(t, s, want, noon.Add(1234567*time.Nanosecond))
		want.Seen, want.FirstAt, want.LastAt = 1, noon.Add(time.Millisecond), noon.Add(time.Millisecond)
		if diff := cmp.Diff(want, get(t, s, want.Key)); diff != "" {
			t.Error(diff)
		}
		want.Reason, want.ReplyTS, want.CaseIDs, want.ToldIn = "post_failed", "", []string{}, "99.9"
		finish(t, s, want, noon.Add(time.Hour)) // again: the times stay
		if diff := cmp.Diff(want, get(t, s, want.Key)); diff != "" {
			t.Errorf("after finishing again: %s", diff)
		}
		must(t, s.Showed(t.Context(), want.Key, "seen 3 times"))
		finish(t, s, want, noon)
		if want.Shown = "seen 3 times"; get(t, s, want.Key).Shown != want.Shown {
			t.Errorf("what the reply shows is %q", get(t, s, want.Key).Shown)
		}
	})
}

func TestFinishRefuses(t *testing.T) {
	s := open(t, ":memory:")
	for want, r := range map[string]store.Record{
		"no team":    answered(store.MessageKey{Channel: "C1", TS: "100.1"}, ""),
		"no channel": answered(store.MessageKey{Workspace: t1, TS: "100.1"}, ""),
		"no ts":      answered(store.MessageKey{Workspace: t1, Channel: "C1"}, ""),
		"the ts":     answered(message("100.1\x00"), ""),
		"the team":   answered(store.MessageKey{Workspace: store.Workspace{Team: strings.Repeat("T", 101)}, Channel: "C1", TS: "100.1"}, ""),
		"no reason":  {Key: message("100.1")},
		"the reply":  {Key: message("100.1"), Reason: "answered", Reply: strings.Repeat("x", 70_000)},
	} {
		wantError(t, s.Finish(t.Context(), r, noon), want)
	}
	wantError(t, s.Resolve(t.Context(), message("100.1"), noon), "T1/C1/100.1", "no record")
	_, err := s.Repeat(t.Context(), message("100.1"), answered(message("100.1"), ""), noon)
	wantError(t, err, "no record")
}

func TestTexts(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		r := answered(message("100.1"), "f\x001")
		r.Title, r.Reason, r.CaseIDs, r.Reply = strings.Repeat("ㅋ", 5000), "ans\xffwered", make([]string, 50), "a\x00b"
		finish(t, s, r, noon)
		got := get(t, s, r.Key)
		if got.Title != strings.Repeat("ㅋ", 500) || got.Reason != "ans\uFFFDwered" || got.Fingerprint != "f1" || len(got.CaseIDs) != 20 || got.Reply != "ab" {
			t.Errorf("got title of %d bytes, reason %q, fingerprint %q, %d cases, reply %q", len(got.Title), got.Reason, got.Fingerprint, len(got.CaseIDs), got.Reply)
		}
		if _, ok, err := s.LastAnswered(t.Context(), t1, "C1", "f\x001", noon); !ok || err != nil {
			t.Errorf("the fingerprint no longer finds its record: %v, %v", ok, err)
		}
	})
}

func TestLastAnswered(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		for i, key := range []store.MessageKey{message("100.1"), message("100.2"), message("100.3")} {
			r := answered(key, "f1")
			if i == 2 {
				r.Reason, r.ReplyTS = "repeat", "" // silence is no answer
			}
			finish(t, s, r, noon.Add(time.Duration(i)*time.Hour))
		}
		gathered := answered(message("100.4"), "f3")
		gathered.Reason, gathered.ReplyTS, gathered.ToldIn = "gathered", "", "100.2"
		finish(t, s, gathered, noon)
		for _, q := range []struct {
			name, team, channel, fingerprint string
			since                            time.Time
			want                             string
		}{
			{"the youngest answer", "T1", "C1", "f1", noon, "100.2"},
			{"the window's edge counts", "T1", "C1", "f1", noon.Add(time.Hour), "100.2"},
			{"all are older", "T1", "C1", "f1", noon.Add(time.Hour + time.Millisecond), ""},
			{"told of in another's reply", "T1", "C1", "f3", noon, "100.4"},
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
}

func TestGathered(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		host := answered(message("100.1"), "f0")
		host.Reason = "storm"
		finish(t, s, host, noon)
		for i := range 3 {
			r := answered(message(fmt.Sprint("100.", 9-i)), fmt.Sprint("f", i+1))
			r.Reason, r.ReplyTS, r.ToldIn = "gathered", "", "100.1"
			finish(t, s, r, noon.Add(time.Minute))
		}
		told, err := s.ToldIn(t.Context(), host.Key)
		if err != nil || len(told) != 3 || told[0].Key.TS != "100.7" || told[2].Key.TS != "100.9" {
			t.Errorf("told in the reply: %+v, %v", told, err)
		}
		if n, err := s.Replies(t.Context(), t1, "C1", noon); n != 1 || err != nil {
			t.Errorf("%d replies, %v", n, err)
		}
		for since, want := range map[time.Time]bool{noon: true, noon.Add(time.Millisecond): false} {
			r, ok, err := s.LastGathering(t.Context(), t1, "C1", since)
			if ok != want || err != nil || ok && r.Key != host.Key {
				t.Errorf("the last gathering since %v: %v, %v, %v", since, r.Key, ok, err)
			}
		}
	})
}

func TestRepeat(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		key := message("100.1")
		finish(t, s, answered(key, "f1"), noon)
		repeat := func(ts string, after time.Duration, want int) {
			t.Helper()
			r := answered(message(ts), "f1")
			r.Reason, r.ReplyTS = "repeat", ""
			if seen, err := s.Repeat(t.Context(), key, r, noon.Add(after)); seen != want || err != nil {
				t.Fatalf("Repeat = %d, %v; want %d", seen, err, want)
			}
		}
		repeat("100.2", time.Minute, 2)
		repeat("100.2", time.Minute, 2) // a message counts once
		repeat("100.3", 2*time.Minute, 3)
		if r := get(t, s, message("100.3")); r.ToldIn != "100.1" || r.Reason != "repeat" || r.FirstAt != noon.Add(2*time.Minute) {
			t.Errorf("the repeat is kept as %+v", r)
		}
		resolve := func(after time.Duration) {
			t.Helper()
			must(t, s.Resolve(t.Context(), key, noon.Add(after)))
		}
		resolve(2 * time.Hour)
		resolve(3 * time.Hour) // the first word counts
		if r := get(t, s, key); r.ResolvedAt != noon.Add(2*time.Hour) || r.LastAt != noon.Add(3*time.Hour) {
			t.Errorf("resolved at %v, last seen %v", r.ResolvedAt, r.LastAt)
		}
		repeat("100.4", time.Hour, 4) // from before it was over
		if r := get(t, s, key); r.ResolvedAt.IsZero() || r.LastAt != noon.Add(3*time.Hour) {
			t.Errorf("after an older repeat: resolved at %v, last seen %v", r.ResolvedAt, r.LastAt)
		}
		repeat("100.1", 2*time.Hour, 4) // its own edit, from the same moment
		repeat("100.1", 4*time.Hour, 5) // its own edit: it fires again
		if r := get(t, s, key); !r.ResolvedAt.IsZero() || r.LastAt != noon.Add(4*time.Hour) || r.ToldIn != "" {
			t.Errorf("after it fired again: %+v", r)
		}
	})
}

func TestPrune(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		for _, ts := range []string{"100.1", "100.2", "100.3"} {
			finish(t, s, answered(message(ts), "f1"), noon)
		}
		must(t, s.Resolve(t.Context(), message("100.2"), noon.Add(time.Hour)))
		if n, err := s.Prune(t.Context(), noon.Add(time.Millisecond)); n != 2 || err != nil {
			t.Errorf("Prune = %d, %v; want 2", n, err)
		}
		get(t, s, message("100.2"))
		if _, ok, err := s.Get(t.Context(), message("100.1")); ok || err != nil {
			t.Errorf("it is still there: %v, %v", ok, err)
		}
	})
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		finish(t, s, answered(message("1.0"), "f1"), noon)
		var wg sync.WaitGroup
		for i := range 30 {
			wg.Go(func() {
				for _, ts := range []string{"1.1", "1.2"} {
					if err := s.Finish(t.Context(), answered(message(ts), "f1"), noon); err != nil {
						t.Error(err)
					}
				}
				if _, _, err := s.LastAnswered(t.Context(), t1, "C1", "f1", noon); err != nil {
					t.Error(err)
				}
				if _, err := s.Repeat(t.Context(), message("1.0"), answered(message(fmt.Sprint("2.", i)), "f1"), noon); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if seen := get(t, s, message("1.0")).Seen; seen != 31 {
			t.Errorf("seen %d times of 31", seen)
		}
	})
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		finish(t, s, answered(message("100.1"), ""), noon)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Finish(ctx, answered(message("100.2"), ""), noon); err == nil {
			t.Error("Finish with a cancelled context succeeded")
		}
		get(t, s, message("100.1"))
		if _, ok, err := s.Get(t.Context(), message("100.2")); ok || err != nil {
			t.Errorf("it was kept: %v, %v", ok, err)
		}
		finish(t, s, answered(message("100.2"), ""), noon)
	})
}
