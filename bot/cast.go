package bot

import (
	"encoding/json"
	"regexp"
)

// A cast puts parts in the place of people: who wrote in a thread is a responder, by the order in
// which they came, and who is only named is a colleague.
type cast struct {
	words *ownWords
	parts map[string]int // of those who wrote, by user id
	bot   string         // the bot's own user id
}

func castOf(messages []json.RawMessage, self Self, w *ownWords) cast {
	c := cast{w, map[string]int{}, self.User}
	for _, raw := range messages {
		f := object(raw)
		if m := (Message{User: f.text("user"), BotID: f.text("bot_id")}); m.byPerson() && c.parts[m.User] == 0 {
			c.parts[m.User] = len(c.parts) + 1
		}
	}
	return c
}

func (c cast) part(user string) string {
	switch n := c.parts[user]; {
	case user == c.bot && user != "":
		return "incidentlib"
	case n > 0:
		return c.words.responder(n)
	}
	return c.words.colleague
}

// named is how Slack names a person within a text.
var personNamed = regexp.MustCompile(`<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>`)

// text is a text of Slack with parts for names.
func (c cast) text(s string) string {
	return personNamed.ReplaceAllStringFunc(s, func(found string) string {
		return c.part(personNamed.FindStringSubmatch(found)[1])
	})
}

// nameless is a message with parts for names. One that is no JSON stays as it is.
func (c cast) nameless(raw json.RawMessage) json.RawMessage {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	out, err := json.Marshal(c.play(v))
	if err != nil {
		return raw
	}
	return out
}

func (c cast) play(v any) any {
	switch v := v.(type) {
	case string:
		return c.text(v)
	case []any:
		for i := range v {
			v[i] = c.play(v[i])
		}
	case map[string]any:
		if user, ok := v["user_id"].(string); ok && v["type"] == "user" { // a name in rich text
			return map[string]any{"type": "text", "text": c.part(user)}
		}
		for key := range v {
			v[key] = c.play(v[key])
		}
	}
	return v
}
