package bot

import (
	"context"
	"encoding/json"
	"time"

	"incidentlib/bot/store"
)

// command is one use of /incidentlib, of a mention, or of a button that asks.
type command struct {
	workspace                                 store.Workspace
	channel, user, text, responseURL, trigger string
	userName                                  string    // where Slack gives it
	userTeam                                  string    // the team of the user where it is told, "" elsewhere
	thread, ts                                string    // of a mention: its thread, "" for one in the channel itself, and its own time stamp
	id                                        string    // what tells it from all others
	at                                        time.Time // when it was made
	shared                                    bool      // the answer was seen by the person already, and is now for all
	retried                                   bool      // an earlier try failed, and the person was told so
}

func commandFrom(payload json.RawMessage) command {
	p := object(payload)
	return command{
		workspace: store.Workspace{Enterprise: p.text("enterprise_id"), Team: p.text("team_id")},
		channel:   p.text("channel_id"), user: p.text("user_id"), userName: p.text("user_name"), text: p.text("text"),
		responseURL: p.text("response_url"), trigger: p.text("trigger_id"),
	}
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
