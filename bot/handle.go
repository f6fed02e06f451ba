package bot

import (
	"context"
	"fmt"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// handle answers one message. This is the whole walk; every way out names its Reason.
func (b *Bot) handle(ctx context.Context, m Message) (why Reason, err error) {
	if m.in, err = b.channel(ctx, m.Key.Workspace, m.Key.Channel); err != nil {
		return "", err
	}
	if why := m.in.leaves(m); why != "" {
		if m.Mention {
			err = b.tellOff(ctx, m)
		}
		return why, err
	}
	a, err := alert.Read(m.Raw)
	if err != nil {
		return NoWords, nil // not even a JSON object: nothing to read
	}
	if m.Edited && unchanged(m, a) {
		return Same, nil
	}
	if why := quiet(m, a); why != "" {
		return why, nil
	}
	m.alike = alert.Fingerprint(a) // three will ask
	if err := b.heardEnd(ctx, m, a); err != nil {
		return "", err
	}
	rec, known, err := b.store.Get(ctx, m.Key)
	switch {
	case err != nil:
		return "", err
	case rec.Reason == string(Gone):
		return Gone, nil
	case m.Edited: // an edit of a message we never saw counts as that message
		return b.edited(ctx, m, a, rec)
	case known: // an edit came first, or an earlier try got so far
		return b.seen(ctx, m, rec)
	}
	return b.answer(ctx, m, a, store.Record{})
}

// seen deals with a message that has a record: whatever it was told in may not show it yet.
func (b *Bot) seen(ctx context.Context, m Message, rec store.Record) (Reason, error) {
	if rec.ToldIn == "" {
		return Again, nil
	}
	host := rec.Key
	host.TS = rec.ToldIn
	return Reason(rec.Reason), b.refresh(ctx, host)
}

// answer deals with a message that has no reply yet: a question gets one, an alert that was
// answered lately is counted there, a new one is looked up. rec is the record so far, zero
// for a new message.
func (b *Bot) answer(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	if m.Mention {
		return b.asked(ctx, m, a, rec)
	}
	mute, muted, err := b.muted(ctx, m, a)
	if err != nil {
		return "", err
	}
	since := m.When().Add(-m.in.Window)
	if muted {
		since = begunUnder(mute, m.When(), m.in.Window)
	}
	earlier, ok, err := b.store.LastAnswered(ctx, m.Key.Workspace, m.Key.Channel, m.fingerprint(a), since)
	switch {
	case err != nil:
		return "", err
	case ok:
		return b.repeated(ctx, m, a, rec, earlier, muted)
	case a.Kind == matcher.Recovery:
		return b.over(ctx, m, a, rec)
	case muted:
		return Muted, b.record(ctx, m, a, Decision{Reason: Muted}, rec)
	}
	return b.say(ctx, m, a, rec)
}

// quiet gives the reason to leave a message alone that needs no look at the library.
func quiet(m Message, a matcher.Alert) Reason {
	switch {
	case m.Mention:
		return ""
	case m.ThreadTS != "" && m.byPerson() && m.Subtype != "thread_broadcast":
		return Thread
	case a.Kind == matcher.Recovery:
		return "" // it may end an alert we answered
	}
	return reasonOf(a.Kind)
}

// say finds cases, decides, posts and records.
func (b *Bot) say(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	d, err := b.decide(ctx, m, a)
	if err != nil {
		return "", err
	}
	if d.Speak && m.in.hushed() != "" {
		d.Speak, d.Reason = false, m.in.hushed()
	}
	if d.Speak && m.ThreadTS != "" {
		if d, err = b.unlessFull(ctx, m, d); err != nil {
			return "", err
		}
	}
	if !d.Speak {
		return d.Reason, b.record(ctx, m, a, d, rec)
	}
	storm, err := b.stormy(ctx, m)
	switch {
	case err != nil:
		return "", err
	case storm:
		return b.gather(ctx, m, a, d, rec)
	}
	if full, err := b.hourFull(ctx, m); err != nil {
		return "", err
	} else if full {
		d.Reason = ForNow
		return d.Reason, b.record(ctx, m, a, d, rec)
	}
	return b.speak(ctx, m, a, d, rec)
}

// mostInThread is how often the bot answers unasked in one thread. Another bot that answers
// every reply with words of the alert would have it talk for ever.
const mostInThread = 3

// unlessFull keeps the decision to speak, unless the bot has said enough in that thread.
func (b *Bot) unlessFull(ctx context.Context, m Message, d Decision) (Decision, error) {
	there, err := b.desk.answers(ctx, m.Key.Channel, m.ThreadTS, "")
	if err != nil {
		return d, fmt.Errorf("look into the thread: %w", err)
	}
	if len(there) >= mostInThread {
		d.Speak, d.Reason = false, Enough
	}
	return d, nil
}

func (b *Bot) decide(ctx context.Context, m Message, a matcher.Alert) (Decision, error) {
	h := b.heardIn(ctx, m.Key.Workspace, m.Key.Channel)
	unvoted, err := h.from.Find(ctx, a, Finds)
	found := unvoted
	if err == nil && h.library != h.from {
		found, err = h.library.Find(ctx, a, Finds)
	}
	if err != nil {
		return Decision{}, fmt.Errorf("find cases: %w", err)
	}
	return decide(a, found, unvoted, m.in.Care), nil
}
