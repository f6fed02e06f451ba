package workspace_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/workspace"
)

// deed posts to the page's API and returns status and answer.
func (w *world) deed(path string, in args) (int, map[string]any) {
	w.t.Helper()
	body, err := json.Marshal(in)
	w.must(err)
	resp, err := http.Post(w.srv.URL+"/ui/"+path, "application/json", bytes.NewReader(body))
	w.must(err)
	defer resp.Body.Close()
	var o map[string]any
	w.must(json.NewDecoder(resp.Body).Decode(&o))
	return resp.StatusCode, o
}

func TestOnlyThisMachineIsServed(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	for _, c := range []struct {
		method, path, host, origin string
		want                       int
	}{
		{"GET", "/ui/state", "", "", 200},
		{"GET", "/ui/state", "localhost:80", "", 200},
		{"GET", "/ui/state", "evil.example", "", 403},
		{"POST", "/ui/post", "", "https://evil.example", 403},
		{"POST", "/ui/post", "", "null", 403},
		{"POST", "/api/auth.test", "", "https://evil.example", 403},
		{"POST", "/ui/delete", "", w.srv.URL, 400},
		{"GET", "/ui/post", "", "", 405},
		{"GET", "/static/../workspace.go", "", "", 404},
		{"GET", "/nothing", "", "", 404},
	} {
		r, err := http.NewRequest(c.method, w.srv.URL+c.path, strings.NewReader("{}"))
		w.must(err)
		if c.host != "" {
			r.Host = c.host
		}
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		resp, err := http.DefaultClient.Do(r)
		w.must(err)
		resp.Body.Close()
		if resp.StatusCode != c.want {
			t.Errorf("%s %s for %q from %q = %d, want %d", c.method, c.path, c.host, c.origin, resp.StatusCode, c.want)
		}
	}
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "nonsense"} {
		if _, err := workspace.New(workspace.Options{}).Start(addr); err == nil || !strings.Contains(err.Error(), "loopback") {
			t.Errorf("Start(%q): %v, want a refusal that names the remedy", addr, err)
		}
	}
}

func TestPermalinkLeadsToThePage(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	start := w.post(alertmanager, `{"text":"x"}`)
	reply, err := w.Say(w.dana, w.channel, start, "y")
	w.must(err)
	stay := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, ts := range []string{start, reply} {
		_, got := w.call("chat.getPermalink", w.app.BotToken, args{"channel": w.channel, "message_ts": ts})
		resp, err := stay.Get(got["permalink"].(string))
		w.must(err)
		resp.Body.Close()
		if to := resp.Header.Get("Location"); to != "/#/"+w.channel+"/"+start {
			t.Errorf("the link %s leads to %q, want the thread of %s", got["permalink"], to, start)
		}
	}
}

func TestStateOfThePage(t *testing.T) {
	w := newWorld(t, workspace.Options{Team: "Acme"})
	w.AddChannel(workspace.Channel{Name: "hidden", Private: true})
	status, posted := w.deed("post", args{"channel": w.channel, "text": "hello <b> @here"})
	if status != 200 {
		t.Fatalf("post: %d %v", status, posted)
	}
	resp, err := http.Get(w.srv.URL + "/ui/state")
	w.must(err)
	defer resp.Body.Close()
	var s struct {
		Team     struct{ Name string }
		Me       string
		Users    []struct{ ID string }
		Channels []struct {
			ID      string
			Members int
		}
		Apps []struct {
			Commands  []struct{ Command string }
			Shortcuts []struct{ CallbackID string }
			Home      bool
		}
		Messages map[string][]map[string]any
		Notices  []struct{ Who, TS string }
	}
	w.must(json.NewDecoder(resp.Body).Decode(&s))
	if s.Team.Name != "Acme" || s.Me != w.dana || len(s.Users) != 2 || len(s.Channels) != 1 || s.Channels[0].Members != 2 {
		t.Errorf("state = %+v: want one channel, since Dana is not in the private one", s)
	}
	if a := s.Apps[0]; a.Commands[0].Command != "/incidentlib" || len(a.Shortcuts) != 2 || !a.Home {
		t.Errorf("apps = %+v", s.Apps)
	}
	said := s.Messages[w.channel]
	if last := said[len(said)-1]; last["ts"] != posted["ts"] || last["text"] != "hello &lt;b&gt; <!here>" || s.Notices[0].TS != posted["ts"] {
		t.Errorf("last message = %v, notices %v", last, s.Notices)
	}
}

func TestDeedsOfThePage(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	ok := func(path string, in args) map[string]any {
		t.Helper()
		status, out := w.deed(path, in)
		if status != 200 {
			t.Fatalf("%s %v: %d %v", path, in, status, out)
		}
		return out
	}
	ts := ok("post", args{"channel": w.channel, "as": "Grafana", "webhook": true, "message": args{"attachments": []any{args{"title": "CPU"}}}})["ts"].(string)
	if m := object(t, w.Thread(w.channel, ts)[0]); m["username"] != "Grafana" {
		t.Errorf("posted as a bot: %v", m)
	}
	ok("edit", args{"channel": w.channel, "ts": ts, "message": args{"text": "resolved"}})
	own := ok("post", args{"channel": w.channel, "thread_ts": ts, "text": "me", "broadcast": true})["ts"].(string)
	ok("edit", args{"channel": w.channel, "ts": own, "text": "me too"})
	if m := object(t, w.Thread(w.channel, ts)[1]); m["text"] != "me too" || m["subtype"] != "thread_broadcast" || m["edited"] == nil {
		t.Errorf("own reply: %v", m)
	}
	for range 3 { // on, off, on
		ok("react", args{"channel": w.channel, "ts": ts, "name": "eyes"})
	}
	if m := object(t, w.Thread(w.channel, ts)[0]); m["text"] != "resolved" || len(m["reactions"].([]any)) != 1 {
		t.Errorf("the bot's post: %v", m)
	}
	ok("delete", args{"channel": w.channel, "ts": own})
	ok("shortcut", args{"callback_id": "similar", "channel": w.channel, "ts": ts})
	w.next(seen)
	ok("command", args{"channel": w.channel, "text": "/incidentlib x"})
	_, opened := w.call("views.open", w.app.BotToken, args{"trigger_id": w.next(seen)["trigger_id"], "view": modal("ask")})
	view := opened["view"].(args)["id"]
	ok("view/submit", args{"view_id": view, "state": args{"values": args{"ask": args{"typed": args{"type": "plain_text_input", "value": "x"}}}}})
	if p := w.next(seen); p["type"] != "view_submission" || p["view"].(args)["state"].(args)["values"].(args)["ask"] == nil {
		t.Errorf("payload = %v", p)
	}
	button := w.postButtons("")
	ok("action", args{"channel": w.channel, "ts": button, "block_id": "b", "action_id": "pick", "type": "static_select", "selected_option": option(1, 1)})
	if p := w.next(seen); p["actions"].([]any)[0].(args)["selected_option"] == nil {
		t.Errorf("payload = %v", p)
	}
	ok("home", args{"app": w.app.ID})
	minjun := w.AddUser("Minjun")
	w.must(w.Invite(w.channel, minjun))
	ok("me", args{"user": minjun})
	ts = ok("post", args{"channel": w.channel, "text": "hi"})["ts"].(string)
	if m := object(t, w.Thread(w.channel, ts)[0]); m["user"] != minjun {
		t.Errorf("after acting as Minjun: %v", m)
	}
	for path, in := range map[string]args{
		"post": {"channel": "C404", "text": "x"}, "edit": {"channel": w.channel, "ts": "1.0"}, "me": {"user": "U404"}, "view/close": {"view_id": "V404"},
		"command": {"channel": w.channel, "text": "/incidentlib x", "thread_ts": ts},
	} {
		if status, out := w.deed(path, in); status != 400 || out["error"] == "" {
			t.Errorf("%s %v = %d %v, want a refusal", path, in, status, out)
		}
	}
}

func TestStream(t *testing.T) {
	w := newWorld(t, workspace.Options{Deadline: 20 * time.Millisecond})
	resp, err := http.Get(w.srv.URL + "/ui/stream")
	w.must(err)
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Scan() // the greeting: from here on nothing is missed
	next := func(want string) map[string]any {
		t.Helper()
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				lines.Scan()
				if name == want {
					return object(t, json.RawMessage(strings.TrimPrefix(lines.Text(), "data: ")))
				}
			}
		}
		t.Fatalf("the stream ended before %s", want)
		return nil
	}
	ts := w.post(alertmanager, `{"text":"<!here> disk"}`)
	if e := next("message"); e["channel"] != w.channel || e["message"].(args)["ts"] != ts {
		t.Errorf("message = %v", e)
	}
	if e := next("notice"); e["who"] != "@here (2)" || e["ts"] != ts {
		t.Errorf("notice = %v", e)
	}
	w.must(w.EditAs(w.channel, ts, json.RawMessage(`{"text":"ok"}`), true))
	if e := next("changed"); e["message"].(args)["text"] != "ok" {
		t.Errorf("changed = %v", e)
	}
	w.must(w.Delete(w.channel, ts))
	if e := next("deleted"); e["ts"] != ts {
		t.Errorf("deleted = %v", e)
	}
	w.call("chat.postEphemeral", w.app.BotToken, args{"channel": w.channel, "user": w.dana, "text": "psst"})
	if e := next("ephemeral"); e["message"].(args)["text"] != "psst" || e["user"] != w.dana {
		t.Errorf("ephemeral = %v", e)
	}
	if status, out := w.deed("command", args{"channel": w.channel, "text": "/incidentlib x"}); status != 200 || out["ok"] != false {
		t.Errorf("a command nobody answers: %d %v", status, out)
	}
	if e := next("toast"); !strings.Contains(e["text"].(string), "operation_timeout") {
		t.Errorf("toast = %v", e)
	}
	w.AddUser("Minjun")
	if e := next("user"); e["user"].(args)["real_name"] != "Minjun" {
		t.Errorf("user = %v", e)
	}
}
