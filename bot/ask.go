package bot

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/matcher"
)

// request is what a person asks for, as they typed it after /incidentlib or a mention.
// It is also what buttons carry, so that a click asks again.
type request struct {
	Verb string `json:"verb,omitempty"` // the name of a verb; "" is help
	Of   string `json:"of,omitempty"`   // what stands behind it
	Lang string `json:"lang,omitempty"` // to answer in; "" is that of the channel, or else of the request
}

// question is a request with who makes it and where, and the words to answer in.
type question struct {
	request
	command
	lang    string
	words   *words
	library *matcher.Library // what may be told where it is asked
}

// answer is what a verb comes to. One without blocks was given in another way, as by a modal.
type answer struct {
	Reply
	nothing bool    // there is no case to show
	again   request // what "Share to channel" asks again; zero where there is nothing to share
}

// said is an answer of one sentence.
func said(text string) answer {
	return answer{Reply: newReply(notice(text), para(new(line).text(text)))}
}

// read reads a request out of what somebody typed, as Slack sends it.
func (b *Bot) read(raw string) request {
	raw = b.self.Load().unnamed(raw)
	r := parseRequest(alert.Words(permalinkWhole.ReplaceAllString(raw, " ")))
	if v := verbNamed(r.Verb); v != nil && v.linked {
		if p, ok := permalinkIn(raw); ok {
			r.Of = strings.TrimSpace(p.String() + " " + r.Of)
		}
	}
	return r
}

// slackToken is a mention or a link as Slack writes it, or a filter: they are in no language.
var slackToken = regexp.MustCompile(`<[^<>]*>|\S+:\S+`)

// question makes one of a request.
func (b *Bot) question(ctx context.Context, r request, c command) question {
	if r.Lang == "" {
		r.Lang = b.lang(ctx, c.workspace, c.channel, slackToken.ReplaceAllString(c.text, " ")+" "+r.Of)
	}
	return question{request: r, command: c, lang: r.Lang, words: wordsIn(r.Lang), library: b.libraryFor(ctx, c.workspace, c.channel)}
}

// reply answers a request.
func (b *Bot) reply(ctx context.Context, r request, c command) (answer, error) {
	v := verbNamed(r.Verb)
	if v == nil {
		v = verbNamed("help")
	}
	return v.do(b, ctx, b.question(ctx, r, c))
}

// command answers a use of /incidentlib.
func (b *Bot) command(ctx context.Context, c command) error {
	return b.ask(ctx, b.read(c.text), c)
}

// ask answers a request to the one who made it alone, with a button to share what was found.
func (b *Bot) ask(ctx context.Context, r request, c command) error {
	q := b.question(ctx, r, c)
	if in, err := b.channel(ctx, c.workspace, c.channel); err == nil && in.Mode == ChannelOff && !r.whereOff() {
		return b.private(ctx, c.responseURL, c.channel, c.user, said(q.words.settings.off).Reply)
	}
	a, err := b.reply(ctx, r, c)
	switch {
	case err != nil && c.retried: // they know; while the state is away it fails twice a second
		return err
	case err != nil:
		return errors.Join(err, b.private(ctx, c.responseURL, c.channel, c.user, said(q.words.failed).Reply))
	}
	if len(a.Blocks.BlockSet) == 0 {
		return nil
	}
	if a.again != (request{}) {
		a.again.Lang = q.lang
		a.Reply = shareable(a.Reply, a.again, q.words)
	}
	return b.private(ctx, c.responseURL, c.channel, c.user, a.Reply)
}

// whereOff says whether a request is answered where the bot is switched off: what it holds of a
// channel can be seen, and taken from it, all the same.
func (r request) whereOff() bool {
	return slices.Contains([]string{"settings", "privacy", "forget"}, r.Verb)
}

// again asks what a button carries, for the one who clicked it: what was meant, most often.
func (b *Bot) again(ctx context.Context, c click) error {
	var r request
	if err := json.Unmarshal([]byte(c.value), &r); err != nil || verbNamed(r.Verb) == nil {
		return nil // a button of another making
	}
	if why := b.outsider(ctx, c); why != "" {
		return b.private(ctx, c.responseURL, c.channel, c.user, said(why).Reply)
	}
	return b.ask(ctx, r, c.command())
}

// outsider is what to tell a person who may be of another company; "" for one who is not.
func (b *Bot) outsider(ctx context.Context, c click) string {
	w := wordsIn(b.lang(ctx, c.workspace, c.channel, ""))
	if b.voteless(ctx, c, w) != "" {
		return w.ask.outsider
	}
	return ""
}

// command is a click as one who asks.
func (c click) command() command {
	return command{
		workspace: c.workspace, channel: c.channel, user: c.user, userTeam: c.userTeam,
		responseURL: c.responseURL, trigger: c.trigger, at: c.at, id: c.id, retried: c.retried,
	}
}

// shareable adds the button that shows a private answer to the channel.
func shareable(r Reply, again request, w *words) Reply {
	return withButton(r, actShare, again, w.share)
}

// withButton adds a button that carries a request, where it fits into one.
func withButton(r Reply, action string, carried request, label string) Reply {
	var value strings.Builder
	out := json.NewEncoder(&value)
	out.SetEscapeHTML(false) // "<" would take six
	if err := out.Encode(carried); err != nil || utf8.RuneCountInString(value.String()) > 2000 {
		return r
	}
	added := button(action, strings.TrimSpace(value.String()), label)
	blocks := r.Blocks.BlockSet
	if last, ok := blocks[len(blocks)-1].(*slack.ActionBlock); ok {
		last.Elements.ElementSet = append(last.Elements.ElementSet, added)
		return r
	}
	next := newReply(r.Text, append(blocks, slack.NewActionBlock(actionsBlock, added))...)
	next.Lang = r.Lang
	return next
}
