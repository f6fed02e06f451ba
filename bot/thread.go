package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// lookAtThread finds the cases that are nearest to what a thread is about: its first message,
// the alerts in it, or what people write there, whichever a case fits best.
func (b *Bot) lookAtThread(ctx context.Context, q question) (answer, error) {
	if q.thread == "" {
		return b.help(ctx, q)
	}
	w := q.words
	messages, err := b.desk.thread(ctx, q.channel, q.thread)
	switch {
	case err != nil && !troubleOf(err).no():
		return answer{}, fmt.Errorf("read the thread: %w", err)
	case err != nil:
		b.log.Warn("cannot read the thread", "channel", q.channel, "err", err)
		a := said(w.ask.unreadable)
		a.nothing = true
		return a, nil
	}
	about := b.topics(messages, q.ts)
	best := Decision{}
	for i, a := range about {
		d, err := b.decide(ctx, b.standing(ctx, q), a)
		if err != nil {
			return answer{}, err
		}
		if i == 0 || d.Confidence > best.Confidence {
			best = d
		}
	}
	q.lang = b.lang(ctx, q.workspace, q.channel, textOf(about)) // a mention without words has no language
	w = wordsIn(q.lang)
	looked := small(w.ask.looked(len(about)))
	if len(best.Picks) == 0 {
		return answer{Reply: newReply(notice(w.nothing), para(new(line).text(w.nothing)), looked), nothing: true}, nil
	}
	first := w.unsure
	if best.Confidence >= Eager.Least() {
		first = w.sure(best.Confidence, who(best.Picks[0].Case))
	}
	r := render(best, first, w, q.lang)
	r.Blocks.BlockSet = append(r.Blocks.BlockSet[:1:1], append([]slack.Block{looked}, r.Blocks.BlockSet[1:]...)...)
	return answer{Reply: r}, nil
}

// mostTopics is how many messages of a thread are looked up.
const mostTopics = 6

// topics are what a thread may be about. What the bot wrote, and the mention itself, are not.
func (b *Bot) topics(messages []json.RawMessage, mention string) []matcher.Alert {
	self := *b.self.Load()
	var out []matcher.Alert
	var talk []string
	for i, raw := range messages {
		f := object(raw)
		m := Message{User: f.text("user"), BotID: f.text("bot_id"), AppID: f.text("app_id")}
		a, err := alert.Read(raw)
		if err != nil || f.text("ts") == mention || self.wrote(m) || a.Kind == matcher.Empty {
			continue
		}
		if m.byPerson() {
			if !self.mentionedIn(f.text("text")) {
				talk = append(talk, a.Text)
			}
			if i > 0 {
				continue
			}
		} else if i > 0 && a.Kind != matcher.Problem && a.Kind != matcher.Recovery {
			continue
		}
		if a.Kind = matcher.Problem; len(out) < mostTopics {
			out = append(out, a)
		}
	}
	if len(talk) > 1 || len(talk) > 0 && len(out) == 0 { // else it is the first message over again
		a := alert.FromText(cut(strings.Join(talk, "\n"), 4000))
		a.Kind = matcher.Problem
		out = append(out, a)
	}
	return out
}

func textOf(all []matcher.Alert) string {
	var out []string
	for _, a := range all {
		out = append(out, a.Text)
	}
	return strings.Join(out, "\n")
}

// standing is a message that stands where a question was asked.
func (b *Bot) standing(ctx context.Context, q question) Message {
	m := Message{Key: store.MessageKey{Workspace: q.workspace, Channel: q.channel, TS: q.ts}}
	in, err := b.channel(ctx, q.workspace, q.channel)
	if err != nil {
		in = Channel{Care: b.options.Care}
	}
	m.in = in
	return m
}
