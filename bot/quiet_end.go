package bot

import (
	"context"
	"errors"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// A mute ends when somebody undoes it, when its time is over, or when its alert is resolved.

// unhush ends a mute, shows it in the reply of the alert, and reports what was ended.
func (b *Bot) unhush(ctx context.Context, w store.Workspace, channel, fingerprint, by string, at time.Time) (m store.Mute, was bool, err error) {
	m, was, err = b.store.MuteOf(ctx, w, channel, fingerprint, time.Time{})
	if err != nil {
		return m, false, err
	}
	if !was { // an earlier try may have ended it and shown nothing
		m = store.Mute{Workspace: w, Channel: channel, Fingerprint: fingerprint, At: at}
		return m, false, b.refreshAlert(ctx, m, at)
	}
	ended := m
	ended.By, ended.At = by, at
	if err := b.audited(ctx, ended, "unmute"); err != nil {
		return m, true, err
	}
	if _, err := b.store.Unmute(ctx, w, channel, fingerprint); err != nil {
		return m, true, err
	}
	return m, true, b.refreshAlert(ctx, m, at)
}

// refreshAlert brings the reply to an alert up to date, where it has one.
func (b *Bot) refreshAlert(ctx context.Context, m store.Mute, at time.Time) error {
	in, err := b.channel(ctx, m.Workspace, m.Channel)
	if err != nil {
		return err
	}
	earlier, ok, err := b.store.LastAnswered(ctx, m.Workspace, m.Channel, m.Fingerprint, begunUnder(m, at, in.Window))
	if err != nil || !ok {
		return err
	}
	return b.refresh(ctx, hostOf(earlier))
}

// endMutes has the replies to alerts whose mute is over say so no longer. After a start it looks back
// as far as a mute lasts: a reply that is up to date is not edited again.
func (b *Bot) endMutes(ctx context.Context) error {
	now := b.options.Clock()
	if b.mutesTo.IsZero() {
		b.mutesTo = now.Add(-longestSpan)
	}
	over, err := b.store.MutesOver(ctx, b.mutesTo, now)
	if err != nil {
		return err
	}
	var failed []error
	again := false
	for _, m := range over {
		err := Safely(b.log, "end a mute", func() error { return b.refreshAlert(ctx, m, m.Until) })
		if err != nil {
			failed = append(failed, err)
			again = again || troubleOf(err) == passing
		}
	}
	if !again {
		b.mutesTo = now
	}
	return errors.Join(failed...)
}

// heardEnd ends the mute that lasts until its alert is resolved, with the word that it is. The reply
// under which it was muted hears of it, however long ago that was.
func (b *Bot) heardEnd(ctx context.Context, m Message, a matcher.Alert) error {
	if a.Kind != matcher.Recovery {
		return nil
	}
	mute, ok, err := b.muted(ctx, m, a)
	if err != nil || !ok || !mute.Resolved {
		return err
	}
	earlier, ok, err := b.store.LastAnswered(ctx, mute.Workspace, mute.Channel, mute.Fingerprint, begunUnder(mute, m.When(), m.in.Window))
	if err == nil && ok {
		err = b.store.Resolve(ctx, earlier.Key, m.When())
	}
	if err != nil {
		return err
	}
	if ok { // first: who is cut off after the end of the mute does not come here again
		if err := b.refresh(ctx, hostOf(earlier)); err != nil {
			return err
		}
	}
	if _, err := b.store.Unmute(ctx, mute.Workspace, mute.Channel, mute.Fingerprint); err != nil || !ok {
		return err
	}
	return b.refresh(ctx, hostOf(earlier)) // where the first was made before the mute had ended
}
