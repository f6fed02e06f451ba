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
	for _, s := range []string{"a < b && c > d", "<!here|x> <@U1> &amp;", "https://a.b/c?d=e&f.", "@dana. @channel- #alerts", "<|x> <a|>", "``` `x` :a: ```", "가나 <https://x|라>", "https://a.b/" + strings.Repeat("\x8b", 1500), `{"attachments":[{"fields":[null,1]}],"blocks":[{"type":"section","text":5}]}`} {
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
