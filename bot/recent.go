package bot

import (
	"context"
	"fmt"

	"incidentlib/bot/store"
)

// lately are the last alerts of the channel that were dealt with, the latest first. What people
// asked, and what is counted in an earlier alert, are not among them.
func (b *Bot) lately(ctx context.Context, q question, most int) ([]store.Record, error) {
	all, err := b.store.Lately(ctx, q.workspace, q.channel, 20*most)
	if err != nil {
		return nil, err
	}
	var out []store.Record
	for _, rec := range all {
		switch Reason(rec.Reason) {
		case Asked, NoneHeld, Repeat, Gone, Enough:
			continue
		}
		if len(out) < most {
			out = append(out, rec)
		}
	}
	return out, nil
}

const (
	usualRecent = 8
	mostRecent  = 20
)

// recent lists the last alerts of the channel and what was said of them.
func (b *Bot) recent(ctx context.Context, q question) (answer, error) {
	most := usualRecent
	if _, err := fmt.Sscan(q.Of, &most); err != nil || most < 1 {
		most = usualRecent
	}
	lately, err := b.lately(ctx, q, min(most, mostRecent))
	w := q.words
	if err != nil || len(lately) == 0 {
		return said(w.ask.noneLately), err
	}
	var lines []*line
	for _, rec := range lately {
		l := new(line).when(timeOf(rec.Key.TS)).text(" · " + cut(rec.Title, 100))
		if rec.Seen > 1 {
			l.text(fmt.Sprintf(" (%d×)", rec.Seen))
		}
		if !rec.ResolvedAt.IsZero() {
			l.text(" ✅")
		}
		lines = append(lines, b.saidOf(l, rec, q))
	}
	block := para(new(line).bold(w.ask.lately))
	block.Elements = append(block.Elements, bullets(lines...))
	return answer{Reply: newReply(notice(w.ask.lately), block), again: q.request}, nil
}

// saidOf adds what was said of an alert: the case that was told, or why none was.
func (b *Bot) saidOf(l *line, rec store.Record, q question) *line {
	if len(rec.CaseIDs) > 0 && (rec.ReplyTS != "" || rec.ToldIn != "") {
		if c := q.library.Case(rec.CaseIDs[0]); c != nil {
			return l.text(" → ").linked(cut(c.Title.In(q.lang), 120), caseLink(c)).text(" · " + c.ID)
		}
	}
	return l.text(" — " + q.words.ask.reason(Reason(rec.Reason)))
}
