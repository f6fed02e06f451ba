package matcher

import (
	"strings"
	"sync"
	"testing"
)

func TestClose(t *testing.T) {
	search := Search{Filters: []Filter{{Field: "component", Value: "kafka"}}}
	for _, asked := range []bool{false, true} {
		l, err := NewLibrary([]*Case{{ID: "A", Components: []string{"kafka"}}})
		if err != nil {
			t.Fatal(err)
		}
		if asked {
			if found, err := l.Search(t.Context(), search, 3); err != nil || ids(found) != "A" {
				t.Fatal(ids(found), err)
			}
		}
		for range 2 {
			if err := l.Close(); err != nil {
				t.Errorf("asked before %v: %v", asked, err)
			}
		}
		if _, err := l.Heeding(nil).Search(t.Context(), search, 3); err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("asked before %v: a search in a closed library: %v", asked, err)
		}
		if l.index.made != nil {
			t.Errorf("asked before %v: a closed library has an index", asked)
		}
	}
}

// Whoever closes a library while others search it gets no race, and they an answer or an error.
func TestCloseTogether(t *testing.T) {
	l := newLibrary(t, &Case{ID: "A", Components: []string{"kafka"}})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			if n == 4 {
				l.Close()
				return
			}
			found, err := l.Search(t.Context(), Search{Filters: []Filter{{Field: "component", Value: "kafka"}}}, 3)
			if err == nil && ids(found) != "A" {
				t.Errorf("found %q", ids(found))
			}
		})
	}
	all.Wait()
	if l.index.made != nil {
		t.Error("a closed library has an index")
	}
}

// A library that is warm has all that a search with filters needs; a closed one cannot be warmed.
func TestWarm(t *testing.T) {
	l, err := NewLibrary([]*Case{{ID: "A", Components: []string{"kafka"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Warm(); err != nil || l.index.made == nil {
		t.Errorf("not warm: %v", err)
	}
	l.Close()
	if l.Warm() == nil {
		t.Error("a closed library can be warmed")
	}
}
