package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// What a store refuses is told apart from what passes, on each kind of state.
func TestPassing(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		long := answered(message("1.1"), "f")
		long.Reply = strings.Repeat("x", 1<<20)
		_, vote := s.Vote(t.Context(), store.Vote{Key: message("1.1"), Person: "U1"})
		_, told := s.Repeat(t.Context(), message("8.8"), answered(message("8.9"), "f"), noon)
		for name, err := range map[string]error{
			"nil": nil, "a reply that is too long": s.Finish(t.Context(), long, noon), "a vote on nothing": vote, "a repeat of nothing": told,
			"a mistake": errors.New("a bug"), "a hold that is lost": store.ErrLost,
			"a query that makes no sense": s.Statement(t.Context(), `UPDATE records SET nonsense = 1`),
			"a value that is refused":     s.Statement(t.Context(), `INSERT INTO inbox (id) VALUES ('x')`),
		} {
			if (err == nil) != (name == "nil") || store.Passing(err) {
				t.Errorf("%s passes: %v", name, err)
			}
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	late := open(t, ":memory:").Check(ctx)
	cluster := storetest.New(t)
	away := open(t, cluster.Database(t))
	cluster.Stop(t)
	busy := open(t, filepath.Join(t.TempDir(), "bot.db"))
	for name, err := range map[string]error{"too late": late, "away": away.Check(t.Context()), "busy": held(t, busy)} {
		if !store.Passing(fmt.Errorf("do something: %w", err)) {
			t.Errorf("%s does not pass: %v", name, err)
		}
	}
}

// held is what a write meets while another one does not end.
func held(t *testing.T, s *store.Store) error {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	goOn := s.Occupy(t)
	defer goOn()
	return s.Check(ctx)
}

// A try that does not count leaves no trace in the number of tries.
func TestAgain(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		accept(t, s, item("C1", "a", 1))
		for range 3 {
			h := take(t, s, "p1", hour)
			if it := next(t, s, h, "", "a"); it.Tries != 1 {
				t.Errorf("%d tries", it.Tries)
			}
			must(t, s.Again(t.Context(), h, "a", 0, errors.New("the store was away")))
		}
		h := take(t, s, "p1", hour)
		next(t, s, h, "", "a")
		must(t, s.Later(t.Context(), h, "a", 0, errors.New("not now")))
		if it := next(t, s, take(t, s, "p1", hour), "", "a"); it.Tries != 2 || it.Error != "not now" {
			t.Errorf("%+v", it)
		}
	})
}

// Of two hosts the first falls silent, and the second takes over: what is written within the time
// that Slack leaves finds it.
func TestPostgresSilentHost(t *testing.T) {
	t.Parallel()
	first := storetest.New(t)
	second := first.Standby(t)
	address := func(c *storetest.Cluster) string { return fmt.Sprint("127.0.0.1:", c.Port()) }
	s := open(t, strings.Replace(first.Database(t), address(first), address(first)+","+address(second), 1)+"&target_session_attrs=read-write")
	defer first.Freeze(t)()
	second.Promote(t)
	for since := time.Now(); ; {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		_, err := s.Accept(ctx, []store.Item{item("C1", "a", 1)})
		cancel()
		if err == nil {
			return
		}
		if time.Since(since) > time.Minute {
			t.Fatal(err)
		}
	}
}
