package bot

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
)

func TestLanesKeepOrderWithinAKey(t *testing.T) {
	l := newLanes(4, 1000)
	var mu sync.Mutex
	got := map[string][]int{}
	for i := range 300 {
		key := fmt.Sprint(i % 3)
		if !l.put(t.Context(), key, func(context.Context) {
			mu.Lock()
			defer mu.Unlock()
			got[key] = append(got[key], i)
		}) {
			t.Fatalf("job %d was not taken", i)
		}
	}
	if err := l.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	for key, order := range got {
		if len(order) != 100 || !slices.IsSorted(order) {
			t.Errorf("lane %s ran %d jobs, in order: %v", key, len(order), slices.IsSorted(order))
		}
	}
	if len(l.waiting) != 0 || l.count != 0 {
		t.Errorf("after the last job %d lanes and %d jobs are left", len(l.waiting), l.count)
	}
}

func TestOneSlowLaneDoesNotHoldUpOthers(t *testing.T) {
	l := newLanes(2, 10)
	hold, done := make(chan struct{}), make(chan struct{})
	l.put(t.Context(), "slow", func(context.Context) { <-hold })
	l.put(t.Context(), "quick", func(context.Context) { close(done) })
	<-done
	close(hold)
	if err := l.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestFullLanesRefuse(t *testing.T) {
	l := newLanes(1, 2)
	hold := make(chan struct{})
	wait := func(context.Context) { <-hold }
	if !l.put(t.Context(), "a", wait) || !l.put(t.Context(), "b", wait) {
		t.Fatal("two jobs fit")
	}
	if l.put(t.Context(), "c", wait) {
		t.Error("a third job was taken, two are the limit")
	}
	close(hold)
	if err := l.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !l.put(t.Context(), "c", func(context.Context) {}) {
		t.Error("with room again, a job was refused")
	}
}
