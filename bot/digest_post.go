package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/digest"
	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

const (
	quarter  = 92 * 24 * time.Hour
	setLine  = "digest_empty" // a setting of a channel: what a digest does that has nothing to tell
	lineNone = "silent"       // it does not come
	lineOne  = "line"         // it says so in a line
)

// digest works on a digest that is due.
func (b *Bot) digest(ctx context.Context, h store.Hold, it store.Item) error {
	var due dueDigest
	if err := json.Unmarshal([]byte(it.Payload), &due); err != nil {
		return fmt.Errorf("read a digest that is due: %w", errUnknown)
	}
	plan, err := schedule.Parse(due.Cron, due.Zone, periodOf(due.Kind))
	if err != nil {
		return fmt.Errorf("%w: %w", err, errUnknown)
	}
	c, err := b.channel(ctx, it.Workspace, due.Channel)
	if err != nil {
		return err
	}
	lang := LanguageFor(c.Language, "")
	switch {
	case c.Mode != ChannelOn:
		b.log.Info("no digest where nothing is posted", "channel", due.Channel, "kind", due.Kind, "mode", c.Mode)
		return nil
	case due.LeftOut:
		return b.tellSubscriber(ctx, h, it, due, wordsIn(lang).digest.leftOut)
	}
	d, err := b.makeDigest(ctx, it.Workspace, due.Channel, plan, due.Due)
	if err != nil {
		return err
	}
	if told := NothingToTell(d, due.Kind, lang); told != "" {
		return b.emptyDigest(ctx, h, it, due, c, told)
	}
	look := looks{charts: !b.plainDigests.Load(), late: it.AcceptedAt.Sub(due.Due) > lateFrom}
	err = b.postDigest(ctx, h, it, due, sayDigest(d, due.Kind, wordsIn(lang), lang, look))
	if refusedBlocks(err) && look.charts {
		b.log.Info("the workspace takes no charts; digests go without", "err", err)
		b.plainDigests.Store(true)
		look.charts = false
		err = b.postDigest(ctx, h, it, due, sayDigest(d, due.Kind, wordsIn(lang), lang, look))
	}
	if troubleOf(err) == barred && err != nil {
		return b.endDigest(ctx, h, it, due, err, lang)
	}
	return err
}

// makeDigest gathers what the digest of a channel that is due at a moment tells.
func (b *Bot) makeDigest(ctx context.Context, w store.Workspace, channel string, plan schedule.Plan, due time.Time) (digest.Digest, error) {
	return MakeDigest(ctx, b.store, b.libraryFor(ctx, w, channel), w, channel, plan, due)
}

// MakeDigest gathers what the digest of a channel tells that is due at a moment: of the whole
// period before it.
func MakeDigest(ctx context.Context, st *store.Store, library *matcher.Library, w store.Workspace, channel string, plan schedule.Plan, due time.Time) (digest.Digest, error) {
	from, to := plan.Span(due)
	before, _ := plan.Span(from)
	in := digest.Input{From: from, To: to, Zone: plan.Zone(), Cases: library.Case}
	var err error
	gather := func(read func() error) {
		if err == nil {
			err = read()
		}
	}
	gather(func() (err error) { in.Lines, err = st.Lines(ctx, w, channel, from, to); return })
	gather(func() (err error) { in.Before, err = st.Lines(ctx, w, channel, before, from); return })
	gather(func() (err error) { in.Votes, err = st.VotesIn(ctx, w, channel, from, to); return })
	gather(func() (err error) { in.Mutes, err = st.Mutes(ctx, w, channel, due); return })
	gather(func() (err error) { in.Shown, err = st.Shown(ctx, w, to.Add(-quarter)); return })
	for _, c := range library.Cases() {
		if !seeds.IsBundled(c.ID) {
			in.Own = append(in.Own, c.ID)
		}
		if updatedIn(c, from, to) {
			in.Updated = append(in.Updated, c)
		}
	}
	return digest.Make(in), err
}

// updatedIn says whether a case came or changed in a period, as far as it says when.
func updatedIn(c *matcher.Case, from, to time.Time) bool {
	at, err := time.Parse(time.RFC3339, c.UpdatedAt)
	if err != nil {
		at, err = time.ParseInLocation(time.DateOnly, c.UpdatedAt, from.Location())
	}
	return err == nil && !at.Before(from) && at.Before(to)
}

// postDigest posts the parts of a digest: the first into the channel, the others into its thread.
func (b *Bot) postDigest(ctx context.Context, h store.Hold, it store.Item, due dueDigest, parts []Reply) error {
	l := letter{to: store.MessageKey{Workspace: it.Workspace, Channel: due.Channel, TS: it.ID}, held: h, taken: it.AcceptedAt}
	for i, part := range parts {
		l.kind = fmt.Sprint(kindDigest, "-", i+1)
		ts, err := b.publish(ctx, l, part)
		if err != nil {
			return fmt.Errorf("post part %d of the digest: %w", i+1, err)
		}
		if l.thread == "" {
			l.thread = ts
		}
	}
	return nil
}

// emptyDigest says that there is nothing to tell, where people want to be told.
func (b *Bot) emptyDigest(ctx context.Context, h store.Hold, it store.Item, due dueDigest, c Channel, told string) error {
	if !c.DigestLine {
		b.log.Info("nothing to tell in the digest", "channel", due.Channel, "kind", due.Kind, "due", due.Due)
		return nil
	}
	return b.postDigest(ctx, h, it, due, []Reply{newReply(notice(told), small(told))})
}

// endDigest ends a subscription whose channel takes no posts any more, and tells who subscribed.
func (b *Bot) endDigest(ctx context.Context, h store.Hold, it store.Item, due dueDigest, why error, lang string) error {
	b.log.Warn("digest has ended: nothing can be posted there", "channel", due.Channel, "kind", due.Kind, "err", why)
	if _, err := b.store.Unsubscribe(ctx, it.Workspace, due.Channel, due.Kind); err != nil {
		return err
	}
	said := "?"
	if refusal, ok := errors.AsType[slack.SlackErrorResponse](why); ok {
		said = refusal.Err
	}
	return b.tellSubscriber(ctx, h, it, due, wordsIn(lang).digest.gone(said))
}

// tellSubscriber tells who subscribed to a digest, in private, why it does not come.
func (b *Bot) tellSubscriber(ctx context.Context, h store.Hold, it store.Item, due dueDigest, text string) error {
	if due.By == "" {
		return nil
	}
	l := letter{to: store.MessageKey{Workspace: it.Workspace, Channel: due.By, TS: it.ID}, kind: kindDigest + "-end", held: h, taken: it.AcceptedAt}
	r := newReply(notice(text), para(new(line).channel(due.Channel).text(" — "+text)))
	if _, err := b.publish(ctx, l, r); !troubleOf(err).no() {
		return err
	}
	return nil // who cannot be told either
}

// refusedBlocks says whether Slack did not like what a message shows.
func refusedBlocks(err error) bool {
	refusal, ok := errors.AsType[slack.SlackErrorResponse](err)
	return ok && slices.Contains([]string{"invalid_blocks", "invalid_blocks_format", "unsupported_block_type", "only_one_table_allowed"}, refusal.Err)
}
