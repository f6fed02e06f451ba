package workspace_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/workspace"
)

// FuzzPost posts any text, as a tool and as a person, and any JSON. Nothing may
// panic, and what Slack stored once it stores unchanged a second time.
func FuzzPost(f *testing.F) {
	for _, s := range []string{"a < b && c > d", "<!here|x> <@U1> &amp;", "https://a.b/c?d=e&f.", "@dana. @channel- #alerts", "<|x> <a|>", "``` `x` :a: ```", "가나 <https://x|라>", "<https://<", "https://a.b?c&amp;", "https://a.b/" + strings.Repeat("\x8b", 1500), `{"attachments":[{"fields":[null,1]}],"blocks":[{"type":"section","text":5}]}`} {
		f.Add(s)
	}
	ws := workspace.New(workspace.Options{})
	dana := ws.AddUser("Dana")
	ch := ws.AddChannel(workspace.Channel{Name: "alerts"})
	app := ws.Install(workspace.App{Name: "incidentlib"})
	if err := ws.Invite(ch, app.BotUser); err != nil {
		f.Fatal(err)
	}
	text := func(t *testing.T, ts string) string {
		return object(t, ws.Thread(ch, ts)[0])["text"].(string)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw, _ := json.Marshal(map[string]string{"text": s})
		ts, err := ws.PostAs(alertmanager, ch, raw)
		if err != nil {
			t.Fatal(err)
		}
		once := text(t, ts)
		raw, _ = json.Marshal(map[string]string{"text": once})
		again, err := ws.PostAs(alertmanager, ch, raw)
		if err != nil {
			t.Fatal(err)
		}
		if twice := text(t, again); twice != once {
			t.Errorf("stored %q as %q, and that as %q", s, once, twice)
		}
		said, err := ws.Say(dana, ch, "", s)
		if (err != nil) != (s == "") {
			t.Errorf("Say(%q): %v", s, err)
		}
		odd, _ := ws.PostAs(workspace.Bot{Name: "Odd"}, ch, json.RawMessage(s))
		for _, ts := range []string{ts, again, said, odd} {
			if ts != "" && ws.Delete(ch, ts) != nil {
				t.Errorf("a message that was posted cannot be deleted")
			}
		}
	})
}

// FuzzCall calls any method with any JSON object. Every answer must be JSON: a
// handler that panics drops the connection.
func FuzzCall(f *testing.F) {
	methods := []string{
		"chat.postMessage", "chat.update", "chat.postEphemeral", "chat.delete", "conversations.history", "conversations.replies", "conversations.list",
		"conversations.info", "reactions.add", "views.open", "views.update", "views.publish", "users.conversations", "users.list", "conversations.members",
	}
	for i := range methods {
		for _, in := range []string{
			`{"channel":"CH","user":"U00000002","text":"x","ts":"1","blocks":[null,1,{"type":"section","fields":[null]},{"type":"actions","elements":[{}]},{"type":"input"}]}`,
			`{"channel":"CH","attachments":[{"blocks":[{"type":"table","rows":[1]}],"fields":{}},null],"metadata":{"event_type":"t","event_payload":{}},"limit":-1,"cursor":"after:-9"}`,
			`{"view":{"type":"modal","title":null,"blocks":[{"type":"input","element":{"type":"static_select","options":[{}]}}]},"oldest":"x.y","latest":"9.","thread_ts":5}`,
			`{"user_id":"U00000002","view":{"type":"home","blocks":[{"type":"context","elements":[{"type":"mrkdwn"}]}]},"types":",","name":"a","timestamp":{}}`,
		} {
			f.Add(i, in)
		}
	}
	w := newFuzzWorld(f)
	f.Fuzz(func(t *testing.T, i int, in string) {
		var a map[string]any
		if json.Unmarshal([]byte(strings.ReplaceAll(in, "CH", w.channel)), &a) != nil {
			return
		}
		w.t = t
		if _, got := w.call(methods[uint(i)%uint(len(methods))], w.app.BotToken, a); got["ok"] == nil {
			t.Errorf("answer = %v", got)
		}
	})
}

func newFuzzWorld(f *testing.F) *world {
	w := &world{Workspace: workspace.New(workspace.Options{}), ctx: f.Context()}
	srv, err := w.Start("127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { srv.Close() })
	w.srv, w.app, w.dana = srv, w.Install(workspace.App{Name: "incidentlib", Home: true}), w.AddUser("Dana")
	w.channel = w.AddChannel(workspace.Channel{Name: "alerts"})
	if err := w.Invite(w.channel, w.app.BotUser); err != nil {
		f.Fatal(err)
	}
	return w
}

func TestStoppedClock(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	at := time.Date(2026, 1, 5, 3, 0, 0, 0, time.UTC)
	w.SetTime(at)
	one, two := w.post(alertmanager, `{"text":"1"}`), w.post(alertmanager, `{"text":"2"}`)
	w.SetTime(at) // the same time again: the stamps already given stay unique
	three := w.post(alertmanager, `{"text":"3"}`)
	if one != "1767582000.000000" || two != "1767582000.000001" || three != "1767582000.000002" {
		t.Errorf("stamps %s, %s, %s", one, two, three)
	}
	w.SetTime(at.Add(-time.Hour))
	earlier := w.post(alertmanager, `{"text":"0"}`)
	all := w.Messages(w.channel)
	if first := object(t, all[0]); first["ts"] != earlier {
		t.Errorf("the first message is %v, want the earliest, %s", first, earlier)
	}
}
