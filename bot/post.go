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

	// blindAfter is how long we look in vain for a message that may be there before it is posted
	// all the same: rather twice than never.
	blindAfter = 10 * time.Minute
)

// A letter is one message of ours on its way to Slack. There is at most one of its kind for
// what it answers.
type letter struct {
	to     store.MessageKey // the message it answers; of one that answers none, the TS says what it is
	kind   string
	thread string     // the thread it belongs in; "" is the channel itself
	held   store.Hold // the lane in which it is written
	taken  time.Time  // since when it is to be written
	sendBy time.Time  // later it must not be sent, for the lane may be another's by then; zero is whenever
}

// postOnce posts the answer to a message and returns its time stamp.
func (b *Bot) postOnce(ctx context.Context, m Message, r Reply) (ts string, err error) {
	return b.publish(ctx, letter{to: m.Key, kind: kindReply, thread: m.Thread(), held: m.held, taken: m.taken}, r)
}

// publish posts a message and returns its time stamp. However often it is called for a letter,
// in whichever process, there is one such message: it is written down before it is posted, and
// who finds it written down and not posted looks in Slack first.
func (b *Bot) publish(ctx context.Context, l letter, r Reply) (ts string, err error) {
	limit := store.Limit{Workspace: l.to.Workspace, Method: "chat.postMessage", Channel: l.to.Channel}
	for {
		if err := b.turn(ctx, limit, b.options.PostEvery); err != nil {
			return "", err
		}
		if gone, err := b.store.Known(ctx, l.to.Workspace, goneID(l.to)); err != nil {
			return "", err
		} else if gone {
			return "", errParentGone
		}
		l.sendBy = time.Now().Add(lease / 2)
		e, err := b.store.Begin(ctx, l.held, l.to, l.kind)
		if err != nil || e.TS != "" {
			return e.TS, err
		}
		if e.Begun {
			if ts, err = b.alreadyThere(ctx, l); err != nil || ts != "" {
				return ts, err
			}
			l.sendBy = time.Now().Add(lease / 2)
			if err := b.store.Renew(ctx, l.held, lease); err != nil {
				return "", err
			}
		}
		ts, err = b.desk.post(ctx, l, r)
		if errors.Is(err, errTooLate) {
			continue // this process stood still; another may have posted it
		}
		if err == nil {
			return ts, b.store.Posted(ctx, l.to, l.kind, ts)
		}
		limited, isLimit := errors.AsType[*slack.RateLimitedError](err)
		if !isLimit && !troubleOf(err).no() && !errors.Is(err, errParentGone) {
			return "", err // it may be there
		}
		if err := b.store.Unposted(ctx, l.to, l.kind); err != nil {
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

// alreadyThere looks for a message that an earlier try may have posted. "" says that it is not
// there, or that it cannot be told and has been waited for long enough.
func (b *Bot) alreadyThere(ctx context.Context, l letter) (ts string, err error) {
	there, err := b.desk.written(ctx, l)
	switch {
	case err == nil && there != "":
		return there, b.store.Posted(ctx, l.to, l.kind, there)
	case err == nil:
		return "", nil
	case troubleOf(err).no() || time.Since(l.taken) > blindAfter:
		b.log.Warn("cannot see whether it was posted; posting", "to", l.to, "kind", l.kind, "err", err)
		return "", nil
	}
	return "", fmt.Errorf("look for an earlier post: %w", err)
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
