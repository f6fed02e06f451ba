package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// repeated deals with an alert that was answered lately: its reply is brought up to date,
// and no second one is posted.
func (b *Bot) repeated(ctx context.Context, m Message, a matcher.Alert, earlier store.Record) (Reason, error) {
	why := Repeat
	if a.Kind == matcher.Recovery {
		why = Closed
		if err := b.store.Resolve(ctx, earlier.Key, m.At()); err != nil {
			return "", err
		}
	} else if _, err := b.store.Repeat(ctx, earlier.Key, m.At()); err != nil {
		return "", err
	}
	if err := b.refresh(ctx, earlier.Key); err != nil {
		return "", err
	}
	return why, b.record(ctx, m, a, Decision{Reason: why}, store.Record{})
}

// edited deals with an edit of a message: a link preview changes nothing, a resolution is
// told in the reply, other words may find other cases.
func (b *Bot) edited(ctx context.Context, m Message, a matcher.Alert) (Reason, error) {
	if before, err := alert.Read(m.Previous); err == nil && before.Text == a.Text {
		return Same, nil
	}
	if why := quiet(m, a); why != "" {
		return why, nil
	}
	if _, err := b.store.Claim(ctx, m.Key, m.At()); err != nil {
		return "", err // an edit of a message we never saw counts as that message
	}
	rec, _, err := b.store.Get(ctx, m.Key)
	if err != nil {
		return "", err
	}
	if a.Kind == matcher.Recovery {
		return b.recovered(ctx, m, a, rec)
	}
	if rec.ReplyTS == "" {
		return b.say(ctx, m, a, rec)
	}
	return b.reconsider(ctx, m, a, rec)
}

// recovered notes that the alert of a record is over and tells so in its reply.
func (b *Bot) recovered(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	if rec.Reason == "" { // never decided: the first we hear of it is its end
		if err := b.record(ctx, m, a, Decision{Reason: Closed}, rec); err != nil {
			return "", err
		}
	}
	if err := b.store.Resolve(ctx, m.Key, m.EditedAt); err != nil {
		return "", err
	}
	return Closed, b.refresh(ctx, m.Key)
}

// reconsider looks again at an answered alert whose words changed. The reply is edited
// only when other cases fit now; when none does, it stays as it was.
func (b *Bot) reconsider(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	found, err := b.cases.Find(ctx, a, Finds)
	if err != nil {
		return "", fmt.Errorf("find cases: %w", err)
	}
	d := Decide(a, found, b.options.Care)
	if !d.Speak || slices.Equal(ids(d.Picks), rec.CaseIDs) {
		return Same, nil
	}
	if _, err := b.say(ctx, m, a, rec); err != nil {
		return "", err
	}
	return Updated, nil
}

// refresh edits the reply of a record so that it tells what happened since. A record
// without a reply has nothing to tell.
func (b *Bot) refresh(ctx context.Context, key store.MessageKey) error {
	rec, _, err := b.store.Get(ctx, key)
	if err != nil || rec.ReplyTS == "" {
		return err
	}
	var r Reply
	if err := json.Unmarshal([]byte(rec.Reply), &r); err != nil {
		return fmt.Errorf("read the kept reply to %s: %w", key, err)
	}
	lang := b.lang(r.Text)
	return b.desk.update(ctx, key.Channel, rec.ReplyTS, withStatus(r, rec, wordsIn(lang), lang))
}

func ids(found []matcher.Match) []string {
	var out []string
	for _, m := range found {
		out = append(out, m.Case.ID)
	}
	return out
}
