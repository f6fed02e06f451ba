package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// A storm is told in one place. When a channel gets many replies within minutes, or an alert
// has waited so long that its answer is stale, the reply to one alert tells of those that
// follow, and they get none of their own.
const (
	stormSpan   = 5 * time.Minute  // in which so many replies make a storm, see Options.Storm
	stormLasts  = 10 * time.Minute // after its first alert, another reply begins
	staleAfter  = 2 * time.Minute  // between arrival and answer
	mostTold    = 30               // alerts that one reply names
	stormyUsual = 10
)

// stormy says whether an alert belongs to a storm.
func (b *Bot) stormy(ctx context.Context, m Message) (bool, error) {
	if m.ThreadTS != "" || m.Mention {
		return false, nil
	}
	if time.Since(m.taken) > staleAfter {
		return true, nil
	}
	n, err := b.store.Replies(ctx, m.Key.Workspace, m.Key.Channel, m.At().Add(-stormSpan))
	return n >= b.options.Storm, err
}

// gather tells of an alert in a reply for many: in the one that stands, or else in a new one.
func (b *Bot) gather(ctx context.Context, m Message, a matcher.Alert, d Decision, rec store.Record) (Reason, error) {
	host, ok, err := b.store.LastGathering(ctx, m.Key.Workspace, m.Key.Channel, m.At().Add(-stormLasts))
	if err != nil {
		return "", err
	}
	if begun, err := b.store.Begun(ctx, m.Key, kindReply); err != nil {
		return "", err
	} else if ok && begun { // an earlier try answers it in its own thread
		return b.speak(ctx, m, a, d, rec)
	}
	if !ok {
		if full, err := b.hourFull(ctx, m); err != nil {
			return "", err
		} else if full {
			d.Reason = ForNow
			return d.Reason, b.record(ctx, m, a, d, rec)
		}
		d.Reason = Storm
		lang := LanguageFor(m.in.Language, a.Text)
		rec.Key, rec.Title, rec.CaseIDs = m.Key, matcher.HideSecrets(a.Title), ids(d.Picks)
		r := b.renderGathering(ctx, []store.Record{rec}, lang)
		rec, err := b.send(ctx, m, r, rec)
		if err != nil {
			return b.unsent(ctx, m, a, d, rec, err)
		}
		return Storm, b.record(ctx, m, a, d, rec)
	}
	d.Reason = Gathered
	rec.ToldIn = host.Key.TS
	if err := b.record(ctx, m, a, d, rec); err != nil {
		return "", err
	}
	return Gathered, b.refresh(ctx, host.Key)
}

// gathering is the reply for many as it should stand now.
func (b *Bot) gathering(ctx context.Context, host store.Record, lang string) (r Reply, shown string, err error) {
	others, err := b.store.ToldIn(ctx, host.Key)
	if err != nil {
		return Reply{}, "", err
	}
	for _, o := range others {
		shown += fmt.Sprint(o.Key.TS, " ", o.Seen, " ")
	}
	return b.renderGathering(ctx, append([]store.Record{host}, others...), lang), shown, nil
}

// renderGathering shows alerts of one channel, each with the case that is most like it.
func (b *Bot) renderGathering(ctx context.Context, alerts []store.Record, lang string) Reply {
	w, library := wordsIn(lang), b.libraryFor(ctx, alerts[0].Key.Workspace, alerts[0].Key.Channel)
	first := w.storm(len(alerts))
	var lines []*line
	for _, rec := range alerts[:min(len(alerts), mostTold)] {
		l := new(line).text(cut(rec.Title, 120))
		if rec.Seen > 1 {
			l.text(fmt.Sprintf(" (%d×)", rec.Seen))
		}
		if len(rec.CaseIDs) > 0 {
			if c := library.Case(rec.CaseIDs[0]); c != nil {
				l.text(" → ").linked(cut(c.Title.In(lang), 150), caseLink(c))
			}
		}
		lines = append(lines, l)
	}
	block := para(new(line).text(first))
	block.Elements = append(block.Elements, bullets(lines...))
	blocks := []slack.Block{block}
	if more := len(alerts) - mostTold; more > 0 {
		blocks = append(blocks, small(w.more(more)))
	}
	r := newReply(first, append(blocks, slack.NewActionBlock(actionsBlock, quietMenu(w.quiet.menuAll, w)))...)
	r.Lang = lang
	return r
}
