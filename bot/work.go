package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"incidentlib/bot/store"
)

const (
	workers    = 32                     // lanes worked on at once; most of their time they wait for Slack
	spare      = 8                      // beside them for lanes that a person waits for: alerts never have all hands
	lease      = 6 * time.Second        // after it, the work of a process that is gone is taken over
	lookEvery  = time.Second            // for work that other processes left, and for what they changed
	workLimit  = 5 * time.Minute        // for one try
	drainTime  = 20 * time.Second       // for the lanes in hand when the bot ends
	leaveTime  = 2 * time.Second        // to give back what is not done by then
	firstPause = 500 * time.Millisecond // before the second try; later ones double it
	lastPause  = 15 * time.Second
)

// work is the room where items are worked on. Items of one lane are done one after the other,
// whichever process does them; lanes are done side by side.
type work struct {
	store *store.Store
	log   *slog.Logger
	by    string
	do    func(context.Context, store.Hold, store.Item) error // does one item
	after func(store.Item, error) verdict                     // says what becomes of one that failed
	idle  func(context.Context)                               // is called every now and then
	wrong func(doing string, err error)                       // hears of trouble with the store
	slots chan struct{}
	wake  chan struct{}
	lanes sync.WaitGroup
	ends  atomic.Bool // nothing is waited for any more
}

// verdict says what becomes of an item that failed.
type verdict struct {
	bury      bool
	pause     time.Duration // before the next try
	uncounted bool          // this one does not count
}

func newWork(st *store.Store, log *slog.Logger, by string) *work {
	return &work{store: st, log: log, by: by, slots: make(chan struct{}, workers+spare), wake: make(chan struct{}, 1)}
}

// nudge says that there may be work.
func (w *work) nudge() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run works until ctx ends, then takes what has just arrived, finishes the lanes in hand for up
// to 20 seconds and gives back what is left.
func (w *work) run(ctx context.Context) {
	jobs, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	var looking sync.WaitGroup
	looking.Go(func() { w.lookAround(ctx) })
	defer looking.Wait()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		w.start(jobs)
		select {
		case <-ctx.Done():
			w.ends.Store(true)
			w.start(jobs) // what was taken a moment ago
			w.leave(cut)
			return
		case <-w.wake:
		case <-look.C: // for what other processes left
		}
	}
}

// lookAround calls idle now and then until ctx ends: beside the taking of work, for it may have
// much to do.
func (w *work) lookAround(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			Safely(w.log, "look around", func() error { w.idle(ctx); return nil })
		}
	}
}

// start takes as many lanes as there are free hands, the last of them for people alone.
func (w *work) start(jobs context.Context) {
	take, free := w.store.Take, workers-len(w.slots)
	if free <= 0 {
		take, free = w.store.TakePerson, cap(w.slots)-len(w.slots)
	}
	if free == 0 {
		return // a lane that ends nudges
	}
	var holds []store.Hold
	err := Safely(w.log, "take work", func() (err error) { holds, err = take(jobs, w.by, free, lease); return err })
	if err != nil {
		w.trouble("take work", err)
		return
	}
	for _, h := range holds {
		w.slots <- struct{}{}
		w.lanes.Go(func() {
			Safely(w.log, "work through a lane", func() error { w.lane(jobs, h); return nil })
			<-w.slots
			w.nudge()
		})
	}
}

// lane works through a lane until it is empty, put off, lost, or cut off.
func (w *work) lane(jobs context.Context, h store.Hold) {
	jobs, stop := context.WithCancel(jobs)
	defer stop()
	held := make(chan struct{})
	defer func() { stop(); <-held }()
	go func() {
		defer close(held)
		Safely(w.log, "hold a lane", func() error { w.hold(jobs, stop, h); return nil })
	}()
	done := ""
	for {
		var it store.Item
		var ok bool
		err := w.steadily(jobs, "go on", func() (err error) { it, ok, err = w.store.Next(jobs, h, done); return err })
		if err != nil || !ok {
			return
		}
		failed := w.do(jobs, h, it)
		done = it.ID
		switch {
		case errors.Is(failed, store.ErrLost), jobs.Err() != nil && failed != nil:
			return // somebody else does it, or does it again
		case failed != nil:
			v := w.after(it, failed)
			if !v.bury {
				later := w.store.Later
				if v.uncounted {
					later = w.store.Again
				}
				w.steadily(jobs, "put off", func() error { return later(jobs, h, it.ID, v.pause, failed) })
				return
			}
			w.steadily(jobs, "bury", func() error { return w.store.Bury(jobs, h, it.ID, failed) })
			done = ""
		}
	}
}

// steadily makes a call of the store again and again while the store is away: the lane is still
// held then, and goes on when it is back.
func (w *work) steadily(ctx context.Context, doing string, call func() error) error {
	for {
		err := call()
		w.trouble(doing, err)
		if !store.Passing(err) || w.ends.Load() {
			return err
		}
		select {
		case <-time.After(pauseAfter(1)):
		case <-ctx.Done():
			return err
		}
	}
}

// hold renews a hold until ctx ends. When it is lost, the work on it ends too.
func (w *work) hold(ctx context.Context, stop func(), h store.Hold) {
	again := time.NewTicker(lease / 4)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if err := w.store.Renew(ctx, h, lease); errors.Is(err, store.ErrLost) {
				stop()
				return
			}
		}
	}
}

func (w *work) trouble(doing string, err error) {
	if err != nil && !errors.Is(err, store.ErrLost) && !errors.Is(err, context.Canceled) {
		w.wrong(doing, err)
	}
}

// leave waits for the lanes in hand, cuts off what takes too long, and gives all back.
func (w *work) leave(cut func()) {
	done := make(chan struct{})
	go func() { w.lanes.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(drainTime):
		cut()
		select {
		case <-done:
		case <-time.After(leaveTime):
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	w.trouble("give back", w.store.Release(ctx, w.by))
}

// pauseAfter is how long to wait after so many tries: twice as long each time, and never the
// same for many that failed together.
func pauseAfter(tries int) time.Duration {
	pause := firstPause << min(max(tries-1, 0), 10)
	pause = min(pause, lastPause)
	return pause/2 + rand.N(pause/2)
}
