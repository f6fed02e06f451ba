package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// numbered is item i of a ledger test: the i/lanes-th of lane i%lanes.
func numbered(i, lanes int) store.Item {
	return item(fmt.Sprint("C", i%lanes), fmt.Sprint(i), i)
}

// taker works through lanes until there is nothing to do. done is told of an item once the
// store has taken its end.
type taker struct {
	s     *store.Store
	by    string
	lease time.Duration
	stall func() time.Duration // before the end of an item
	done  func(id string)
}

func (k taker) run(ctx context.Context, t *testing.T, hands int) {
	var wg sync.WaitGroup
	for range hands {
		wg.Go(func() {
			for ctx.Err() == nil {
				holds, err := k.s.Take(ctx, k.by, 2, k.lease)
				if err != nil && ctx.Err() == nil {
					t.Error(err)
					return
				}
				for _, h := range holds {
					if err := k.lane(ctx, h); err != nil && !errors.Is(err, store.ErrLost) && ctx.Err() == nil {
						t.Error(err)
						return
					}
				}
				if len(holds) == 0 {
					time.Sleep(2 * time.Millisecond)
				}
			}
		})
	}
	wg.Wait()
}

func (k taker) lane(ctx context.Context, h store.Hold) error {
	done := ""
	for {
		it, ok, err := k.s.Next(ctx, h, done)
		if err != nil {
			return err
		}
		if done != "" {
			k.done(done)
		}
		if !ok {
			return nil
		}
		time.Sleep(k.stall())
		done = it.ID
	}
}

// Several processes accept all the same items several times and work on them, losing holds all
// the time: each item is done once, in the order of its lane, and none is left behind.
func TestLedger(t *testing.T) {
	t.Parallel()
	const items, lanes, processes = 2000, 50, 3
	dsn := storetest.Postgres(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var mu sync.Mutex
	done := map[string]int{}
	var takers, givers sync.WaitGroup
	for p := range processes {
		s := open(t, dsn)
		k := taker{
			s: s, by: fmt.Sprint("p", p), lease: 100 * time.Millisecond,
			stall: func() time.Duration {
				if rand.IntN(100) == 0 {
					return 200 * time.Millisecond // the hold runs out
				}
				return 0
			},
			done: func(id string) {
				mu.Lock()
				defer mu.Unlock()
				done[id]++
			},
		}
		takers.Go(func() { k.run(ctx, t, 4) })
		for range 3 {
			givers.Go(func() { giveAll(ctx, t, s, lanes, items) })
		}
	}
	givers.Wait()
	settled(t, open(t, dsn))
	stop()
	takers.Wait()
	for i := range items {
		// The answer to the one that ended it may have been cut off by the end of the test.
		if n := done[fmt.Sprint(i)]; n > 1 || n == 0 && i < items-lanes {
			t.Errorf("item %d was done %d times", i, n)
		}
	}
	early := lines(t, pg(t, dsn), `
		SELECT a.id || ' before ' || b.id FROM inbox a JOIN inbox b ON a.lane = b.lane AND a.seq > b.seq AND a.ended_at < b.ended_at`)
	if len(early) > 0 {
		t.Errorf("out of order: %q", early)
	}
}

// giveAll accepts all items in batches, each batch in some order. Batches of a lane come in
// order, as from Slack.
func giveAll(ctx context.Context, t *testing.T, s *store.Store, lanes, items int) {
	for i := 0; i < items; {
		n := min(1+rand.IntN(2*lanes), items-i)
		batch := make([]store.Item, n)
		for at, to := range rand.Perm(n) {
			batch[to] = numbered(i+at, lanes)
		}
		if _, err := s.Accept(ctx, batch); err != nil {
			t.Error(err)
			return
		}
		i += n
	}
}

// settled waits until nothing waits, for as long as something is done every minute.
func settled(t *testing.T, s *store.Store) {
	t.Helper()
	last, since := 0, time.Now()
	for ; ; time.Sleep(5 * time.Millisecond) {
		load, err := s.Load(t.Context())
		must(t, err)
		if load.Waiting == 0 {
			return
		}
		if load.Waiting != last {
			last, since = load.Waiting, time.Now()
		}
		if time.Since(since) > time.Minute {
			t.Fatalf("left behind: %+v", load)
		}
	}
}

// worker is a process that works until it is killed. It writes down what it did before it says
// so to the store, as it would post to Slack.
func worker(t *testing.T, place string) {
	s := open(t, place)
	var out sync.Mutex
	k := taker{s: s, by: fmt.Sprint(os.Getpid()), lease: 300 * time.Millisecond, done: func(string) {}}
	var wg sync.WaitGroup
	fmt.Println("ready")
	for range 4 {
		wg.Go(func() {
			for {
				holds, err := s.Take(t.Context(), k.by, 2, k.lease)
				must(t, err)
				for _, h := range holds {
					workLane(t, s, h, &out)
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
	wg.Wait()
}

// workLane does items with an effect each: it is begun, done unless it was done, and noted.
func workLane(t *testing.T, s *store.Store, h store.Hold, out *sync.Mutex) {
	for done := ""; ; {
		it, ok, err := s.Next(t.Context(), h, done)
		if !ok || err != nil {
			return
		}
		e, err := s.Begin(t.Context(), h, message(it.ID), "reply")
		if err != nil {
			return
		}
		if e.TS == "" {
			out.Lock()
			fmt.Printf("did %s %s begun %v\n", h.Lane, it.ID, e.Begun)
			out.Unlock()
			if err := s.Posted(t.Context(), message(it.ID), "reply", "1"); err != nil {
				return
			}
		}
		done = it.ID
	}
}

// The same with processes of their own, which are killed again and again. What a killed process
// has done and could not note is done again, but knowingly: the next one finds it begun.
func TestKilled(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"file", "PostgreSQL"} {
		t.Run(name, func(t *testing.T) { testKilled(t, places[name](t), 600) })
	}
}

func testKilled(t *testing.T, place string, items int) {
	const processes, lanes = 2, 20
	s := open(t, place)
	stop := make(chan struct{})
	var mu sync.Mutex
	did := map[string][]string{} // for each lane, in the order in which it reached us
	var all sync.WaitGroup
	for range processes {
		all.Go(func() {
			for {
				o := begin(t, "work", place)
				o.says(t) // that it begins
				var reader sync.WaitGroup
				reader.Go(func() { collect(o.out, &mu, did) })
				select {
				case <-stop:
				case <-time.After(time.Duration(100+rand.IntN(300)) * time.Millisecond):
				}
				o.Process.Kill()
				reader.Wait()
				o.Wait()
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	end := sync.OnceFunc(func() { close(stop); all.Wait() })
	defer end()
	giveAll(t.Context(), t, s, lanes, items)
	settled(t, s)
	end()
	kills := 0
	for i := range items {
		it := numbered(i, lanes)
		unknowing, times := 0, 0
		for _, line := range did[it.Lane] {
			if strings.HasPrefix(line, it.ID+" ") {
				times++
				if strings.HasSuffix(line, "false") {
					unknowing++
				} else {
					kills++
				}
			}
		}
		if unknowing > 1 || times == 0 {
			t.Errorf("item %s was done %d times, %d without knowing: %q", it.ID, times, unknowing, did[it.Lane])
		}
	}
	for i := range items {
		it := numbered(i, lanes)
		if known, err := s.Known(t.Context(), t1, it.ID); !known || err != nil {
			t.Errorf("item %s is not known: %v", it.ID, err)
		}
	}
	t.Logf("%d done again after a kill", kills)
}

// collect gathers what a worker says it did.
func collect(out *bufio.Reader, mu *sync.Mutex, did map[string][]string) {
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			io.Copy(io.Discard, out)
			return
		}
		if rest, ok := strings.CutPrefix(line, "did "); ok {
			lane, what, _ := strings.Cut(strings.TrimSpace(rest), " ")
			mu.Lock()
			did[lane] = append(did[lane], what)
			mu.Unlock()
		}
	}
}

// What arrives at the moment in which its lane runs empty is not left behind.
func TestArrivalAtTheEnd(t *testing.T) {
	t.Parallel()
	shared(t, func(t *testing.T, name string) {
		const lanes = 60
		giver, worker := open(t, name), open(t, name)
		for i := range lanes {
			lane := fmt.Sprint("C", i)
			accept(t, giver, item(lane, lane+" first", 1))
			h := take(t, worker, "p1", hour)
			next(t, worker, h, "", lane+" first")
			var arrival sync.WaitGroup
			arrival.Go(func() {
				if _, err := giver.Accept(t.Context(), []store.Item{item(lane, lane+" last", 2)}); err != nil {
					t.Error(err)
				}
			})
			time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
			it, ok, err := worker.Next(t.Context(), h, lane+" first")
			must(t, err)
			arrival.Wait()
			if !ok {
				h = take(t, worker, "p1", hour)
				it = next(t, worker, h, "", lane+" last")
			}
			next(t, worker, h, it.ID, "")
		}
	})
}
