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

// unchanged says that an edit changed nothing that is read, as when Slack adds a link preview.
func unchanged(m Message, a matcher.Alert) bool {
	before, err := alert.Read(m.Previous)
	return err == nil && before.Text == a.Text && before.Kind == a.Kind
}

// abandoned says whether m was claimed and never dealt with: its run ended, or its post
// failed. A delivery that comes later than any work lasts is then its second chance; an
// earlier one may be in the hands of another process.
func (b *Bot) abandoned(ctx context.Context, m Message) (bool, error) {
	if !m.late() {
		return false, nil
	}
	rec, ok, err := b.store.Get(ctx, m.Key)
	return ok && err == nil && !rec.Finished(), err
}

// edited deals with an edit of a message that has been claimed: its reply follows it, and
// where it has none, it may get one now.
func (b *Bot) edited(ctx context.Context, m Message, a matcher.Alert) (Reason, error) {
	rec, _, err := b.store.Get(ctx, m.Key)
	if err != nil {
		return "", err
	}
	switch {
	case rec.ReplyTS == "" || m.Mention:
		return b.answer(ctx, m, a, rec)
	case a.Kind == matcher.Recovery:
		return b.over(ctx, m, a, rec)
	case !rec.ResolvedAt.IsZero() && m.EditedAt.After(rec.ResolvedAt): // it fires again
		if _, err := b.store.Repeat(ctx, m.Key, m.EditedAt); err != nil {
			return "", err
		}
		return Repeat, b.refresh(ctx, m.Key)
	}
	return b.reconsider(ctx, m, a, rec)
}

// repeated deals with an alert that was answered lately: that reply is brought up to date,
// and no second one is posted. A repeat counts once, however often it is edited.
func (b *Bot) repeated(ctx context.Context, m Message, a matcher.Alert, rec, earlier store.Record) (Reason, error) {
	why := Repeat
	switch {
	case a.Kind == matcher.Recovery:
		why = Closed
		if err := b.store.Resolve(ctx, earlier.Key, m.When()); err != nil {
			return "", err
		}
	case rec.Reason == string(Repeat) && rec.Fingerprint == earlier.Fingerprint && earlier.ResolvedAt.IsZero():
		return Same, nil
	default:
		if _, err := b.store.Repeat(ctx, earlier.Key, m.When()); err != nil {
			return "", err
		}
	}
	if err := b.record(ctx, m, a, Decision{Reason: why}, rec); err != nil {
		return "", err
	}
	return why, b.refresh(ctx, earlier.Key)
}

// over notes that an alert has ended, and tells so in its reply where it has one.
func (b *Bot) over(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	if rec.Reason == "" { // the first we hear of it is its end
		if err := b.record(ctx, m, a, Decision{Reason: Closed}, rec); err != nil {
			return "", err
		}
	}
	if !m.Edited {
		return Closed, nil
	}
	if err := b.store.Resolve(ctx, m.Key, m.EditedAt); err != nil {
		return "", err
	}
	return Closed, b.refresh(ctx, m.Key)
}

// reconsider looks again at an answered alert whose words changed. The reply is edited
// only when other cases fit now; when none does, it stays as it was.
func (b *Bot) reconsider(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	d, err := b.decide(ctx, m.Key.Workspace, a)
	if err != nil {
		return "", err
	}
	if !d.Speak || slices.Equal(ids(d.Picks), rec.CaseIDs) {
		return Same, nil
	}
	return Updated, b.speak(ctx, m, a, d, rec)
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
	return b.update(ctx, r, rec)
}

// update edits the reply of a record to r, with what happened since.
func (b *Bot) update(ctx context.Context, r Reply, rec store.Record) error {
	votes := ""
	if len(rec.CaseIDs) > 0 {
		yes, no, err := b.store.VotesOn(ctx, rec.Key, rec.CaseIDs[0])
		if err != nil {
			return err
		}
		votes = counted(yes, no, wordsIn(r.Lang))
	}
	return b.desk.update(ctx, rec.Key.Channel, rec.ReplyTS, withStatus(r, rec, votes))
}

func ids(found []matcher.Match) []string {
	var out []string
	for _, m := range found {
		out = append(out, m.Case.ID)
	}
	return out
}
