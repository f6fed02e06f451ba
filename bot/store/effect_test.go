package store_test

import (
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
)

func TestEffect(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1))
		h := take(t, s, "p1", hour)
		begin := func(kind string, begun bool, ts string) {
			t.Helper()
			e, err := s.Begin(t.Context(), h, message("1.1"), kind)
			if err != nil || e != (store.Effect{To: message("1.1"), Kind: kind, Begun: begun, TS: ts}) {
				t.Errorf("%+v, %v; want begun %v, posted %q", e, err, begun, ts)
			}
		}
		begin("reply", false, "")
		must(t, s.Unposted(t.Context(), message("1.1"), "reply"))
		begin("reply", false, "")
		begin("reply", true, "")
		begin("note", false, "")
		must(t, s.Unposted(t.Context(), message("1.1"), "reply")) // another process may be posting it
		begin("reply", true, "")
		must(t, s.Posted(t.Context(), message("1.1"), "reply", "9.9"))
		begin("reply", true, "9.9")
		must(t, s.Unposted(t.Context(), message("1.1"), "reply"))
		begin("reply", true, "9.9")
		must(t, s.Posted(t.Context(), message("1.2"), "reply", "9.8")) // nothing is known of its beginning
		e, err := s.Begin(t.Context(), h, message("1.2"), "reply")
		if err != nil || !e.Begun || e.TS != "9.8" {
			t.Errorf("%+v, %v", e, err)
		}
		_, err = s.Begin(t.Context(), h, message(""), "reply")
		wantError(t, err, "no ts")
		wantError(t, s.Posted(t.Context(), message(""), "reply", "1"), "no ts")
	})
}

func TestTurns(t *testing.T) {
	t.Parallel()
	shared(t, func(t *testing.T, name string) {
		const every = 100 * time.Millisecond
		limit := store.Limit{Workspace: t1, Method: "chat.postMessage", Channel: "C1"}
		var mu sync.Mutex
		var at []time.Time
		var wg sync.WaitGroup
		for range 4 { // processes
			s := open(t, name)
			for range 5 {
				wg.Go(func() {
					wait, err := s.Turn(t.Context(), limit, every)
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					at = append(at, time.Now().Add(wait))
					mu.Unlock()
				})
			}
		}
		wg.Wait()
		s := open(t, name)
		wait, err := s.Turn(t.Context(), limit, every)
		must(t, err)
		// The store's clock is right to the millisecond, and between its answer and our look at
		// our clock time passes; so the last turn is what tells.
		if last := time.Now().Add(wait); last.Sub(at[0]) < 0 || wait > 20*every {
			t.Errorf("turn 21 is in %v", wait)
		}
		if spent := 20 * every; wait < spent-5*time.Second || wait == 0 {
			t.Errorf("turn 21 is in %v", wait)
		}
		limit.Channel = "C2"
		if wait, err := s.Turn(t.Context(), limit, every); wait != 0 || err != nil {
			t.Errorf("another channel waits %v, %v", wait, err)
		}
	})
}

func TestRefused(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		limit := store.Limit{Workspace: t1, Method: "chat.update"}
		turn := func(least, most time.Duration) {
			t.Helper()
			if wait, err := s.Turn(t.Context(), limit, time.Second); err != nil || wait < least || wait > most {
				t.Errorf("the turn is in %v, %v; want %v to %v", wait, err, least, most)
			}
		}
		turn(0, 0)
		must(t, s.Refused(t.Context(), limit, 30*time.Minute))
		turn(29*time.Minute, 30*time.Minute)
		must(t, s.Refused(t.Context(), limit, time.Minute)) // a shorter one says nothing new
		turn(29*time.Minute, 30*time.Minute+time.Second)
		must(t, s.Refused(t.Context(), limit, 1000*hour)) // nor does nonsense
		turn(59*time.Minute, hour)
		must(t, s.Recover(t.Context()))
		turn(0, hour)
	})
}
