package bot

import (
	"context"
	"slices"
	"time"
)

// What the settings of a channel do to the walk of a message stands here.

// leaves gives the reason not even to read a message in that channel, "" for most. Whoever
// mentions the bot is read, whatever the lists say, unless it is switched off.
func (c Channel) leaves(m Message) Reason {
	isOne := func(ids []string) bool {
		return slices.ContainsFunc(ids, func(id string) bool { return id == m.User || id == m.BotID || id == m.AppID })
	}
	switch {
	case c.Mode == ChannelOff:
		return Off
	case m.Mention:
		return ""
	case len(c.Only) > 0 && !isOne(c.Only), isOne(c.Never):
		return Unread
	}
	return ""
}

// hushed gives the reason to post nothing unasked in that channel, "" where it may.
func (c Channel) hushed() Reason {
	switch {
	case c.Mode == ChannelShadow:
		return Shadow
	case c.Reply == ReplyWhenAsked:
		return Unasked
	}
	return ""
}

// mostHourly is how often the bot answers in a channel in an hour, unless set otherwise.
const mostHourly = 30

// hourFull says whether the bot has answered in a channel, in the hour before a message, as
// often as it does. A reply that an earlier try began is brought to its end all the same.
func (b *Bot) hourFull(ctx context.Context, m Message) (bool, error) {
	if begun, err := b.store.Begun(ctx, m.Key, kindReply); err != nil || begun {
		return false, err
	}
	n, err := b.store.Replies(ctx, m.Key.Workspace, m.Key.Channel, m.At().Add(-time.Hour))
	return n >= b.options.Hourly, err
}

// tellOff tells somebody who mentions the bot where it is switched off why it does not answer.
func (b *Bot) tellOff(ctx context.Context, m Message) error {
	text := wordsIn(LanguageFor(m.in.Language, object(m.Raw).text("text"))).settings.off
	err := b.desk.whisper(ctx, m.Key.Channel, m.User, newReply(notice(text), para(new(line).text(text))))
	if troubleOf(err).no() {
		b.log.Warn("cannot tell that it is switched off", "channel", m.Key.Channel, "user", m.User, "err", err)
		return nil
	}
	return err
}
