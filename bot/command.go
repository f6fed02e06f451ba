package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
)

// command is one use of /incidentlib.
type command struct {
	workspace                  store.Workspace
	channel, user, userName    string
	text, responseURL, trigger string
	at                         time.Time // when it was delivered
}

func commandFrom(payload json.RawMessage) command {
	p := object(payload)
	return command{
		workspace: store.Workspace{Enterprise: p.text("enterprise_id"), Team: p.text("team_id")},
		channel:   p.text("channel_id"), user: p.text("user_id"), userName: p.text("user_name"), text: p.text("text"),
		responseURL: p.text("response_url"), trigger: p.text("trigger_id"),
	}
}

func (b *Bot) command(ctx context.Context, c command) error {
	if r, ok := hushRequestFrom(c.text); ok {
		return b.quietCommand(ctx, r, c)
	}
	return b.ask(ctx, parseRequest(alert.FromText(c.text).Text), c)
}

// ask answers a request to the one who made it alone, with a button to share what was found.
func (b *Bot) ask(ctx context.Context, asked request, c command) error {
	w := wordsIn(b.lang(asked.Find))
	r, found, err := b.reply(ctx, asked)
	if err != nil {
		r = newReply(w.failed, para(new(line).text(w.failed)))
	} else if found {
		r = shareable(r, asked, w)
	}
	return errors.Join(err, b.private(ctx, c.responseURL, c.channel, c.user, r))
}

// private shows a reply to one person: through the response URL, or, when that is used up
// or expired, as a message only they see.
func (b *Bot) private(ctx context.Context, responseURL, channel, user string, r Reply) error {
	err := b.desk.respond(ctx, responseURL, r, false)
	if err == nil {
		return nil
	}
	b.log.Warn("response URL failed; posting to the person instead", "channel", channel, "user", user, "err", err)
	return b.desk.whisper(ctx, channel, user, r)
}
