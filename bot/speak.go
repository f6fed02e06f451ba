package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// speak tells the cases of a decision in the message's thread and records it.
func (b *Bot) speak(ctx context.Context, m Message, a matcher.Alert, d Decision, rec store.Record) (Reason, error) {
	lang := LanguageFor(m.in.Language, a.Text)
	w := wordsIn(lang)
	best := d.Picks[0].Case
	rec.CaseIDs, rec.Alert = ids(d.Picks), matcher.Sketch(a)
	rec, err := b.send(ctx, m, votable(render(d, w.sure(d.Confidence, who(best)), w, lang), best, w), rec)
	if err != nil {
		return b.unsent(ctx, m, a, d, rec, err)
	}
	return d.Reason, b.record(ctx, m, a, d, rec)
}

// unsent deals with a reply that could not be sent. Where nobody may speak, or nobody is left
// to answer, that is the end of it and the record says so; anything else is an error. A reply that
// could not be edited stays as it is, and so does what is kept of it.
func (b *Bot) unsent(ctx context.Context, m Message, a matcher.Alert, d Decision, rec store.Record, err error) (Reason, error) {
	edit := rec.ReplyTS != ""
	rec.Reply = ""
	switch {
	case errors.Is(err, errParentGone):
		d.Reason = Gone
	case troubleOf(err) == barred:
		d.Reason = Barred
		b.log.Warn("cannot post", "message", m.Key, "err", err)
	default:
		return "", err
	}
	if edit {
		return d.Reason, nil
	}
	return d.Reason, b.record(ctx, m, a, d, rec)
}

// send posts a reply into the message's thread, or edits the one that rec has, and
// returns the record with the reply in it.
func (b *Bot) send(ctx context.Context, m Message, r Reply, rec store.Record) (store.Record, error) {
	kept, err := json.Marshal(r)
	if err != nil {
		return rec, fmt.Errorf("keep the reply: %w", err)
	}
	rec.Reply = string(kept)
	if rec.ReplyTS != "" {
		return rec, b.update(ctx, r, rec)
	}
	noted, err := b.noted(ctx, r, m.Key)
	if err != nil {
		return rec, err
	}
	rec.ReplyTS, err = b.postOnce(ctx, m, noted)
	if err != nil {
		return rec, fmt.Errorf("post the reply: %w", err)
	}
	return rec, nil
}

// record keeps what was read, decided and said.
func (b *Bot) record(ctx context.Context, m Message, a matcher.Alert, d Decision, rec store.Record) error {
	return b.store.Finish(ctx, recorded(m, a, d, rec), m.At())
}

// recorded is rec with what was read and decided in it.
func recorded(m Message, a matcher.Alert, d Decision, rec store.Record) store.Record {
	rec.Key, rec.ThreadTS = m.Key, m.ThreadTS
	rec.Fingerprint, rec.Title = "", matcher.HideSecrets(a.Title)
	if !m.Mention { // a question is no alert
		rec.Fingerprint = m.fingerprint(a)
	}
	rec.Status, rec.Source, rec.Severity = string(a.Status), a.Source, a.Severity
	rec.Reason, rec.Confidence, rec.CaseIDs = string(d.Reason), d.Confidence, nil
	for _, p := range d.Picks {
		rec.CaseIDs = append(rec.CaseIDs, p.Case.ID)
	}
	return rec
}
