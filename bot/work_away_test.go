package bot

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// The database goes away while lanes are in hand, and comes back: the lanes go on where they were,
// without waiting for their leases to end, and no item has spent a try.
func TestDatabaseAwayInHand(t *testing.T) {
	t.Parallel()
	cluster := storetest.New(t)
	st, err := store.Open(t.Context(), cluster.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for _, it := range []store.Item{{ID: "a1", Lane: "a", Seq: 1}, {ID: "a2", Lane: "a", Seq: 2}, {ID: "b1", Lane: "b", Seq: 3}} {
		it.Workspace = store.Workspace{Team: "T1"}
		if _, err := st.Accept(t.Context(), []store.Item{it}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	type try struct {
		hold store.Hold
		it   store.Item
	}
	tries := make(chan try, 100)
	down := make(chan bool)
	b := &Bot{}
	w := newWork(st, slog.New(slog.DiscardHandler), "me")
	w.wrong, w.idle = func(string, error) {}, func(context.Context) {}
	w.after = b.verdictOn
	w.do = func(ctx context.Context, h store.Hold, it store.Item) error {
		tries <- try{h, it}
		<-down // until it is away
		_, err := st.Audited(ctx, it.Workspace, "x")
		if it.ID == "a1" {
			return nil // what it had to do was done
		}
		return err
	}
	go w.run(ctx)
	first := map[string]try{}
	for range 2 {
		got := <-tries
		first[got.it.ID] = got
	}
	cluster.Stop(t)
	close(down)
	time.Sleep(2 * time.Second) // some calls fail
	cluster.Start(t)
	for len(first) < 3 || first["b1"].it.Error == "" {
		select {
		case got := <-tries:
			first[got.it.ID] = got
		case <-time.After(time.Minute):
			t.Fatalf("tried: %v", first)
		}
	}
	if first["a2"].hold != first["a1"].hold {
		t.Error("the lane was given up")
	}
	if got := first["b1"].it; got.Tries != 1 {
		t.Errorf("%d tries of an item that was not to blame", got.Tries)
	}
}

// An error that neither Slack nor the store is to blame for, and that will not pass, holds up its
// lane for a few tries only.
func TestBrokenIsBuried(t *testing.T) {
	b := &Bot{}
	for name, c := range map[string]struct {
		err    error
		buried bool
	}{
		"a value that cannot be kept": {errors.New("the record has no reason"), true},
		"a panic":                     {errPanic, true},
		"no answer":                   {unheard{errors.New("cut off")}, false},
		"HTML for an answer":          {errNoAnswer, false},
		"time":                        {context.DeadlineExceeded, false},
	} {
		it := store.Item{Tries: mostTries, AcceptedAt: time.Now()}
		if v := b.verdictOn(it, c.err); v.bury != c.buried {
			t.Errorf("%s: buried %v", name, v.bury)
		}
		it.Tries--
		if v := b.verdictOn(it, c.err); v.bury {
			t.Errorf("%s: buried before its last try", name)
		}
	}
}

// The longer the store has refused an item, the longer it is let alone, up to ten seconds; none of
// these tries counts.
func TestStoreRefusesForLong(t *testing.T) {
	b := &Bot{}
	for age, want := range map[time.Duration][2]time.Duration{
		0: {firstPause / 2, firstPause}, time.Minute: {3 * time.Second, 4 * time.Second}, 10 * time.Minute: {longestWait, longestWait},
	} {
		v := b.verdictOn(store.Item{Kind: "events_api", Tries: 4, AcceptedAt: time.Now().Add(-age)}, context.DeadlineExceeded)
		if v.bury || !v.uncounted || v.pause < want[0] || v.pause > want[1] {
			t.Errorf("after %v: %+v, want a pause of %v", age, v, want)
		}
	}
}
