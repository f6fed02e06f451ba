package bot

import (
	"context"
	"sync"
)

// lanes runs jobs: those of one key one after the other, in the order they came,
// those of different keys side by side. A lane costs nothing while it is empty.
type lanes struct {
	limit int // jobs waiting or running at most, all lanes together
	slots chan struct{}

	mu      sync.Mutex
	waiting map[string][]func(context.Context)
	count   int
	idle    sync.WaitGroup
}

// newLanes runs at most workers jobs at once and holds at most limit.
func newLanes(workers, limit int) *lanes {
	return &lanes{limit: limit, slots: make(chan struct{}, workers), waiting: map[string][]func(context.Context){}}
}

// put takes a job for a lane. It never blocks; false means that the lanes are full
// and the job was not taken.
func (l *lanes) put(ctx context.Context, key string, job func(context.Context)) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count >= l.limit {
		return false
	}
	l.count++
	queue, busy := l.waiting[key]
	l.waiting[key] = append(queue, job)
	if !busy {
		l.idle.Add(1)
		go l.run(ctx, key)
	}
	return true
}

// run works through one lane until it is empty.
func (l *lanes) run(ctx context.Context, key string) {
	defer l.idle.Done()
	for {
		l.mu.Lock()
		queue := l.waiting[key]
		if len(queue) == 0 {
			delete(l.waiting, key)
			l.mu.Unlock()
			return
		}
		job := queue[0]
		l.waiting[key] = queue[1:]
		l.mu.Unlock()

		l.slots <- struct{}{}
		job(ctx)
		<-l.slots

		l.mu.Lock()
		l.count--
		l.mu.Unlock()
	}
}

// drain waits until every lane is empty or ctx ends.
func (l *lanes) drain(ctx context.Context) error {
	done := make(chan struct{})
	go func() { l.idle.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
