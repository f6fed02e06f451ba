package bot

import (
	"cmp"
	"context"
	"encoding/json"
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
	actAsk       = "ask"     // value: a request as JSON; "/" and a number follow
	meantBlock   = "meant"

	shortcutSimilar = "find_similar" // the message shortcut, as the app's manifest names it
)

// click is one press of one of our buttons, or one use of a shortcut on a message.
type click struct {
	workspace                           store.Workspace
	at, sent                            time.Time // when it was delivered; when it was made, by Slack's clock
	id                                  string    // of its item
	channel, ts                         string    // ts is of the message with the button
	user, userName, userTeam            string
	action, value, responseURL, trigger string
	view, meta                          string          // of a click in a modal: its id, and what the bot gave it
	hidden                              bool            // the message with the button is seen by that person only
	message                             json.RawMessage // what a shortcut was used on
	home                                bool            // it was in the Home tab
	hash                                string          // of the view it was in, "" for a message
	held                                store.Hold      // the lane in which it is worked on
	retried                             bool            // an earlier try failed
}

// lane has the votes and mutes in a channel done one after the other. Everything else waits only for
// what the same person clicked before.
func (c click) lane() string {
	switch c.action {
	case actRight, actWrong, actQuiet, actUnquiet:
		return store.Person + "votes/" + c.channel
	case actUnmute:
		channel, _, _ := strings.Cut(c.value, " ")
		return store.Person + "votes/" + channel
	}
	return store.Person + c.user
}

func clickFrom(payload json.RawMessage) click {
	p := object(payload)
	c := click{
		workspace: store.Workspace{Enterprise: object(p["enterprise"]).text("id"), Team: object(p["team"]).text("id")},
		channel:   object(p["channel"]).text("id"), ts: object(p["container"]).text("message_ts"),
		user: object(p["user"]).text("id"), userTeam: object(p["user"]).text("team_id"),
		userName:    cmp.Or(object(p["user"]).text("name"), object(p["user"]).text("username")),
		responseURL: p.text("response_url"), trigger: p.text("trigger_id"), hidden: object(p["container"]).flag("is_ephemeral"),
		view: object(p["view"]).text("id"), meta: object(p["view"]).text("private_metadata"),
	}
	if view := object(p["view"]); view != nil {
		c.home, c.hash = view.text("type") == "home", view.text("hash")
	}
	var actions []fields
	if p.text("type") == "block_actions" && json.Unmarshal(p["actions"], &actions) == nil && len(actions) > 0 {
		c.action, _, _ = strings.Cut(actions[0].text("action_id"), "/")
		c.value = strings.Join(inputOf(actions[0]), ",")
		c.sent = timeOf(actions[0].text("action_ts"))
	}
	if p.text("type") == "message_action" {
		c.action, c.message = p.text("callback_id"), p["message"]
	}
	return c.behind()
}

// click does what the button says. Clicks on what is not ours, or no longer, do nothing.
func (b *Bot) click(ctx context.Context, c click) error {
	switch action, _, _ := strings.Cut(c.action, "/"); action { // of several alike in a message, what follows tells them apart
	case actAsk:
		return b.again(ctx, c)
	case actForget:
		return b.forgetChannel(ctx, c)
	case actStep, actKnew, actNot, actNext:
		return b.turnCard(ctx, c, action)
	case actDetails:
		return b.details(ctx, c)
	case actLang, actRelated:
		return b.inDetails(ctx, c)
	case actShare:
		return b.share(ctx, c)
	case actRight, actWrong:
		return b.vote(ctx, c)
	case actSettings:
		return b.configure(ctx, c.asker())
	case actUngovern:
		return b.ungovern(ctx, c)
	case actUnmute:
		return b.unmute(ctx, c)
	case actQuiet, actUnquiet:
		return b.quietClick(ctx, c)
	case shortcutSimilar:
		return b.similar(ctx, c)
	case shortcutSave:
		return b.teachFromThread(ctx, c)
	case actWrite:
		return b.teachMissing(ctx, c)
	case actOwnEdit, actOwnDelete, actOwnRestore, actOwnShare:
		return b.ownClick(ctx, c)
	}
	return nil
}

// similar finds cases like the message a shortcut was used on, for the one who used it.
func (b *Bot) similar(ctx context.Context, c click) error {
	a, err := alert.Read(c.message)
	if err != nil {
		return fmt.Errorf("message shortcut: %w", err)
	}
	return b.ask(ctx, request{Verb: likeMessage, Of: cut(a.Text, maxAsked)}, c.command())
}

// share asks again what the private answer was asked, and shows the channel the answer; but
// not a channel that other companies read, or of which that cannot be told.
func (b *Bot) share(ctx context.Context, c click) error {
	var asked request
	if err := json.Unmarshal([]byte(c.value), &asked); err != nil {
		return nil // a button of another making
	}
	if v := verbNamed(asked.Verb); v == nil || !v.shares {
		return nil
	}
	w := b.question(ctx, asked, c.command()).words
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
	asking := c.command()
	asking.shared = true
	a, err := b.reply(ctx, asked, asking)
	switch {
	case err != nil:
		return err
	case a.nothing: // by now, as when the case is gone
		return b.private(ctx, c.responseURL, c.channel, c.user, a.Reply)
	}
	r := a.Reply
	if asked.Verb == "search" || asked.Verb == likeMessage {
		r = newReply(r.Text, append([]slack.Block{small(w.asked(cut(asked.Of, 150)))}, r.Blocks.BlockSet...)...)
	}
	shared := letter{to: store.MessageKey{Workspace: c.workspace, Channel: c.channel, TS: c.id}, kind: actShare, held: c.held, taken: c.at}
	_, err = b.publish(ctx, shared, r)
	if err == nil || troubleOf(err) == passing {
		return err
	}
	return b.shareByURL(ctx, c, shared.to, r, w) // the bot is not in that channel
}

// shareByURL shows the channel an answer through the response URL of the click: once, however often
// it is called, for nobody can look whether it is there when Slack's answer is lost.
func (b *Bot) shareByURL(ctx context.Context, c click, to store.MessageKey, r Reply, w *words) error {
	e, err := b.store.Begin(ctx, c.held, to, actShare+"-url")
	if err != nil {
		return err
	}
	if !e.Begun {
		if err = b.desk.respond(ctx, c.responseURL, r, true); err == nil {
			return nil
		}
		b.log.Warn("response URL failed; not tried again, for it may be there", "channel", c.channel, "err", err)
	}
	if err := b.desk.whisper(ctx, c.channel, c.user, newReply(w.tooLate, para(new(line).text(w.tooLate)))); err != nil {
		b.log.Warn("who shared it cannot be told that it may not be there", "channel", c.channel, "err", err)
	}
	return nil
}
