package store_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"incidentlib/bot/store"
)

// After the machine has slept, or its clock was set, what is accepted is dated as the machine dates
// it: nothing is taken for stale, or forgotten before its time.
func TestDatesAfterSleep(t *testing.T) {
	s := store.Late(t, 30*24*time.Hour)
	accept(t, s, item("C1", "a", 1))
	h := take(t, s, "p1", hour)
	it := next(t, s, h, "", "a")
	if age := time.Since(it.AcceptedAt); age > hour {
		t.Errorf("it seems %v old", age)
	}
	_, err := s.Begin(t.Context(), h, message("1.1"), "reply")
	must(t, err)
	must(t, s.Posted(t.Context(), message("2.2"), "reply", "1"))
	if _, ok, err := s.Next(t.Context(), h, "a"); ok || err != nil {
		t.Error(ok, err)
	}
	must(t, s.Tidy(t.Context(), time.Now().Add(-7*24*time.Hour)))
	known, err := s.Known(t.Context(), t1, "a")
	begun, err2 := s.Begun(t.Context(), message("1.1"), "reply")
	posted, err3 := s.Begun(t.Context(), message("2.2"), "reply")
	if !known || !begun || !posted || err != nil || err2 != nil || err3 != nil {
		t.Errorf("known %v, begun %v, posted %v; %v %v %v", known, begun, posted, err, err2, err3)
	}
}

// On SQLite all times are the process's own, which pass in a test when they are made to, and
// which follow no one who sets the machine's clock.
func TestTimePasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(t.Context(), ":memory:")
		must(t, err)
		defer s.Close()
		accept(t, s, item("C1", "a", 1))
		first := take(t, s, "p1", 10*time.Second)
		time.Sleep(10*time.Second - time.Millisecond)
		takeNone(t, s)
		time.Sleep(time.Millisecond)
		second := take(t, s, "p2", 10*time.Second)
		wantLost(t, s.Renew(t.Context(), first, hour))
		next(t, s, second, "", "a")
		must(t, s.Later(t.Context(), second, "a", 24*hour, errors.New("not now")))
		time.Sleep(24*hour - time.Millisecond)
		takeNone(t, s)
		time.Sleep(time.Millisecond)
		take(t, s, "p1", hour)
		limit := store.Limit{Workspace: t1, Method: "m", Channel: "C1"}
		for _, want := range []time.Duration{0, time.Second, 2 * time.Second} {
			if wait, err := s.Turn(t.Context(), limit, time.Second); wait != want || err != nil {
				t.Errorf("turn in %v, %v; want %v", wait, err, want)
			}
		}
		time.Sleep(3 * time.Second)
		if wait, err := s.Turn(t.Context(), limit, time.Second); wait != 0 || err != nil {
			t.Errorf("turn in %v, %v", wait, err)
		}
		if load, err := s.Load(t.Context()); load.Oldest != 24*hour+13*time.Second || err != nil {
			t.Errorf("%+v, %v", load, err)
		}
	})
}
