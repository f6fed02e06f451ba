package bot

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// state is what the bot knows of its own health.
type state struct {
	connected atomic.Bool
	ending    atomic.Bool
	refusal   atomic.Pointer[string] // why Slack will not have the bot; nil while it does

	mu      sync.Mutex
	checked time.Time // when the store was last looked at
	store   error
}

// checkEvery is for how long a look at the store counts.
const checkEvery = time.Second

// Trouble says why the bot can do no work at this moment, nil when it can: it is connected to
// Slack (in HTTP mode, it knows who it is there), and its state can be written to.
func (b *Bot) Trouble(ctx context.Context) error {
	switch told := b.state.refusal.Load(); {
	case b.state.ending.Load():
		return fmt.Errorf("shutting down")
	case told != nil:
		return fmt.Errorf("%s", *told)
	case !b.state.connected.Load():
		return fmt.Errorf("not connected to Slack")
	}
	b.state.mu.Lock()
	defer b.state.mu.Unlock()
	if time.Since(b.state.checked) > checkEvery {
		ctx, cancel := context.WithTimeout(ctx, keepLimit)
		defer cancel()
		b.state.store, b.state.checked = b.store.Check(ctx), time.Now()
	}
	if b.state.store != nil {
		return fmt.Errorf("the state cannot be written: %w", b.state.store)
	}
	return nil
}

// working runs receive between the start and the end of the rooms behind it: what receive took
// is written and, as far as time allows, worked on before working returns.
func (b *Bot) working(ctx context.Context, receive func(context.Context) error) error {
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	keeping, full := context.WithCancel(context.WithoutCancel(ctx))
	var rooms, desk sync.WaitGroup
	desk.Go(func() { b.inbox.run(keeping) })
	rooms.Go(func() { b.work.run(working) })
	err := receive(ctx)
	b.state.connected.Store(false)
	b.state.ending.Store(true)
	full()
	desk.Wait()
	stop()
	rooms.Wait()
	b.owners.close()
	return err
}

// RunHTTP works on what Handler receives until ctx ends. It returns an error only when Slack
// will not have the bot; an outage at the start is waited out.
func (b *Bot) RunHTTP(ctx context.Context) error {
	return b.working(ctx, func(ctx context.Context) error {
		if err := b.meet(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		b.state.connected.Store(true)
		<-ctx.Done()
		return nil
	})
}

// look is called now and then: for what other processes changed.
func (b *Bot) look(ctx context.Context) {
	changes, err := b.store.Changes(ctx)
	if err != nil {
		b.wrong("look for changes", err)
		return
	}
	b.changed(changes)
	if now := time.Now(); now.Sub(b.looked) > dueEvery {
		b.looked = now
		if err := b.dueDigests(ctx, now); err != nil {
			b.wrong("look for digests", err)
		}
		if err := b.endMutes(ctx); err != nil {
			b.wrong("look for mutes that are over", err)
		}
	}
}

// changed drops from memory what has changed since; counts are those of store.Changes.
func (b *Bot) changed(counts map[string]int64) {
	for what, n := range counts {
		if before, _ := b.known.Swap(what, n); before == n {
			continue
		}
		switch what {
		case "votes":
			b.heard.clear()
		case "cases":
			b.owners.forgetAll()
		case "settings":
			b.channels.clear()
		}
	}
}

func (b *Bot) wrong(doing string, err error) {
	b.log.Error("trouble with the state", "doing", doing, "err", err)
}

// thisProcess names this process among all that share a state, now and later.
func thisProcess() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%.40s/%d/%s", host, os.Getpid(), rand.Text()[:8])
}
