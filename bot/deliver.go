package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"incidentlib/bot/store"
)

// delivery is one thing Slack sent, whichever way it came: the payload of a Socket Mode
// envelope, or the same taken out of an HTTP request.
type delivery struct {
	kind    string // "events_api", "slash_commands" or "interactive"
	payload json.RawMessage
}

// kindEdit is the kind of item by which the bot asks itself to bring a reply up to date.
const kindEdit = "edit"

// take keeps a delivery, so that it will be worked on whatever happens, and calls answer once:
// with no error when Slack may be told that it has arrived, else with why Slack must send it
// again. reply is what Slack is told beside; nil is nothing. Where taking it panics Slack sends it
// again, and shows a person that it did not work.
func (b *Bot) take(d delivery, answer func(reply any, err error)) {
	err := Safely(b.log, "take a delivery", func() error { b.sort(d, answer); return nil })
	if err != nil {
		answer(nil, err)
	}
}

// sort has a delivery kept, unless it is answered at once or there is nothing to do.
func (b *Bot) sort(d delivery, answer func(reply any, err error)) {
	if d.kind == "interactive" {
		if f, ok := formFrom(d.payload); ok {
			if faults := b.faultsIn(f); len(faults) > 0 {
				answer(map[string]any{"response_action": "errors", "errors": faults}, nil)
				return
			}
		}
	}
	it, m, why := b.itemOf(d)
	if why != "" {
		b.told(m, why, nil, 0)
		answer(nil, nil)
		return
	}
	b.inbox.put(it, func(fresh bool, err error) {
		if err == nil && !fresh {
			b.told(m, Again, nil, 0)
		}
		answer(nil, err)
	})
}

// itemOf makes an item of a delivery; a Reason other than "" says why there is nothing to do.
// m is the message it is about, when it is about one.
func (b *Bot) itemOf(d delivery) (it store.Item, m Message, why Reason) {
	it = store.Item{Kind: d.kind, Payload: string(d.payload)}
	switch d.kind {
	case "events_api":
		e := eventFrom(d.payload)
		if it, ok := lifeItem(d.payload, e); ok {
			return it, m, ""
		}
		if m, why = messageFrom(e, *b.self.Load()); why != "" && why != Gone {
			return it, m, why
		}
		it.Workspace, it.Lane, it.ID = m.Key.Workspace, m.Key.Channel, m.id(why)
		if m.Key.Channel == "" || m.Key.TS == "" {
			return it, m, Other
		}
	case "slash_commands":
		c := commandFrom(d.payload)
		it.Workspace, it.Lane, it.ID = c.workspace, store.Person+c.user, "command/"+onceID(c.trigger, d.payload)
	case "interactive":
		if f, ok := formFrom(d.payload); ok {
			it.Workspace, it.Lane, it.ID = f.workspace, store.Person+f.user, "form/"+onceID(f.trigger, d.payload)
			break
		}
		c := clickFrom(d.payload)
		it.Workspace, it.Lane, it.ID = c.workspace, c.lane(), "click/"+onceID(c.trigger, d.payload)
	default:
		return it, m, Other
	}
	if err := it.Check(); err != nil { // sent again it would be the same
		b.log.Warn("cannot be taken", "kind", d.kind, "err", err)
		return it, m, Other
	}
	return it, m, ""
}

// onceID tells commands and clicks apart, so that a request that somebody sends again does
// nothing: by the trigger that Slack gives each, or else by all that is in it.
func onceID(trigger string, payload json.RawMessage) string {
	if trigger != "" {
		return trigger
	}
	sum := sha256.Sum256(payload)
	return hex.EncodeToString(sum[:])
}

// id is the same for every delivery of the same event, and for a message and the mention in
// it, which Slack tells of twice.
func (m Message) id(why Reason) string {
	switch {
	case why == Gone:
		return goneID(m.Key)
	case m.Edited:
		return m.Key.Channel + "/" + m.Key.TS + "/edit/" + m.EventTS
	}
	return m.Key.Channel + "/" + m.Key.TS
}

func goneID(key store.MessageKey) string { return key.Channel + "/" + key.TS + "/gone" }

// do works on one item. It may be called again for an item that an earlier try, here or in
// another process, did not bring to an end.
func (b *Bot) do(ctx context.Context, h store.Hold, it store.Item) error {
	ctx, cancel := context.WithTimeout(ctx, workLimit)
	defer cancel()
	return Safely(b.log, "an item of kind "+it.Kind, func() error { return b.doKind(ctx, h, it) })
}

func (b *Bot) doKind(ctx context.Context, h store.Hold, it store.Item) error {
	switch d := (delivery{it.Kind, json.RawMessage(it.Payload)}); it.Kind {
	case "events_api":
		return b.event(ctx, h, it)
	case "slash_commands":
		c := commandFrom(d.payload)
		c.at, c.id, c.retried = it.AcceptedAt, it.ID, it.Error != ""
		return b.logged(ctx, "command", c.user, func(ctx context.Context) error { return b.command(ctx, c) })
	case "interactive":
		if f, ok := formFrom(d.payload); ok {
			f.at = it.AcceptedAt
			return b.logged(ctx, "form", f.user, func(ctx context.Context) error { return b.submit(ctx, f) })
		}
		c := clickFrom(d.payload)
		c.at, c.id, c.held, c.retried = it.AcceptedAt, it.ID, h, it.Error != ""
		if c.sent.IsZero() {
			c.sent = c.at
		}
		return b.logged(ctx, "click", c.user, func(ctx context.Context) error { return b.click(ctx, c) })
	case kindGovern:
		return b.govern(ctx, h, it)
	case kindDigest:
		return b.digest(ctx, h, it)
	case kindEdit:
		return b.edit(ctx, it)
	}
	return fmt.Errorf("an item of kind %q: %w", it.Kind, errUnknown)
}

var errUnknown = errors.New("this program does not know what to do with it")

// event works on an event of Slack.
func (b *Bot) event(ctx context.Context, h store.Hold, it store.Item) error {
	e := eventFrom(json.RawMessage(it.Payload))
	if lived, err := b.life(ctx, it, e.inner); lived {
		return err
	}
	start := time.Now()
	m, why := messageFrom(e, *b.self.Load())
	m.held, m.taken = h, it.AcceptedAt
	var err error
	switch why {
	case "":
		why, err = b.handle(ctx, m)
	case Gone:
		err = b.gone(ctx, m)
	}
	if err == nil {
		b.told(m, why, nil, time.Since(start))
	}
	return err
}

// logged does what a person asked for and says in the log how it went.
func (b *Bot) logged(ctx context.Context, what, user string, job func(context.Context) error) error {
	start := time.Now()
	err := job(ctx)
	if err != nil {
		b.log.Error(what+" failed", "user", user, "err", err, "took", time.Since(start))
	} else {
		b.log.Info(what, "user", user, "took", time.Since(start))
	}
	return err
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
