package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"
)

// delivery is one thing Slack sent, whichever way it came: the payload of a Socket Mode
// envelope, or the same taken out of an HTTP request.
type delivery struct {
	kind    string // "events_api", "slash_commands" or "interactive"
	payload json.RawMessage
}

// take puts a delivery in its lane and returns at once, so that Slack has its
// acknowledgement long before the work is done. False means that the bot is full and the
// delivery must not be acknowledged: Slack sends it again.
func (b *Bot) take(ctx context.Context, d delivery) bool {
	switch d.kind {
	case "events_api":
		m, why := messageFrom(d.payload, *b.self.Load())
		if why != "" {
			b.told(m, why, nil, 0)
			return true
		}
		return b.lanes.put(ctx, m.Key.Channel, func(ctx context.Context) {
			start := time.Now()
			var why Reason
			err := b.guarded(ctx, func(ctx context.Context) (err error) {
				why, err = b.handle(ctx, m)
				return err
			})
			b.told(m, why, err, time.Since(start))
		})
	case "slash_commands":
		c := commandFrom(d.payload)
		return b.lanes.put(ctx, c.user, b.logged("command", c.user, func(ctx context.Context) error { return b.command(ctx, c) }))
	case "interactive":
		c := clickFrom(d.payload)
		return b.lanes.put(ctx, c.lane(), b.logged("click", c.user, func(ctx context.Context) error { return b.click(ctx, c) }))
	}
	return true
}

// logged is a job that says in the log how it went.
func (b *Bot) logged(what, user string, job func(context.Context) error) func(context.Context) {
	return func(ctx context.Context) {
		start := time.Now()
		if err := b.guarded(ctx, job); err != nil {
			b.log.Error(what+" failed", "user", user, "err", err, "took", time.Since(start))
			return
		}
		b.log.Info(what, "user", user, "took", time.Since(start))
	}
}

// guarded runs a job to its end: the shutdown of the program does not cut it off, its own
// limit does, and a panic in it is an error of that job alone.
func (b *Bot) guarded(ctx context.Context, job func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), workLimit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return job(ctx)
}

// told writes the one line that the log holds of each message. What is no message at all
// is not worth a line.
func (b *Bot) told(m Message, why Reason, err error, took time.Duration) {
	defer b.options.Told(m, why, err)
	log := b.log.With("team", m.Key.Workspace.Team, "channel", m.Key.Channel, "ts", m.Key.TS, "took", took)
	if err != nil {
		log.Error("message failed", "reason", why, "err", err)
		return
	}
	if why == Other {
		return
	}
	log.Info("message", "reason", why)
}
