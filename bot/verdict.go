package bot

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// mostTries is how often an item is tried that fails for a reason which will not pass.
const mostTries = 5

// How long an item is tried whose failure may pass. A person does not wait that long for the
// answer to a command, and after half an hour Slack takes it no more.
const (
	keepTrying  = 24 * time.Hour
	asksLong    = 15 * time.Minute
	longestWait = 10 * time.Second // for a store that refuses to be written to
	ownedAgain  = time.Minute      // between two tries where the app was removed or its token revoked
)

// after says what becomes of an item that failed, and logs it.
func (b *Bot) after(it store.Item, err error) verdict {
	v := b.verdictOn(it, err)
	Safely(b.log, "tell of what failed", func() error { b.failed(it, v, err); return nil })
	return v
}

func (b *Bot) failed(it store.Item, v verdict, err error) {
	switch {
	case !v.bury:
		b.log.Warn("to be tried again", "item", it.ID, "tries", it.Tries, "in", v.pause, "err", err)
	case it.Kind == "events_api" && !errors.Is(err, errPanic): // which reading it may do again
		m, _ := messageFrom(eventFrom(json.RawMessage(it.Payload)), *b.self.Load())
		b.told(m, "", err, time.Since(it.AcceptedAt))
	default:
		b.log.Error("given up", "item", it.ID, "tries", it.Tries, "err", err)
	}
}

func (b *Bot) verdictOn(it store.Item, err error) verdict {
	v := verdict{pause: pauseAfter(it.Tries)}
	if ofStore(err) { // the item is not to blame: it is done as soon as the store is back
		v.pause, v.uncounted = max(pauseAfter(1), min(time.Since(it.AcceptedAt)/20, longestWait)), true
	}
	if limited, ok := errors.AsType[*slack.RateLimitedError](err); ok {
		v.pause = limited.RetryAfter
	}
	long := keepTrying
	if it.Kind == "slash_commands" || it.Kind == "interactive" {
		long = asksLong
	}
	switch kind := troubleOf(err); {
	case time.Since(it.AcceptedAt) > long, errors.Is(err, errUnknown):
		v.bury = true
	case kind == disowned:
		b.lost(it.Workspace, err)
		v.pause = ownedAgain
	case kind != passing:
		v.bury = it.Tries >= mostTries
	}
	return v
}
