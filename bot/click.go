package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
)

// Names of our buttons and of the block they stand in.
const (
	actionsBlock = "case"
	actDetails   = "details" // value: the language to show it in and the id of a case
	actShare     = "share"   // value: a request as JSON

	shortcutSimilar = "find_similar" // the message shortcut, as the app's manifest names it
)

// click is one press of one of our buttons, or one use of a shortcut on a message.
type click struct {
	workspace                           store.Workspace
	at                                  time.Time // when it was delivered
	channel, ts, user, userTeam         string    // ts is of the message with the button
	action, value, responseURL, trigger string
	message                             json.RawMessage // what a shortcut was used on
}

// lane has the votes in a channel counted one after the other. Everything else waits only for
// what the same person clicked before.
func (c click) lane() string {
	if c.action == actRight || c.action == actWrong {
		return "votes/" + c.channel
	}
	return "person/" + c.user
}

func clickFrom(payload json.RawMessage) click {
	p := object(payload)
	c := click{
		workspace: store.Workspace{Enterprise: object(p["enterprise"]).text("id"), Team: object(p["team"]).text("id")},
		channel:   object(p["channel"]).text("id"), ts: object(p["container"]).text("message_ts"),
		user: object(p["user"]).text("id"), userTeam: object(p["user"]).text("team_id"),
		responseURL: p.text("response_url"), trigger: p.text("trigger_id"),
	}
	var actions []fields
	if p.text("type") == "block_actions" && json.Unmarshal(p["actions"], &actions) == nil && len(actions) > 0 {
		c.action, c.value = actions[0].text("action_id"), strings.Join(inputOf(actions[0]), ",")
	}
	if p.text("type") == "message_action" {
		c.action, c.message = p.text("callback_id"), p["message"]
	}
	return c
}

// click does what the button says. Clicks on what is not ours, or no longer, do nothing.
func (b *Bot) click(ctx context.Context, c click) error {
	switch c.action {
	case actDetails:
		return b.details(ctx, c)
	case actShare:
		return b.share(ctx, c)
	case actRight, actWrong:
		return b.vote(ctx, c)
	case shortcutSimilar:
		return b.similar(ctx, c)
	}
	return nil
}

// details opens the whole case over the conversation. Where that comes too late, Slack takes
// three seconds for it, the person who clicked gets the case as a message.
func (b *Bot) details(ctx context.Context, c click) error {
	lang, id, _ := strings.Cut(c.value, " ")
	found := b.library().Case(id)
	w := wordsIn(lang)
	if found == nil {
		text := w.noSuchCase(cut(id, 40))
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(notice(text), para(new(line).text(text))))
	}
	view := slack.ModalViewRequest{
		Type:   slack.VTModal,
		Title:  slack.NewTextBlockObject(slack.PlainTextType, cut(found.ID, 24), false, false),
		Close:  slack.NewTextBlockObject(slack.PlainTextType, w.close, false, false),
		Blocks: slack.Blocks{BlockSet: wholeCase(found, w, lang, inModal)},
	}
	if _, err := b.desk.api.OpenViewContext(ctx, c.trigger, view); err != nil {
		b.log.Warn("views.open failed; showing the case in a message", "case", found.ID, "err", err)
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(notice(found.ID+" — "+found.Title.In(lang)), wholeCase(found, w, lang, inMessage)...))
	}
	return nil
}

// similar finds cases like the message a shortcut was used on, for the one who used it.
func (b *Bot) similar(ctx context.Context, c click) error {
	a, err := alert.Read(c.message)
	if err != nil {
		return fmt.Errorf("message shortcut: %w", err)
	}
	return b.ask(ctx, request{Find: cut(a.Text, maxAsked)}, command{channel: c.channel, user: c.user, responseURL: c.responseURL})
}

// share asks again what the private answer was asked, and shows the channel the answer; but
// not a channel that other companies read, or of which that cannot be told.
func (b *Bot) share(ctx context.Context, c click) error {
	var asked request
	if err := json.Unmarshal([]byte(c.value), &asked); err != nil || asked == (request{}) {
		return nil // a button of another making
	}
	w := wordsIn(b.lang(asked.Find))
	outside, err := b.desk.outside(ctx, c.channel)
	refused := ""
	switch {
	case err != nil:
		b.log.Warn("not shared: cannot tell who reads the channel", "channel", c.channel, "err", err)
		refused = w.readers
	case outside:
		refused = w.outside
	}
	if refused != "" {
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(refused, para(new(line).text(refused))))
	}
	r, found, err := b.reply(ctx, asked)
	if err != nil || !found {
		return err
	}
	if asked.Find != "" {
		r = newReply(r.Text, append([]slack.Block{small(w.asked(cut(asked.Find, 150)))}, r.Blocks.BlockSet...)...)
	}
	err = b.desk.respond(ctx, c.responseURL, r, true)
	if err == nil {
		return nil
	}
	failed := b.desk.whisper(ctx, c.channel, c.user, newReply(w.tooLate, para(new(line).text(w.tooLate))))
	return errors.Join(err, failed)
}
