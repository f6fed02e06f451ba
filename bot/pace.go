package bot

import (
	"context"
	"sync"
	"time"
)

// pace slows posting to a channel down once Slack has refused a post there for coming too
// soon. Slack takes bursts and then about one a second; who keeps trying at once is refused
// every other time. Channels without trouble are not slowed.
type pace struct {
	mu   sync.Mutex
	next map[string]time.Time // by channel: when it may be posted to again
}

const (
	postEvery = 1100 * time.Millisecond // a little more than Slack's second
	slowFor   = time.Minute             // after the last post that had to wait
)

// refused notes that Slack wants no post in the channel for a while.
func (p *pace) refused(channel string, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == nil {
		p.next = map[string]time.Time{}
	}
	p.next[channel] = time.Now().Add(wait)
}

// wait waits for the channel's turn.
func (p *pace) wait(ctx context.Context, channel string) error {
	p.mu.Lock()
	now := time.Now()
	turn, slow := p.next[channel]
	switch {
	case slow && now.Sub(turn) > slowFor:
		delete(p.next, channel)
	case slow:
		if turn.Before(now) {
			turn = now
		}
		p.next[channel] = turn.Add(postEvery)
	}
	p.mu.Unlock()
	select {
	case <-time.After(turn.Sub(now)): // at once when the turn has come
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
