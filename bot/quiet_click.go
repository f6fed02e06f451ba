package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// quietClick is a choice of the menu, or "Undo": under a reply, or in the list of mutes.
func (b *Bot) quietClick(ctx context.Context, c click) error {
	rec, ok, err := b.store.ByReply(ctx, c.workspace, c.channel, c.ts)
	if err != nil {
		return err
	}
	w := b.wordsOf(ctx, c, rec)
	if why := b.keptOut(ctx, c, w.quiet.notOurs, w.quiet.untold); why != "" {
		return b.tellAlone(ctx, c, why)
	}
	if c.action == actUnquiet {
		return b.undo(ctx, c, rec, w)
	}
	s, isSpan := spanOf(c.value)
	switch {
	case !ok:
		return b.tellAlone(ctx, c, w.tooOld)
	case rec.Fingerprint == "" || !isSpan:
		return b.tellAlone(ctx, c, w.quiet.nameless)
	}
	by := doer{c.user, c.userName}
	if rec.Reason != string(Storm) {
		_, err := b.hush(ctx, rec, s, by, c.sent)
		return err
	}
	alerts, err := b.gathered(ctx, rec)
	if err != nil {
		return err
	}
	for _, told := range alerts {
		if _, err := b.mute(ctx, told, s, by, c.sent); err != nil {
			return err
		}
	}
	return b.refresh(ctx, rec.Key)
}

// gathered are the alerts that the reply to a storm tells of, one of each kind.
func (b *Bot) gathered(ctx context.Context, host store.Record) ([]store.Record, error) {
	others, err := b.store.ToldIn(ctx, host.Key)
	if err != nil {
		return nil, err
	}
	var out []store.Record
	seen := map[string]bool{"": true}
	for _, rec := range append([]store.Record{host}, others...) {
		if !seen[rec.Fingerprint] {
			seen[rec.Fingerprint] = true
			out = append(out, rec)
		}
	}
	return out, nil
}

// undo ends a mute, or those of all alerts that a reply tells of. Whoever did it in the list gets the
// list as it is now; rec is zero there.
func (b *Bot) undo(ctx context.Context, c click, rec store.Record, w *words) error {
	if rec.Reason == string(Storm) {
		alerts, err := b.gathered(ctx, rec)
		if err != nil {
			return err
		}
		for _, told := range alerts {
			if _, _, err := b.unhush(ctx, c.workspace, c.channel, told.Fingerprint, c.user, c.sent); err != nil {
				return err
			}
		}
	} else if _, _, err := b.unhush(ctx, c.workspace, c.channel, c.value, c.user, c.sent); err != nil {
		return err
	}
	if rec.ReplyTS != "" {
		return b.refresh(ctx, rec.Key)
	}
	left, err := b.mutes(ctx, c.workspace, c.channel, c.at, w)
	if err != nil {
		return err
	}
	if err := b.desk.replace(ctx, c.responseURL, left); err != nil {
		b.log.Warn("the list of mutes stays as it was", "channel", c.channel, "err", err)
	}
	return nil
}

// wordsOf are the words that a reply is written in.
func (b *Bot) wordsOf(ctx context.Context, c click, rec store.Record) *words {
	var r Reply
	if json.Unmarshal([]byte(rec.Reply), &r) == nil && r.Lang != "" {
		return wordsIn(r.Lang)
	}
	return wordsIn(b.lang(ctx, c.workspace, c.channel, ""))
}

// tellAlone says a sentence to the one who clicked.
func (b *Bot) tellAlone(ctx context.Context, c click, text string) error {
	return b.private(ctx, c.responseURL, c.channel, c.user, newReply(notice(text), para(new(line).text(text))))
}

// mutes lists the mutes of a channel, each with a button that ends it.
func (b *Bot) mutes(ctx context.Context, w store.Workspace, channel string, at time.Time, say *words) (Reply, error) {
	all, err := b.store.Mutes(ctx, w, channel, at)
	if err != nil {
		return Reply{}, err
	}
	if len(all) == 0 {
		return newReply(notice(say.quiet.none), para(new(line).text(say.quiet.none))), nil
	}
	first := say.quiet.listed(len(all))
	blocks := []slack.Block{para(new(line).bold(first))}
	for _, m := range all[:min(len(all), mostListed)] {
		blocks = append(blocks, muteBlocks(m, say)...)
	}
	if more := len(all) - mostListed; more > 0 {
		blocks = append(blocks, small(say.more(more)))
	}
	return newReply(notice(first), blocks...), nil
}

// mostListed are told in one message, which has room for fifty blocks.
const mostListed = 20

// muteBlocks are one mute with its button.
func muteBlocks(m store.Mute, w *words) []slack.Block {
	title := slack.NewTextBlockObject(slack.PlainTextType, cmp.Or(cut(plain(m.Title), 150), "—"), false, false)
	undo := slack.NewAccessory(button(actUnquiet, m.Fingerprint, w.quiet.undo))
	return []slack.Block{slack.NewSectionBlock(title, nil, undo), ours(w.quiet.says(m))}
}
