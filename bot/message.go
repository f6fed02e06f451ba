package bot

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Message is one Slack message, as an event delivered it. Slack's shapes end here:
// only the words inside Raw are still Slack's, and bot/alert reads those.
type Message struct {
	Key      store.MessageKey // where it is; TS is the message's own time stamp, also for an edit
	ThreadTS string           // the thread it is a reply in; "" when it stands in the channel itself
	User     string           // the author, when a person or a modern bot
	BotID    string           // the author, when a bot
	AppID    string           // the app of the author, when a bot
	Subtype  string           // Slack's subtype, "" for a plain message
	Edited   bool             // the event tells of an edit
	EditedAt time.Time        // when it was edited; zero for a message that was not
	EventTS  string           // what tells this edit from others
	Shared   bool             // people of other companies read the channel
	Mention  bool             // a person mentions the bot in it; bots that do would be answered for ever
	Raw      json.RawMessage  // Slack's message object
	Previous json.RawMessage  // what an edited message was before, where Slack says

	held  store.Hold // the lane in which it is worked on
	taken time.Time  // when it was delivered
	in    Channel    // how the bot behaves where it stands
	alike string     // the fingerprint of the alert in it, "" where nobody has asked for it yet
}

// Thread is the time stamp a reply to m belongs under.
func (m Message) Thread() string {
	if m.ThreadTS != "" {
		return m.ThreadTS
	}
	return m.Key.TS
}

// At is when m was posted, by Slack's clock; zero when TS is not a time stamp.
func (m Message) At() time.Time { return timeOf(m.Key.TS) }

// When is when the event happened, by Slack's clock: the edit of an edited message, else
// its posting.
func (m Message) When() time.Time {
	if m.Edited {
		return m.EditedAt
	}
	return m.At()
}

// timeOf reads a Slack time stamp. It is good for showing and comparing times,
// never for naming a message: that is what the string is for.
func timeOf(ts string) time.Time {
	sec, frac, _ := strings.Cut(ts, ".")
	s, err := strconv.ParseInt(sec, 10, 64)
	if err != nil || s <= 0 {
		return time.Time{}
	}
	us, _ := strconv.ParseInt((frac + "000000")[:6], 10, 64)
	return time.Unix(s, us*1000).UTC()
}

// fingerprint names what the alert in m is about.
func (m Message) fingerprint(a matcher.Alert) string {
	if m.alike != "" {
		return m.alike
	}
	return alert.Fingerprint(a)
}

// byPerson says whether a person typed m, as far as Slack tells.
func (m Message) byPerson() bool { return m.BotID == "" && m.User != "" }

// Self is who the bot is in its workspace, as auth.test says.
type Self struct{ User, Bot, App string }

// wrote says whether the bot itself wrote m. Posts through a response_url carry a
// bot id and no user; posts of other apps carry their own ids.
func (s Self) wrote(m Message) bool {
	return s.User != "" && m.User == s.User || s.Bot != "" && m.BotID == s.Bot || s.App != "" && m.AppID == s.App
}

// mentionedIn says whether a text, as Slack sends it, mentions the bot.
func (s Self) mentionedIn(text string) bool {
	return s.User != "" && (strings.Contains(text, "<@"+s.User+">") || strings.Contains(text, "<@"+s.User+"|"))
}

// unnamed is a text without the mentions of the bot.
func (s Self) unnamed(text string) string {
	if s.User == "" {
		return text
	}
	for _, mark := range []string{"<@" + s.User + ">", "<@" + s.User + "|"} {
		for {
			before, after, ok := strings.Cut(text, mark)
			if !ok {
				break
			}
			if strings.HasSuffix(mark, "|") {
				if _, after, ok = strings.Cut(after, ">"); !ok {
					after = ""
				}
			}
			text = before + " " + after
		}
	}
	return text
}

// messageFrom translates an event. A Reason other than "" says why there is nothing to do.
func messageFrom(e event, self Self) (Message, Reason) {
	outer, event := e.outer, e.inner
	kind := event.text("type")
	if kind != "message" && kind != "app_mention" {
		return Message{}, Other
	}
	m := Message{
		Key: store.MessageKey{
			Workspace: e.workspace(),
			Channel:   event.text("channel"),
			TS:        event.text("ts"),
		},
		Subtype: event.text("subtype"),
		Shared:  outer.flag("is_ext_shared_channel"),
		Raw:     outer["event"],
	}
	if self.App == "" {
		self.App = outer.text("api_app_id")
	}
	switch m.Subtype {
	case "message_deleted":
		m.Key.TS = event.text("deleted_ts")
		return m, Gone
	case "message_changed":
		m.Edited, m.EventTS, m.EditedAt = true, m.Key.TS, timeOf(m.Key.TS) // so far m has the time of the event
		m.Raw, m.Previous = event["message"], event["previous_message"]
		event = object(m.Raw)
		m.Key.TS, m.Subtype = event.text("ts"), event.text("subtype")
	}
	m.from(event)
	m.Mention = m.byPerson() && (kind == "app_mention" || self.mentionedIn(event.text("text")))
	return m, quietAtOnce(m, self)
}

// from reads who wrote m, and in which thread.
func (m *Message) from(event fields) {
	m.ThreadTS, m.User = event.text("thread_ts"), event.text("user")
	if m.ThreadTS == m.Key.TS {
		m.ThreadTS = "" // so Slack marks the root of a thread, once it has replies
	}
	m.BotID, m.AppID = event.text("bot_id"), event.text("app_id")
	if m.AppID == "" {
		m.AppID = object(event["bot_profile"]).text("app_id")
	}
}

// quietAtOnce gives the reason to leave m alone that its envelope alone tells.
func quietAtOnce(m Message, self Self) Reason {
	switch {
	case m.Key.Channel == "" || m.Key.TS == "" || m.Key.Workspace.Team == "":
		return Other
	case self.wrote(m):
		return Own
	case m.Subtype == "tombstone":
		return Gone
	case m.Shared:
		return Outside
	}
	switch m.Subtype {
	case "", "bot_message", "file_share", "thread_broadcast":
		return ""
	}
	return Other
}
