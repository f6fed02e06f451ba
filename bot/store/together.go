package store

import (
	"context"
	"database/sql"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// together runs changes that come at the same time in one transaction. SQLite lets one writer
// in after the other, each of which waits for the disk; so all wait for it once. What comes
// while a transaction is under way is part of the next, so that nobody waits for more than
// two, however many others write.
type together struct {
	db *sql.DB

	mu      sync.Mutex
	running bool
	waiting []*change
}

// change is a part of a transaction that somebody waits for.
type change struct {
	ctx   context.Context
	do    func(context.Context, *sql.Tx) error
	state changeState
	ended chan error
}

type changeState int

const (
	waits changeState = iota
	runs              // do may be running at this moment
	left              // nobody waits for it any more: it must not begin
)

// run has a change made, and returns when it was kept, or why it was not. When ctx ends before
// the change has begun, it is not made.
func (g *together) run(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	c := &change{ctx: ctx, do: do, ended: make(chan error, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, c)
	if !g.running {
		g.running = true
		go g.work()
	}
	g.mu.Unlock()
	select {
	case err := <-c.ended:
		return raised(err)
	case <-ctx.Done():
	}
	g.mu.Lock()
	begun := c.state == runs
	if !begun {
		c.state = left
	}
	g.mu.Unlock()
	if begun {
		return raised(<-c.ended)
	}
	return ctx.Err()
}

// Panic is a panic in a change, which is raised again where somebody waits for the change.
type Panic struct {
	Value any
	Stack []byte // of where it was raised first
}

func (p *Panic) Error() string { return fmt.Sprintf("panic in a change: %T", p.Value) }

func raised(err error) error {
	if p, ok := err.(*Panic); ok {
		panic(p)
	}
	return err
}

// work makes changes until none waits.
func (g *together) work() {
	for {
		g.mu.Lock()
		batch := g.waiting
		g.waiting, g.running = nil, len(batch) > 0
		g.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		g.make(batch)
	}
}

// make makes changes in one transaction. One that fails has its own then, after the others; when
// the transaction itself fails, each has its own.
func (g *together) make(batch []*change) {
	failed, err := g.once(batch)
	switch {
	case err == nil || len(batch) == 1:
		for _, c := range batch {
			c.ended <- err
		}
	case failed < len(batch):
		g.make(slices.Concat(batch[:failed], batch[failed+1:]))
		g.make(batch[failed : failed+1])
	default:
		for _, c := range batch {
			g.make([]*change{c})
		}
	}
}

// once makes them once, and says which of them failed; none did where that is their number. A panic
// in it is its error, for those who wait for the changes.
func (g *together) once(batch []*change) (failed int, err error) {
	failed = len(batch)
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{p, debug.Stack()}
		}
	}()
	tx, err := g.db.BeginTx(context.Background(), nil) // it ends with the last change, not with one's context
	if err != nil {
		return failed, err
	}
	defer tx.Rollback() // nothing once it was committed
	for i, c := range batch {
		if !g.begin(c) {
			continue
		}
		failed = i // until it has not
		if err := c.do(c.ctx, tx); err != nil {
			return failed, err
		}
		failed = len(batch)
	}
	return failed, tx.Commit()
}

// begin says whether somebody still waits for a change.
func (g *together) begin(c *change) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.state == waits {
		c.state = runs
	}
	return c.state == runs
}
