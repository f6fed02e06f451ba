package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// governorWords are the words about holding back.
type governorWords struct {
	careful, asked string // to the channel, when it begins
	undo, undone   string
	isCareful      func(days int) string // in the settings, and how long it lasts at most
	isAsked        func(days int) string
	isWatching     func(days int) string // it is careful anyway, and the next votes decide
}

// governed says in words what the governor of a channel does, "" when it does nothing.
func (b *Bot) governed(set store.Settings, channel, lang string) string {
	g := governorOf(set[channel][setGovernor], time.Now())
	days := int(time.Until(time.UnixMilli(g.Since).Add(governorLasts)).Hours()/24) + 1
	was, w := b.plainChannel(set, channel), wordsIn(lang).governor
	switch {
	case g.Step == 0:
		return ""
	case g.Step >= governAsked:
		return w.isAsked(days)
	case was.governed(g).Care == was.Care:
		return w.isWatching(days)
	}
	return w.isCareful(days)
}

// announce says in the channel, once, that the bot holds itself back from now on.
func (b *Bot) announce(ctx context.Context, l letter, set store.Settings, now governor) error {
	was := b.plainChannel(set, l.to.Channel) // as people set it
	held := was.governed(now)
	if was.Mode != ChannelOn || was.Reply == held.Reply && was.Care == held.Care {
		return nil // nothing changes, or nothing is posted there
	}
	w := wordsIn(LanguageFor(was.Language, "")).governor
	text := w.careful
	if now.Step >= governAsked {
		text = w.asked
	}
	r := newReply(notice(text), para(new(line).text(text)), slack.NewActionBlock("governor", button(actUngovern, "", w.undo)))
	_, err := b.publish(ctx, l, r)
	if troubleOf(err) == barred {
		b.log.Warn("cannot tell the channel that the bot holds back", "channel", l.to.Channel, "err", err)
		return nil
	}
	return err
}

// ungovern takes back what the governor of a channel did.
func (b *Bot) ungovern(ctx context.Context, c click) error {
	from := c.asker()
	set, err := b.store.Settings(ctx, c.workspace)
	if err != nil {
		return err
	}
	w := wordsIn(b.langOf(ctx, from))
	if why := b.mayNot(ctx, from, set, b.whois(ctx, c.user), &w.settings); why != "" {
		return b.inform(ctx, from, why)
	}
	if err := b.store.Set(ctx, c.workspace, from.channel, setGovernor, governor{Since: c.at.UnixMilli()}.String(), c.user, c.at); err != nil {
		return err
	}
	b.channels.clear()
	err = b.store.Audit(ctx, store.Deed{
		Workspace: c.workspace, ID: fmt.Sprintf("ungovern/%s/%s/%d", from.channel, c.user, c.at.UnixMilli()), Actor: c.user,
		Action: "settings", Subject: from.channel + " governor=off", At: c.at,
	})
	if err != nil {
		return err
	}
	return b.inform(ctx, from, w.governor.undone)
}
