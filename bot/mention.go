package bot

import (
	"context"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// A person who mentions the bot is always answered, up to so often in an hour.
const (
	mostMentions = 20
	mentionSpan  = time.Hour
	tallyMention = "mention"
)

// mentionFrom is a mention as one who asks.
func mentionFrom(m Message) command {
	return command{
		workspace: m.Key.Workspace, channel: m.Key.Channel, user: m.User, text: object(m.Raw).text("text"),
		userTeam: object(m.Raw).text("user_team"), thread: m.ThreadTS, ts: m.Key.TS, id: m.Key.Channel + "/" + m.Key.TS, at: m.When(),
	}
}

// asked answers a mention in its thread; when the question is edited, its answer is too. A
// mention without words in a thread asks about the thread.
func (b *Bot) asked(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	c := mentionFrom(m)
	if n, ok := noteIn(alert.Words(b.self.Load().unnamed(c.text))); ok {
		return b.askedToNote(ctx, m, a, n, rec)
	}
	if m.Edited { // it may have been a note before
		if _, err := b.store.DropNote(ctx, m.Key); err != nil {
			return "", err
		}
	}
	r := b.read(c.text)
	if r.Verb == "" && c.thread != "" {
		r.Verb = "look"
	}
	if late, err := b.tooOften(ctx, c, r); late || err != nil {
		return Enough, err
	}
	said, err := b.reply(ctx, r, c)
	if err != nil {
		return "", err
	}
	d := Decision{Reason: Asked}
	if said.nothing {
		d.Reason = NoneHeld
	}
	if len(said.Blocks.BlockSet) > 0 {
		if rec, err = b.send(ctx, m, said.Reply, rec); err != nil {
			return b.unsent(ctx, m, a, d, rec, err)
		}
	}
	return d.Reason, b.record(ctx, m, a, d, rec)
}

// tooOften counts a mention, and tells the person where it is one too many.
func (b *Bot) tooOften(ctx context.Context, c command, r request) (bool, error) {
	earlier, err := b.store.Tallies(ctx, c.workspace, tallyMention, c.user, c.at.Add(-mentionSpan))
	if err != nil {
		return false, err
	}
	before := 0
	for _, t := range earlier {
		if t.ID != c.id && !t.At.After(c.at) {
			before++
		}
	}
	if before < mostMentions {
		return false, b.store.Tally(ctx, store.Tally{Workspace: c.workspace, Kind: tallyMention, Person: c.user, ID: c.id, N: 1, At: c.at})
	}
	w := b.question(ctx, r, c).words
	told := said(w.ask.tooOften(mostMentions)).Reply
	if err := b.desk.whisper(ctx, c.channel, c.user, told); !troubleOf(err).no() {
		return true, err
	}
	return true, nil
}
