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

// edited deals with an edit of a message: its reply follows it, and
// where it has none, it may get one now.
func (b *Bot) edited(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	switch {
	case rec.ReplyTS == "" || m.Mention:
		return b.answer(ctx, m, a, rec)
	case a.Kind == matcher.Recovery:
		return b.over(ctx, m, a, rec)
	case !rec.ResolvedAt.IsZero() && m.EditedAt.After(rec.ResolvedAt): // it fires again
		if _, err := b.store.Repeat(ctx, m.Key, rec, m.EditedAt); err != nil {
			return "", err
		}
		return Repeat, b.refresh(ctx, m.Key)
	}
	return b.reconsider(ctx, m, a, rec)
}

// repeated deals with an alert that was answered lately: that reply is brought up to date,
// and no second one is posted. A repeat counts once, however often it is edited.
func (b *Bot) repeated(ctx context.Context, m Message, a matcher.Alert, rec, earlier store.Record, muted bool) (Reason, error) {
	counted := rec.Reason == string(Repeat) || rec.Reason == string(Muted)
	if counted && a.Kind != matcher.Recovery && rec.Fingerprint == earlier.Fingerprint && earlier.ResolvedAt.IsZero() {
		return Same, nil
	}
	why := Repeat
	if muted {
		why = Muted
	}
	if a.Kind == matcher.Recovery {
		why = Closed
		if err := b.store.Resolve(ctx, earlier.Key, m.When()); err != nil {
			return "", err
		}
		if err := b.record(ctx, m, a, Decision{Reason: why}, rec); err != nil {
			return "", err
		}
	} else if _, err := b.store.Repeat(ctx, earlier.Key, recorded(m, a, Decision{Reason: why}, rec), m.When()); err != nil {
		return "", err
	}
	return why, b.refresh(ctx, hostOf(earlier))
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
	d, err := b.decide(ctx, m, a)
	if err != nil {
		return "", err
	}
	if !d.Speak || m.in.Mode == ChannelShadow || slices.Equal(ids(d.Picks), rec.CaseIDs) || rec.Reason == string(Storm) {
		return Same, nil
	}
	why, err := b.speak(ctx, m, a, d, rec)
	if why == Answered {
		why = Updated
	}
	return why, err
}

// update edits the reply of a record to r, with what happened since.
func (b *Bot) update(ctx context.Context, r Reply, rec store.Record) error {
	kept, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("keep the reply: %w", err)
	}
	rec.Reply = string(kept)
	now, shown, err := b.current(ctx, rec)
	if err != nil {
		return err
	}
	if err := b.desk.update(ctx, rec.Key.Channel, rec.ReplyTS, now); err != nil {
		return fmt.Errorf("edit the reply to %s: %w", rec.Key, err)
	}
	return b.store.Showed(ctx, rec.Key, shown)
}

func ids(found []matcher.Match) []string {
	var out []string
	for _, m := range found {
		out = append(out, m.Case.ID)
	}
	return out
}
