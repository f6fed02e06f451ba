package matcher

import (
	"reflect"
	"testing"
	"time"
)

// A library that was changed finds what one made anew from the same cases finds.
func TestChange(t *testing.T) {
	a, b, c := titled("A", "Redis memory full"), titled("B", "Kafka broker lost its disk"), titled("C", "etcd slow on a full disk")
	a.Signals, b.Components, c.Symptoms = []string{"OOM command not allowed"}, []string{"kafka"}, []string{"disk-full"}
	again := titled("b", "Kafka consumers rebalance for ever")
	again.Components = []string{"kafka", "consumer"}
	first := newLibrary(t, a, b)
	added, err := first.With(c)
	if err != nil {
		t.Fatal(err)
	}
	replaced, err := added.With(again)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ got, want *Library }{
		"added":     {added, newLibrary(t, c, a, b)},
		"replaced":  {replaced, newLibrary(t, again, c, a)},
		"removed":   {replaced.Without("a", "C", "none"), newLibrary(t, again)},
		"emptied":   {first.Without("A", "B"), newLibrary(t)},
		"as it was": {first, newLibrary(t, a, b)},
	} {
		for _, text := range []string{"redis says OOM command not allowed", "kafka disk full", "etcd disk-full", "consumers rebalance"} {
			got, want := find(t, test.got, Alert{Text: text}, 5), find(t, test.want, Alert{Text: text}, 5)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %q finds %s, a library made anew %s", name, text, ids(got), ids(want))
			}
		}
	}
	if _, err := first.With(titled("X", "one"), titled("x", "two")); err == nil {
		t.Error("two cases with one id were taken")
	}
	if _, err := first.With(nil); err == nil {
		t.Error("a case that is none was taken")
	}
}

// Those who search while the library changes are served by the one they have.
func TestChangeWhileSearching(t *testing.T) {
	l := newLibrary(t, append(others(), martian())...)
	stop := time.After(200 * time.Millisecond)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				if _, err := l.With(titled("N", "A new one about the martian source")); err != nil {
					t.Error(err)
					return
				}
			}
		}
	}()
	for {
		select {
		case <-done:
			return
		default:
			if got := find(t, l, Alert{Text: "martian source"}, 1); ids(got) != "IL-1" {
				t.Fatalf("found %s", ids(got))
			}
		}
	}
}
