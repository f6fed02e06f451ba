package bot

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestMessageFrom(t *testing.T) {
	self := Self{User: "USELF", Bot: "BSELF"}
	for _, c := range []struct {
		name, payload string
		want          Reason
		check         func(Message) bool
	}{
		{"a modern bot's post", `{"team_id":"T1","event":{"type":"message","channel":"C1","ts":"1.2","user":"U1","bot_id":"B1","bot_profile":{"app_id":"A1"}}}`, "",
			func(m Message) bool { return m.AppID == "A1" && !m.byPerson() && m.Thread() == "1.2" }},
		{"a reply belongs under the root", `{"team_id":"T1","event":{"type":"message","channel":"C1","ts":"5.1","thread_ts":"1.2","bot_id":"B1","subtype":"bot_message"}}`, "",
			func(m Message) bool { return m.Thread() == "1.2" }},
		{"also sent to the channel", `{"team_id":"T1","event":{"type":"message","subtype":"thread_broadcast","channel":"C1","ts":"5.1","thread_ts":"1.2","user":"U1"}}`, "", nil},
		{"an edit has the message's own time", `{"team_id":"T1","event":{"type":"message","subtype":"message_changed","channel":"C1","ts":"900.5","message":{"ts":"1.2","bot_id":"B1"},"previous_message":[]}}`, "",
			func(m Message) bool { return m.Key.TS == "1.2" && m.Edited && m.EditedAt.Unix() == 900 }},
		{"our own post", `{"team_id":"T1","event":{"type":"message","channel":"C1","ts":"1.2","user":"USELF","bot_id":"BSELF"}}`, Own, nil},
		{"our own post through a response URL", `{"team_id":"T1","event":{"type":"message","subtype":"bot_message","channel":"C1","ts":"1.2","bot_id":"BSELF"}}`, Own, nil},
		{"our own app, as the event names it", `{"team_id":"T1","api_app_id":"A9","event":{"type":"message","channel":"C1","ts":"1.2","bot_id":"B7","bot_profile":{"app_id":"A9"}}}`, Own, nil},
		{"a channel other companies read", `{"team_id":"T1","is_ext_shared_channel":true,"event":{"type":"message","channel":"C1","ts":"1.2","bot_id":"B1"}}`, Outside, nil},
		{"deleted", `{"team_id":"T1","event":{"type":"message","subtype":"message_deleted","channel":"C1","ts":"3.3","deleted_ts":"1.2"}}`, Gone, nil},
		{"a parent with replies was deleted", `{"team_id":"T1","event":{"type":"message","subtype":"message_changed","channel":"C1","ts":"3.3","message":{"ts":"1.2","subtype":"tombstone","user":"USLACKBOT"},"previous_message":[]}}`, Gone, nil},
		{"somebody joined", `{"team_id":"T1","event":{"type":"message","subtype":"channel_join","channel":"C1","ts":"1.2","user":"U1"}}`, Other, nil},
		{"an event not about messages", `{"team_id":"T1","event":{"type":"reaction_added","user":"U1"}}`, Other, nil},
		{"an event without an inner one", `{"type":"app_rate_limited","team_id":"T1"}`, Other, nil},
		{"odd types do not lose the rest", `{"team_id":"T1","enterprise_id":null,"event":{"type":"message","channel":"C1","ts":"1.2","bot_id":"B1","subtype":7,"bot_profile":[]}}`, "", nil},
		{"not an object", `[1]`, Other, nil},
		{"a mention", `{"team_id":"T1","event":{"type":"app_mention","channel":"C1","ts":"1.2","user":"U1","text":"<@USELF> kafka"}}`, "",
			func(m Message) bool { return m.Mention && m.byPerson() }},
	} {
		m, why := messageFrom(eventFrom(json.RawMessage(c.payload)), self)
		if why != c.want || c.check != nil && !c.check(m) {
			t.Errorf("%s: reason %q, want %q; message %+v", c.name, why, c.want, m)
		}
	}
	for _, subtype := range []string{"channel_join", "channel_topic", "channel_purpose", "bot_add", "pinned_item", "reminder_add", "channel_name", "me_message_of_the_future"} {
		payload := `{"team_id":"T1","event":{"type":"message","subtype":"` + subtype + `","channel":"C1","ts":"1.2","user":"U1","text":"kafka disk full"}}`
		if m, why := messageFrom(eventFrom(json.RawMessage(payload)), self); why != Other {
			t.Errorf("%s: reason %q, want %q; message %+v", subtype, why, Other, m)
		}
	}
}

// Every event Slack is known to send is translated without losing the message.
func TestMessageFromSamples(t *testing.T) {
	files, _ := filepath.Glob("../../shared/slack/samples/*/*.json")
	if len(files) == 0 {
		t.Skip("the sample folder is not beside the repository")
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m, why := messageFrom(eventFrom(raw), Self{User: "USELF"})
		if why == "" && (m.Key.Channel == "" || m.Key.TS == "" || object(m.Raw) == nil) {
			t.Errorf("%s: taken without place or content: %+v", f, m)
		}
		commandFrom(raw)
		clickFrom(raw)
	}
}
