package bot

import (
	"context"
	"regexp"
	"strings"
	"time"

	"incidentlib/bot/store"
)

// hushRequest is "quiet …" as a person typed it: nothing more asks for the list.
type hushRequest struct {
	alert string // a message as messageNamed reads it, "last", or "" for the thread it was asked in
	span  string // as it was typed; "off" ends a mute
}

// hushRequestFrom reads a request to keep quiet in a text as Slack sends it. ok is false for text
// that only begins with the word: "quiet neighbour" may be what somebody looks for.
func hushRequestFrom(text string) (r hushRequest, ok bool) {
	text = slackUser.ReplaceAllString(text, " ")
	text = strings.ReplaceAll(slackLink.ReplaceAllString(text, "$1"), "&amp;", "&")
	w := strings.Fields(text)
	if len(w) == 0 || len(w) > 4 || !isOneOf(w[0], "quiet", "mute", "조용히") {
		return r, false
	}
	w = w[1:]
	if len(w) > 0 && (isOneOf(w[0], "last", "마지막") || namesMessage(w[0])) {
		r.alert, w = w[0], w[1:]
	} else if len(w) > 0 && !isOneOf(w[0], "until", "off", "해제") && !beginsWithDigit.MatchString(w[0]) {
		if _, isSpan := spanOf(w[0]); !isSpan {
			return r, false
		}
	}
	if len(w) == 2 && isOneOf(w[0], "until", "for") {
		w = w[1:]
	}
	r.span = strings.Join(w, " ")
	return r, true
}

var (
	slackLink       = regexp.MustCompile(`<(https?://[^|>]+)(?:\|[^>]*)?>`)
	slackUser       = regexp.MustCompile(`<@[^>]*>`)
	beginsWithDigit = regexp.MustCompile(`^[0-9]`)
)

func isOneOf(word string, those ...string) bool {
	for _, t := range those {
		if strings.EqualFold(word, t) {
			return true
		}
	}
	return false
}

// asking says who asks to keep quiet, where and when.
type asking struct {
	workspace       store.Workspace
	channel, thread string // thread is "" where it was not asked in one
	by              doer
	at              time.Time
}

// hushAsked does what a person asked for, and says how it stands.
func (b *Bot) hushAsked(ctx context.Context, r hushRequest, where asking, w *words) (Reply, error) {
	say := func(text string) (Reply, error) { return newReply(notice(text), para(new(line).text(text))), nil }
	if r == (hushRequest{}) {
		return b.mutes(ctx, where.workspace, where.channel, where.at, w)
	}
	s, isSpan := spanOf(r.span)
	off := isOneOf(r.span, "off", "해제")
	if !isSpan && !off {
		return say(w.quiet.noSpan(cut(r.span, 40)))
	}
	rec, why, err := b.alertAsked(ctx, r.alert, where, w)
	switch {
	case err != nil:
		return Reply{}, err
	case why != "":
		return say(why)
	case rec.Fingerprint == "":
		return say(w.quiet.nameless)
	case off:
		m, was, err := b.unhush(ctx, where.workspace, where.channel, rec.Fingerprint, where.by.id, where.at)
		if err != nil {
			return Reply{}, err
		}
		if !was {
			return say(w.quiet.wasNot(cut(rec.Title, 150)))
		}
		return say(w.quiet.ended(cut(m.Title, 150)))
	}
	m, err := b.hush(ctx, rec, s, where.by, where.at)
	return newReply(notice(m.Title), muteBlocks(m, w)...), err
}

// alertAsked is the record of the alert a person means, or why there is none.
func (b *Bot) alertAsked(ctx context.Context, named string, where asking, w *words) (rec store.Record, why string, err error) {
	p, linked := messageNamed(named)
	switch {
	case named == "" && where.thread == "":
		return rec, w.quiet.which, nil
	case named == "":
		p.ts = where.thread
	case !linked:
		rec, ok, err := b.store.LastAlert(ctx, where.workspace, where.channel)
		if !ok {
			why = w.quiet.noLast
		}
		return rec, why, err
	case p.channel != where.channel:
		return rec, w.quiet.elsewhere, nil
	}
	for _, ts := range nonEmpty(p.ts, p.thread) {
		rec, ok, err := b.recordOf(ctx, where.workspace, permalink{channel: where.channel, ts: ts})
		if ok || err != nil {
			return rec, "", err
		}
	}
	return rec, w.quiet.unknown, nil
}

// quietAsked answers "quiet …", typed after /incidentlib or in a mention.
func (b *Bot) quietAsked(ctx context.Context, q question) (answer, error) {
	r, ok := hushRequestFrom("quiet " + q.Of) // and not q.text: a click has none, and the verb has other names
	if !ok {
		return said(q.words.quiet.which), nil
	}
	if why := b.notOurs(ctx, q); why != "" {
		return said(why), nil
	}
	where := asking{workspace: q.workspace, channel: q.channel, thread: q.thread, by: doer{q.user, q.userName}, at: q.at}
	told, err := b.hushAsked(ctx, r, where, q.words)
	return answer{Reply: told}, err
}

// aHush takes which alert, and for how long.
func aHush(rest string) bool {
	_, ok := hushRequestFrom("quiet " + rest)
	return ok
}
