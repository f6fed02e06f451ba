package store

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"incidentlib/bot/store/storetest"
)

// A process that freezes in the middle of a transaction does not keep others from its lane: what
// it holds is taken back, and when it goes on it has lost the lane.
func TestFrozenInATransaction(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	frozen, other := openShared(t, address), openShared(t, address)
	it := Item{Workspace: Workspace{Team: "T1"}, ID: "1", Lane: "C1"}
	if _, err := frozen.Accept(t.Context(), []Item{it}); err != nil {
		t.Fatal(err)
	}
	holds, err := frozen.Take(t.Context(), "a", 1, time.Second)
	if err != nil || len(holds) != 1 {
		t.Fatalf("took %v, %v", holds, err)
	}
	began, awake, ended := make(chan bool, 20), make(chan bool), make(chan error, 1)
	go func() {
		ended <- frozen.updateSlowly(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			err := frozen.keep(ctx, tx, holds[0])
			began <- true
			<-awake
			if err != nil {
				return err
			}
			return frozen.keep(ctx, tx, holds[0])
		})
	}()
	<-began
	since := time.Now()
	it.ID = "2"
	if _, err := other.Accept(t.Context(), []Item{it}); err != nil {
		t.Errorf("after %v: %v", time.Since(since), err)
	}
	if taken, err := other.Take(t.Context(), "b", 1, time.Minute); err != nil || len(taken) != 1 {
		t.Errorf("another process took %v, %v", taken, err)
	}
	close(awake)
	if err := <-ended; err != ErrLost {
		t.Errorf("the one that was frozen ended with %v, want %v", err, ErrLost)
	}
}

func openShared(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Who begins to post has a whole lease left to do it, however late the lane was last held on to.
func TestBeginHoldsOn(t *testing.T) {
	s, err := Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Accept(t.Context(), []Item{{Workspace: Workspace{Team: "T1"}, ID: "1", Lane: "C1"}}); err != nil {
		t.Fatal(err)
	}
	holds, err := s.Take(t.Context(), "a", 1, time.Minute)
	if err != nil || len(holds) != 1 {
		t.Fatalf("took %v, %v", holds, err)
	}
	if _, err := s.exec(t.Context(), `UPDATE lanes SET held_until = 1`); err != nil { // it ran out just now
		t.Fatal(err)
	}
	to := MessageKey{Workspace: Workspace{Team: "T1"}, Channel: "C1", TS: "1.1"}
	if _, err := s.Begin(t.Context(), holds[0], to, "reply"); err != nil {
		t.Fatal(err)
	}
	if taken, err := s.Take(t.Context(), "b", 1, time.Minute); err != nil || len(taken) != 0 {
		t.Errorf("another process took %v, %v", taken, err)
	}
}
