package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// handle answers one message. This is the whole walk; every way out names its Reason.
func (b *Bot) handle(ctx context.Context, m Message) (Reason, error) {
	a, err := alert.Read(m.Raw)
	if err != nil {
		return NoWords, nil // not even a JSON object: nothing to read
	}
	if m.Edited {
		return b.edited(ctx, m, a)
	}
	if why := quiet(m, a); why != "" {
		return why, nil
	}
	first, err := b.store.Claim(ctx, m.Key, m.At())
	if err != nil {
		return "", err
	}
	if !first {
		return Again, nil
	}
	if m.Mention {
		return b.asked(ctx, m, a)
	}
	earlier, ok, err := b.store.LastAnswered(ctx, m.Key.Workspace, m.Key.Channel, alert.Fingerprint(a), m.At().Add(-b.options.Window))
	if err != nil {
		return "", err
	}
	if ok {
		return b.repeated(ctx, m, a, earlier)
	}
	if a.Kind == matcher.Recovery {
		return Closed, b.record(ctx, m, a, Decision{Reason: Closed}, store.Record{})
	}
	return b.say(ctx, m, a, store.Record{})
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

// say finds cases, decides, posts and records. before is the record so far, whose reply is
// edited instead of posting a second one; zero for a new alert.
func (b *Bot) say(ctx context.Context, m Message, a matcher.Alert, before store.Record) (Reason, error) {
	found, err := b.cases.Find(ctx, a, Finds)
	if err != nil {
		return "", fmt.Errorf("find cases: %w", err)
	}
	d := Decide(a, found, b.options.Care)
	if !d.Speak {
		return d.Reason, b.record(ctx, m, a, d, before)
	}
	lang := b.lang(a.Text)
	w := wordsIn(lang)
	reply := render(d, w.sure(d.Confidence, who(d.Picks[0].Case)), w, lang)
	rec, err := b.send(ctx, m, reply, before)
	if err != nil {
		return "", err
	}
	return d.Reason, b.record(ctx, m, a, d, rec)
}

// send posts a reply into the message's thread, or edits the one that is there, and
// returns the record with the reply in it.
func (b *Bot) send(ctx context.Context, m Message, r Reply, rec store.Record) (store.Record, error) {
	kept, err := json.Marshal(r)
	if err != nil {
		return rec, fmt.Errorf("keep the reply: %w", err)
	}
	rec.Reply = string(kept)
	if rec.ReplyTS != "" {
		return rec, b.desk.update(ctx, m.Key.Channel, rec.ReplyTS, r)
	}
	rec.ReplyTS, err = b.desk.post(ctx, m.Key.Channel, m.Thread(), r)
	if err != nil {
		return rec, fmt.Errorf("post the reply: %w", err)
	}
	return rec, nil
}

// record keeps what was read, decided and said.
func (b *Bot) record(ctx context.Context, m Message, a matcher.Alert, d Decision, rec store.Record) error {
	rec.Key, rec.ThreadTS = m.Key, m.ThreadTS
	rec.Fingerprint, rec.Title = alert.Fingerprint(a), a.Title
	rec.Status, rec.Source, rec.Severity = string(a.Status), a.Source, a.Severity
	rec.Reason, rec.Confidence, rec.CaseIDs = string(d.Reason), d.Confidence, nil
	for _, p := range d.Picks {
		rec.CaseIDs = append(rec.CaseIDs, p.Case.ID)
	}
	return b.store.Finish(ctx, rec)
}
