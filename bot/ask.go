package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// request is what a person asks for, as they typed it after /incidentlib or a mention.
// It is also what a "Share to channel" button carries, so that a click asks again.
type request struct {
	Find string `json:"find,omitempty"` // text to find cases for
	Show string `json:"show,omitempty"` // id of a case to show whole
	// Neither is a request for help.
}

// maxAsked is how much of a request is read, in code points: written as JSON, where a quote
// takes two, it must fit into a button's value of 2,000.
const maxAsked = 900

// parseRequest reads a request. Words that are no command are text to find cases for; a
// command with nothing after it asks for help.
func parseRequest(text string) request {
	text = strings.TrimSpace(text)
	verb, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(verb) {
	case "", "help", "?", "도움말":
		return request{}
	case "show":
		if !strings.Contains(rest, " ") {
			return request{Show: cut(rest, maxAsked)}
		}
	case "search", "find":
		return request{Find: cut(rest, maxAsked)}
	}
	return request{Find: cut(text, maxAsked)}
}

// reply answers a request. found is false when there was nothing to show.
func (b *Bot) reply(ctx context.Context, r request) (reply Reply, found bool, err error) {
	lang := b.lang(r.Find)
	w := wordsIn(lang)
	switch {
	case r.Show != "":
		c := b.library().Case(r.Show)
		if c == nil {
			return b.noSuchCase(r.Show, w), false, nil
		}
		return newReply(notice(c.ID+" — "+c.Title.In(lang)), wholeCase(c, w, lang, inMessage)...), true, nil
	case r.Find != "":
		return b.search(ctx, r.Find, w, lang)
	}
	return help(lang), false, nil
}

// search answers a person's own words: whoever asks gets the nearest cases, however near.
func (b *Bot) search(ctx context.Context, text string, w *words, lang string) (Reply, bool, error) {
	a := alert.FromText(text)
	a.Kind = matcher.Problem
	wanted, err := matcher.ParseSearch(a.Text)
	if err != nil {
		return newReply(notice(err.Error()), para(new(line).text(err.Error()))), false, nil
	}
	cases, err := b.library().Search(ctx, wanted, Finds)
	if err != nil {
		return Reply{}, false, fmt.Errorf("find cases: %w", err)
	}
	d := Decide(a, cases, Eager)
	if len(d.Picks) == 0 {
		return newReply(notice(w.nothing), para(new(line).text(w.nothing)), small(w.asked(cut(text, 150)))), false, nil
	}
	first := w.unsure
	if len(wanted.Filters) > 0 {
		first = w.filtered
	}
	if d.Speak {
		first = w.sure(d.Confidence, who(d.Picks[0].Case))
	}
	return render(d, first, w, lang), true, nil
}

// asked answers a mention in its thread; when the question is edited, its answer is too.
func (b *Bot) asked(ctx context.Context, m Message, a matcher.Alert, rec store.Record) (Reason, error) {
	text := strings.ReplaceAll(a.Text, "@"+b.self.Load().User, " ")
	r, found, err := b.reply(ctx, parseRequest(text))
	if err != nil {
		return "", err
	}
	d := Decision{Reason: NoneHeld}
	if found {
		d.Reason = Answered
	}
	rec, err = b.send(ctx, m, r, rec)
	if err != nil {
		return b.unsent(ctx, m, a, d, rec, err)
	}
	return d.Reason, b.record(ctx, m, a, d, rec)
}

// noSuchCase names the ids that look like the one asked for.
func (b *Bot) noSuchCase(id string, w *words) Reply {
	text := w.noSuchCase(cut(id, 40))
	blocks := []slack.Block{para(new(line).text(text))}
	var near []string
	for _, c := range b.library().Cases() {
		if len(near) < 5 && closeIDs(c.ID, id) {
			near = append(near, c.ID)
		}
	}
	if len(near) > 0 {
		blocks = append(blocks, small("→ "+strings.Join(near, ", ")))
	}
	return newReply(notice(text), blocks...)
}

// closeIDs says whether two ids differ by little: the same digits, or one digit.
func closeIDs(a, b string) bool {
	digits := func(s string) string {
		return strings.TrimLeft(strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s), "0")
	}
	x, y := digits(a), digits(b)
	if x == "" || y == "" || len(x) != len(y) {
		return false
	}
	var differ int
	for i := range len(x) {
		if x[i] != y[i] {
			differ++
		}
	}
	return differ <= 1
}

// shareable adds the button that shows a private answer to the channel.
func shareable(r Reply, asked request, w *words) Reply {
	var value strings.Builder
	out := json.NewEncoder(&value)
	out.SetEscapeHTML(false) // "<" would take six
	if err := out.Encode(asked); err != nil || utf8.RuneCountInString(value.String()) > 2000 {
		return r
	}
	share := button(actShare, strings.TrimSpace(value.String()), w.share)
	blocks := r.Blocks.BlockSet
	if last, ok := blocks[len(blocks)-1].(*slack.ActionBlock); ok {
		last.Elements.ElementSet = append(last.Elements.ElementSet, share)
		return r
	}
	return newReply(r.Text, append(blocks, slack.NewActionBlock(actionsBlock, share))...)
}
