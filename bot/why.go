package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// meantMessage is the message that a request is about: the one of a link, or the last alert of
// the channel; in a thread, its first message. A message of another channel is not told of, for
// who asks may not be allowed to read it there. why says what is wrong with the request.
func (b *Bot) meantMessage(ctx context.Context, q question) (p permalink, why string, err error) {
	first, _, _ := strings.Cut(q.Of, " ")
	if p, ok := readPermalink(first); ok {
		if p.channel != q.channel {
			return p, q.words.ask.elsewhere, nil
		}
		return p, "", nil
	}
	if first == "" && q.thread != "" {
		return permalink{channel: q.channel, ts: q.thread}, "", nil
	}
	lately, err := b.lately(ctx, q, 1)
	if err != nil || len(lately) == 0 {
		return p, q.words.ask.noneLately, err
	}
	return permalink{channel: q.channel, ts: lately[0].Key.TS, thread: lately[0].ThreadTS}, "", nil
}

// explain says why a message was answered or not: the reason that was kept, what came near, and
// what was missing. What came near is found anew, for only ids are kept.
func (b *Bot) explain(ctx context.Context, q question) (answer, error) {
	p, why, err := b.meantMessage(ctx, q)
	if err != nil || why != "" {
		return said(why), err
	}
	rec, known, err := b.recordOf(ctx, q.workspace, p)
	if err != nil {
		return answer{}, err
	}
	if known {
		p.ts, p.thread = rec.Key.TS, rec.ThreadTS // the link may be to the reply
	}
	raw, there, err := b.desk.messageAt(ctx, p)
	if err != nil {
		return answer{}, err
	}
	if !there && !known {
		return said(q.words.ask.unknown), nil
	}
	var a matcher.Alert
	var today Decision
	if there {
		if a, today, err = b.decideAgain(ctx, q, p, raw); err != nil {
			return answer{}, err
		}
	}
	return answer{Reply: b.explanation(ctx, q, p, rec, a, today)}, nil
}

// recordOf is what is kept of a message, or of the alert that it is the reply to.
func (b *Bot) recordOf(ctx context.Context, w store.Workspace, p permalink) (store.Record, bool, error) {
	rec, ok, err := b.store.Get(ctx, store.MessageKey{Workspace: w, Channel: p.channel, TS: p.ts})
	if err != nil || ok {
		return rec, ok, err
	}
	return b.store.ByReply(ctx, w, p.channel, p.ts)
}

// decideAgain decides about a message as it would be decided today.
func (b *Bot) decideAgain(ctx context.Context, q question, p permalink, raw []byte) (matcher.Alert, Decision, error) {
	a, err := alert.Read(raw)
	if err != nil {
		return a, Decision{Reason: NoWords}, nil
	}
	f := object(raw)
	m := Message{
		Key:  store.MessageKey{Workspace: q.workspace, Channel: p.channel, TS: p.ts},
		User: f.text("user"), BotID: f.text("bot_id"), AppID: f.text("app_id"), Subtype: f.text("subtype"), ThreadTS: p.thread, Raw: raw,
	}
	m.Mention = m.byPerson() && b.self.Load().mentionedIn(f.text("text"))
	why := quietAtOnce(m, *b.self.Load())
	if why == "" {
		why = quiet(m, a)
	}
	d, err := b.decide(ctx, b.standing(ctx, q), a)
	if why != "" {
		d.Reason, d.Speak = why, false
	}
	return a, d, err
}

// explanation puts it into words. rec is zero where nothing is kept, today where the message
// cannot be read any more.
func (b *Bot) explanation(ctx context.Context, q question, p permalink, rec store.Record, a matcher.Alert, today Decision) Reply {
	w := q.words
	title := rec.Title
	if title == "" {
		title = a.Title
	}
	lines := []*line{new(line).bold(cut(title, 200)).text(" ").when(timeOf(p.ts))}
	reason := Reason(rec.Reason)
	if reason == "" {
		lines = append(lines, new(line).text(w.ask.unkept))
		reason = today.Reason
	}
	lines = append(lines, new(line).text(w.ask.reason(reason)))
	if rec.Reason != "" && today.Reason != "" && w.ask.reason(today.Reason) != w.ask.reason(reason) && !followed(reason) {
		lines = append(lines, new(line).text(w.ask.today(w.ask.reason(today.Reason))))
	}
	if len(today.Picks) > 0 {
		care := b.options.Care
		if c, err := b.channel(ctx, q.workspace, q.channel); err == nil {
			care = c.Care
		}
		lines = append(lines, new(line).text(w.ask.howSure(percent(today.Confidence), percent(care.Least()))))
	}
	blocks := []slack.Block{para(lines...)}
	if len(today.Picks) > 0 {
		blocks = append(blocks, nearMisses(today, q, b.names(q.lang)))
	} else if len(rec.CaseIDs) > 0 {
		blocks = append(blocks, small("→ "+strings.Join(rec.CaseIDs, ", ")))
	}
	return newReply(notice(w.ask.reason(reason)), blocks...)
}

// followed says whether a reason tells of what went before, so that the message alone would be
// decided about in another way.
func followed(why Reason) bool {
	switch why {
	case Answered, Asked, Repeat, Updated, Closed, Storm, Gathered, Gone, Enough:
		return true
	}
	return false
}

// nearMisses lists cases with what was found of each, and what was not.
func nearMisses(d Decision, q question, names func(slug string) string) *slack.RichTextBlock {
	w := q.words
	block := para(new(line).bold(w.ask.nearest))
	for _, m := range d.Picks {
		title := new(line).linked(cut(m.Case.Title.In(q.lang), 140), caseLink(m.Case)).text(" · " + m.Case.ID)
		block.Elements = append(block.Elements, bullets(title))
		var told []*line
		if found := quoted(strong(m.Evidence), 4, w, q.lang); len(found) > 0 {
			told = append(told, new(line).text(w.ask.found+": "+strings.Join(found, ", ")))
		}
		if lacked := lacked(LacksOf(m), names); lacked != "" {
			told = append(told, new(line).text(w.ask.lacked+": "+lacked))
		}
		if len(told) > 0 {
			under := bullets(told...)
			under.Indent = 1
			block.Elements = append(block.Elements, under)
		}
	}
	return block
}

// strong is the evidence that weighs at least a tenth of the first.
func strong(evidence []matcher.Evidence) []matcher.Evidence {
	return slices.DeleteFunc(slices.Clone(evidence), func(e matcher.Evidence) bool { return e.Weight*10 < evidence[0].Weight })
}

// lacked lists the first of what was missing, the most telling first.
func lacked(l Lacks, names func(slug string) string) string {
	var out []string
	for _, some := range [][]string{l.Signals, l.Symptoms, l.Components, l.Mechanisms} {
		for _, s := range some[:min(len(some), 2)] {
			if s = cut(names(s), 60); !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, ", ")
}

func percent(share float64) int { return int(share*100 + 0.5) }

// when adds a date that each reader sees in their own time zone.
func (l *line) when(at time.Time) *line {
	if at.IsZero() {
		return l
	}
	plain := at.UTC().Format("2006-01-02 15:04 UTC")
	l.parts = append(l.parts, slack.NewRichTextSectionDateElement(at.Unix(), "{date_short_pretty} {time}", nil, &plain))
	return l
}
