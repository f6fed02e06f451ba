package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

const (
	postEvery = 1100 * time.Millisecond // a little more than the second that Slack asks for, in each channel

	// blindAfter is how long a thread that may hold our answer is asked for in vain before the
	// answer is posted all the same: rather twice than never.
	blindAfter = 10 * time.Minute
)

// postOnce posts the answer to a message and returns its time stamp. However often it is
// called, in whichever process, there is one such answer: it is written down before it is
// posted, and who finds it written down and not posted looks into the thread first.
func (b *Bot) postOnce(ctx context.Context, m Message, r Reply) (ts string, err error) {
	limit := store.Limit{Workspace: m.Key.Workspace, Method: "chat.postMessage", Channel: m.Key.Channel}
	for {
		if err := b.turn(ctx, limit, b.options.PostEvery); err != nil {
			return "", err
		}
		if gone, err := b.store.Known(ctx, m.Key.Workspace, goneID(m.Key)); err != nil {
			return "", err
		} else if gone {
			return "", errParentGone
		}
		e, err := b.store.Begin(ctx, m.held, m.Key, kindReply)
		if err != nil || e.TS != "" {
			return e.TS, err
		}
		if e.Begun {
			if ts, err = b.alreadyThere(ctx, m); err != nil || ts != "" {
				return ts, err
			}
		}
		ts, err = b.desk.post(ctx, m, kindReply, r)
		if err == nil {
			return ts, b.store.Posted(ctx, m.Key, kindReply, ts)
		}
		limited, isLimit := errors.AsType[*slack.RateLimitedError](err)
		if !isLimit && troubleOf(err) == passing && !errors.Is(err, errParentGone) {
			return "", err // it may be there
		}
		if err := b.store.Unposted(ctx, m.Key, kindReply); err != nil {
			return "", err
		}
		if !isLimit {
			return "", err
		}
		if err := b.store.Refused(ctx, limit, limited.RetryAfter); err != nil {
			return "", err
		}
	}
}

// alreadyThere looks for an answer that an earlier try may have posted. "" says that it is not
// there, or that it cannot be told and has been waited for long enough.
func (b *Bot) alreadyThere(ctx context.Context, m Message) (ts string, err error) {
	there, err := b.desk.answers(ctx, m.Key.Channel, m.Thread(), m.Key.TS)
	switch {
	case err == nil && there[m.Key.TS] != "":
		return there[m.Key.TS], b.store.Posted(ctx, m.Key, kindReply, there[m.Key.TS])
	case err == nil:
		return "", nil
	case troubleOf(err) != passing || time.Since(m.taken) > blindAfter:
		b.log.Warn("cannot see whether it was answered; answering", "message", m.Key, "err", err)
		return "", nil
	}
	return "", fmt.Errorf("look for an earlier answer: %w", err)
}

// longTurn is how long a turn is waited for at most; a lane with a later one makes room.
const longTurn = 3 * time.Second

// turn waits for the next call under a limit that all processes share. A turn that is far off
// is an error that says when to come again.
func (b *Bot) turn(ctx context.Context, l store.Limit, every time.Duration) error {
	wait, err := b.store.Turn(ctx, l, every)
	if err != nil || wait == 0 {
		return err
	}
	if wait > longTurn {
		return &slack.RateLimitedError{RetryAfter: wait}
	}
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
