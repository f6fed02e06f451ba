package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
)

const hour = time.Hour // a hold that does not run out in a test

func item(lane, id string, seq int) store.Item {
	return store.Item{Workspace: t1, ID: id, Lane: lane, Kind: "event", Payload: `{"id":"` + id + `"}`, Seq: int64(seq)}
}

func accept(t testing.TB, s *store.Store, items ...store.Item) []bool {
	t.Helper()
	fresh, err := s.Accept(t.Context(), items)
	must(t, err)
	return fresh
}

// take takes one lane, which must be the only one that is due.
func take(t testing.TB, s *store.Store, by string, lease time.Duration) store.Hold {
	t.Helper()
	holds, err := s.Take(t.Context(), by, 10, lease)
	if err != nil || len(holds) != 1 {
		t.Fatalf("%s takes %+v, %v; want one lane", by, holds, err)
	}
	return holds[0]
}

func takeNone(t testing.TB, s *store.Store) {
	t.Helper()
	if holds, err := s.Take(t.Context(), "nobody", 10, hour); len(holds) != 0 || err != nil {
		t.Fatalf("there was %+v to take, %v", holds, err)
	}
}

// next ends an item and wants another; "" is the end of the lane.
func next(t testing.TB, s *store.Store, h store.Hold, done, want string) store.Item {
	t.Helper()
	it, ok, err := s.Next(t.Context(), h, done)
	if err != nil || it.ID != want || ok != (want != "") {
		t.Fatalf("after %q comes %q, %v, %v; want %q", done, it.ID, ok, err, want)
	}
	return it
}

func wantLost(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, store.ErrLost) {
		t.Errorf("got %v, want ErrLost", err)
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		got := accept(t, s, item("C2", "b", 2), item("C1", "a", 1), item("C2", "b", 3))
		if !reflect.DeepEqual(got, []bool{true, true, false}) {
			t.Errorf("fresh: %v", got)
		}
		if got := accept(t, s, item("C1", "a", 4), item("C1", "c", 5)); got[0] || !got[1] {
			t.Errorf("fresh the second time: %v", got)
		}
		other := item("C1", "a", 6)
		other.Workspace.Enterprise = "E1"
		if !accept(t, s, other)[0] {
			t.Error("an item of another workspace counts as the same")
		}
		for id, want := range map[string]bool{"a": true, "b": true, "d": false} {
			if known, err := s.Known(t.Context(), t1, id); known != want || err != nil {
				t.Errorf("known %s: %v, %v", id, known, err)
			}
		}
		load, err := s.Load(t.Context())
		if err != nil || load.Waiting != 4 || load.Dead != 0 || load.Oldest < 0 || load.Oldest > time.Minute {
			t.Errorf("load: %+v, %v", load, err)
		}
	})
}

func TestAcceptAllOrNone(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		huge := item("C1", "huge", 1)
		huge.Payload = strings.Repeat("x", 3<<20)
		for want, bad := range map[string]store.Item{
			"team": {ID: "x", Lane: "C1"}, "id": {Workspace: t1, Lane: "C1"}, "lane": {Workspace: t1, ID: "x"},
			"the id": item("C1", "\x00", 1), "the lane": item(strings.Repeat("x", 2000), "x", 1), "bytes": huge,
			"the enterprise": {Workspace: store.Workspace{Enterprise: "\xff", Team: "T1"}, ID: "x", Lane: "C1"},
		} {
			_, err := s.Accept(t.Context(), []store.Item{item("C1", "a", 1), bad})
			wantError(t, err, want)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Accept(ctx, []store.Item{item("C1", "a", 1)}); err == nil {
			t.Error("accepted with a cancelled context")
		}
		takeNone(t, s)
		if known, err := s.Known(t.Context(), t1, "a"); known || err != nil {
			t.Errorf("kept with one that was refused: %v, %v", known, err)
		}
		if got := accept(t, s); len(got) != 0 {
			t.Errorf("nothing accepted: %v", got)
		}
	})
}

func TestLaneInOrder(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "c", 3), item("C1", "a", 1))
		h := take(t, s, "p1", hour)
		it := next(t, s, h, "", "a")
		if it.Tries != 1 || it.Kind != "event" || it.Payload != `{"id":"a"}` || it.Lane != "C1" || it.Workspace != t1 || time.Since(it.AcceptedAt).Abs() > time.Minute {
			t.Errorf("%+v", it)
		}
		accept(t, s, item("C1", "b", 2))
		takeNone(t, s) // the lane is held
		if it := next(t, s, h, "", "a"); it.Tries != 2 {
			t.Errorf("tried twice: %+v", it)
		}
		next(t, s, h, "a", "b")
		next(t, s, h, "b", "c")
		next(t, s, h, "c", "")
		_, _, err := s.Next(t.Context(), h, "")
		wantLost(t, err) // an empty lane is held by nobody
		takeNone(t, s)
		if fresh := accept(t, s, item("C1", "a", 9)); fresh[0] {
			t.Error("what was done is not known any more")
		}
		takeNone(t, s)
		accept(t, s, item("C1", "d", 4))
		next(t, s, take(t, s, "p1", hour), "", "d")
	})
}

func TestLanesSideBySide(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		for i := range 5 {
			accept(t, s, item(fmt.Sprint("C", i), fmt.Sprint("a", i), i))
		}
		first, err := s.Take(t.Context(), "p1", 2, hour)
		must(t, err)
		second, err := s.Take(t.Context(), "p2", 9, hour)
		must(t, err)
		if len(first) != 2 || len(second) != 3 {
			t.Fatalf("took %+v and %+v", first, second)
		}
		for _, h := range append(first, second...) {
			next(t, s, h, "", "a"+h.Lane[1:])
		}
		next(t, s, second[0], "a"+second[0].Lane[1:], "")
		takeNone(t, s)
	})
}

func TestHoldRunsOut(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1), item("C1", "b", 2))
		first := take(t, s, "p1", 0)
		next(t, s, first, "", "a")
		time.Sleep(2 * time.Millisecond)
		second := take(t, s, "p2", hour)
		for _, it := range []error{
			s.Renew(t.Context(), first, hour), s.Bury(t.Context(), first, "a", errors.New("x")),
			s.Later(t.Context(), first, "a", 0, errors.New("x")),
		} {
			wantLost(t, it)
		}
		_, _, err := s.Next(t.Context(), first, "a")
		wantLost(t, err)
		_, err = s.Begin(t.Context(), first, message("1.1"), "reply")
		wantLost(t, err)
		if it := next(t, s, second, "", "a"); it.Tries != 2 || it.Error != "" {
			t.Errorf("taken over: %+v", it)
		}
		next(t, s, second, "a", "b")
	})
}

// A process that was away comes back, takes its own lane again, and still has a worker on it
// from before.
func TestHoldOfTheSameProcess(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1))
		first := take(t, s, "p1", 0)
		next(t, s, first, "", "a")
		time.Sleep(2 * time.Millisecond)
		second := take(t, s, "p1", hour)
		wantLost(t, s.Renew(t.Context(), first, hour))
		_, _, err := s.Next(t.Context(), first, "a")
		wantLost(t, err)
		next(t, s, second, "", "a")
		must(t, s.Renew(t.Context(), second, hour))
		next(t, s, second, "a", "")
	})
}

// While nobody has taken it over, a hold that ran out is still good.
func TestRenew(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1))
		h := take(t, s, "p1", 0)
		must(t, s.Renew(t.Context(), h, hour))
		takeNone(t, s)
		must(t, s.Release(t.Context(), "p2")) // not his
		takeNone(t, s)
		must(t, s.Release(t.Context(), "p1"))
		wantLost(t, s.Renew(t.Context(), h, hour))
		h = take(t, s, "p2", hour)
		must(t, s.Recover(t.Context()))
		wantLost(t, s.Renew(t.Context(), h, hour))
		h = take(t, s, "p3", hour)
		next(t, s, h, "", "a")
		must(t, s.Later(t.Context(), h, "a", hour, errors.New("not now")))
		takeNone(t, s)
		must(t, s.Recover(t.Context()))
		take(t, s, "p4", hour)
	})
}

func TestLater(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1), item("C1", "b", 2))
		h := take(t, s, "p1", hour)
		next(t, s, h, "", "a")
		must(t, s.Later(t.Context(), h, "a", 200*time.Millisecond, errors.New("Slack is away")))
		takeNone(t, s)
		accept(t, s, item("C2", "c", 3), item("C1", "d", 4))
		next(t, s, take(t, s, "p1", hour), "", "c") // other lanes go on
		for since := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			holds, err := s.Take(t.Context(), "p2", 10, hour)
			must(t, err)
			if len(holds) == 1 {
				if it := next(t, s, holds[0], "", "a"); it.Tries != 2 || it.Error != "Slack is away" {
					t.Errorf("%+v", it)
				}
				next(t, s, holds[0], "a", "b")
				return
			}
			if time.Since(since) > 10*time.Second {
				t.Fatal("the lane does not come back")
			}
		}
	})
}

func TestBury(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1), item("C1", "b", 2))
		h := take(t, s, "p1", hour)
		next(t, s, h, "", "a")
		must(t, s.Bury(t.Context(), h, "a", errors.New("no such\x00channel")))
		next(t, s, h, "", "b")
		next(t, s, h, "b", "")
		dead, err := s.Buried(t.Context(), 10)
		if err != nil || len(dead) != 1 || dead[0].ID != "a" || dead[0].Payload != `{"id":"a"}` || dead[0].Error != "no suchchannel" {
			t.Errorf("buried: %+v, %v", dead, err)
		}
		if load, err := s.Load(t.Context()); load.Dead != 1 || load.Waiting != 0 || load.Oldest != 0 || err != nil {
			t.Errorf("load: %+v, %v", load, err)
		}
		if fresh := accept(t, s, item("C1", "a", 3)); fresh[0] {
			t.Error("what was buried is taken anew")
		}
		for _, w := range []store.Workspace{{Team: "T2"}, {Enterprise: "E1", Team: "T1"}} {
			if found, err := s.Redrive(t.Context(), w, "a"); found || err != nil {
				t.Errorf("redriven in %s: %v, %v", w, found, err)
			}
		}
		for _, want := range []bool{true, false} {
			if found, err := s.Redrive(t.Context(), t1, "a"); found != want || err != nil {
				t.Errorf("redriven: %v, %v", found, err)
			}
		}
		waiting, err := s.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 || waiting[0].ID != "a" {
			t.Errorf("waiting: %+v, %v", waiting, err)
		}
		h = take(t, s, "p1", hour)
		if it := next(t, s, h, "", "a"); it.Tries != 1 {
			t.Errorf("redriven: %+v", it)
		}
		next(t, s, h, "a", "")
	})
}

func TestTidy(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "done", 1), item("C1", "dead", 2), item("C1", "waiting", 3))
		h := take(t, s, "p1", hour)
		next(t, s, h, "", "done")
		next(t, s, h, "done", "dead")
		must(t, s.Bury(t.Context(), h, "dead", errors.New("no")))
		_, err := s.Begin(t.Context(), h, message("1.1"), "reply")
		must(t, err)
		must(t, s.Tidy(t.Context(), time.Now().Add(-hour)))
		if known, err := s.Known(t.Context(), t1, "done"); !known || err != nil {
			t.Errorf("forgotten too early: %v, %v", known, err)
		}
		must(t, s.Tidy(t.Context(), time.Now().Add(hour)))
		for id, want := range map[string]bool{"done": false, "dead": true, "waiting": true} {
			if known, err := s.Known(t.Context(), t1, id); known != want || err != nil {
				t.Errorf("known %s: %v, %v", id, known, err)
			}
		}
		if e, err := s.Begin(t.Context(), h, message("1.1"), "reply"); e.Begun || err != nil {
			t.Errorf("the effect is still known: %+v, %v", e, err)
		}
	})
}
