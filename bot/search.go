package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/matcher"
)

// search answers a person's own words: whoever asks gets the nearest cases, however near.
func (b *Bot) search(ctx context.Context, q question) (answer, error) {
	if q.Of == "" {
		q.Of = q.Verb
		return b.help(ctx, q)
	}
	w := q.words
	a := problemFrom(q.Of)
	wanted, err := matcher.ParseSearch(a.Text)
	if faulty, ok := errors.AsType[matcher.FilterError](err); ok {
		return said(w.ask.badFilter(cut(faulty.Field, 40), cut(faulty.Value, 40))), nil
	}
	if err != nil {
		return said(w.ask.manyFilters), nil
	}
	return b.nearest(ctx, q, a, wanted)
}

// like answers the text of a message. What looks like a filter in it is text as well.
func (b *Bot) like(ctx context.Context, q question) (answer, error) {
	if q.Of == "" {
		q.Of = "search"
		return b.help(ctx, q)
	}
	a := problemFrom(q.Of)
	return b.nearest(ctx, q, a, matcher.Search{Words: a.Text})
}

// problemFrom reads a person's own words as those of an alert.
func problemFrom(text string) matcher.Alert {
	a := alert.FromText(text)
	a.Kind = matcher.Problem
	if a.Text == "" {
		a.Text = text // such as "show more", which is no word of an alert
	}
	return a
}

// nearest shows the cases that are nearest to what is wanted.
func (b *Bot) nearest(ctx context.Context, q question, a matcher.Alert, wanted matcher.Search) (answer, error) {
	w := q.words
	cases, err := q.library.Search(ctx, wanted, Finds)
	if err != nil {
		return answer{}, fmt.Errorf("find cases: %w", err)
	}
	d := Decide(a, cases, Eager)
	if len(d.Picks) == 0 {
		r := newReply(notice(w.nothing), para(new(line).text(w.nothing)), small(w.asked(cut(q.Of, 150))))
		return answer{Reply: b.withMeant(r, q, wanted), nothing: true}, nil
	}
	first := w.unsure
	if len(wanted.Filters) > 0 {
		first = w.filtered
	}
	if d.Speak {
		first = w.sure(d.Confidence, who(d.Picks[0].Case))
	}
	r := render(d, first, w, q.lang)
	if !d.Speak {
		r = b.withMeant(r, q, wanted)
	}
	return answer{Reply: r, again: q.request}, nil
}

// withMeant adds what was most likely meant, where a search may be a slip of the fingers.
func (b *Bot) withMeant(r Reply, q question, s matcher.Search) Reply {
	meant, ok := b.meant(q.Of, s)
	if !ok || q.shared || q.Verb == likeMessage {
		return r
	}
	if p, linked := permalinkIn(q.text); linked && verbNamed(meant.Verb).linked { // a search leaves links out
		meant.Of = strings.TrimSpace(p.String() + " " + meant.Of)
	}
	return withSuggestion(r, q, meant)
}

// withSuggestion adds "did you mean", with a button for each.
func withSuggestion(r Reply, q question, meant ...request) Reply {
	var buttons []slack.BlockElement
	for i, m := range meant {
		m.Lang = q.lang
		one := withButton(newReply("", small("-")), fmt.Sprintf("%s/%d", actAsk, i), m, m.typed(q.lang))
		if last, ok := one.Blocks.BlockSet[len(one.Blocks.BlockSet)-1].(*slack.ActionBlock); ok {
			buttons = append(buttons, last.Elements.ElementSet...)
		}
	}
	if len(buttons) == 0 {
		return r
	}
	var typed []string
	for _, m := range meant {
		typed = append(typed, m.typed(q.lang))
	}
	blocks := append(r.Blocks.BlockSet, small(q.words.ask.meant(strings.Join(typed, " · "))), slack.NewActionBlock(meantBlock, buttons...))
	next := newReply(r.Text, blocks...)
	next.Lang = r.Lang
	return next
}

// typed is how a person types a request.
func (r request) typed(lang string) string {
	v := verbNamed(r.Verb)
	if v == nil || r.Verb == "search" || r.Verb == likeMessage {
		return r.Of
	}
	if r.Of == "" {
		return v.called(lang)
	}
	return v.called(lang) + " " + v.told(r.Of, lang)
}
