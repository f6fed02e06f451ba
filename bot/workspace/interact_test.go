package workspace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"incidentlib/bot/workspace"
)

// responder answers each interaction by its type, or a command by its name, with
// what answers holds for it.
func (w *world) responder(answers map[string]any) (seen chan map[string]any) {
	seen = make(chan map[string]any, 100)
	w.connect(func(r *socketmode.Request) (any, bool) {
		p := object(w.t, r.Payload)
		kind, _ := p["type"].(string)
		if c, ok := p["command"].(string); ok {
			kind = c
		}
		if r.Type != socketmode.RequestTypeEventsAPI {
			seen <- p
		}
		return answers[kind], true
	})
	return seen
}

// respond posts to a response_url and returns the status.
func (w *world) respond(url any, body string) int {
	w.t.Helper()
	resp, err := http.Post(url.(string), "application/json", strings.NewReader(body))
	w.must(err)
	resp.Body.Close()
	return resp.StatusCode
}

func TestCommand(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(map[string]any{"/incidentlib": args{"text": "looking for <it>"}})
	w.must(w.Command(w.dana, w.channel, "/incidentlib disk full, @Dana & #alerts"))
	p := w.next(seen)
	if want := "disk full, <@" + w.dana + "> &amp; <#" + w.channel + "|alerts>"; p["text"] != want || p["user_id"] != w.dana || p["channel_name"] != "alerts" {
		t.Errorf("payload = %v, want the text %q", p, want)
	}
	hidden := w.Ephemerals(w.dana, w.channel)
	if len(hidden) != 1 || object(t, hidden[0])["text"] != "looking for &lt;it&gt;" {
		t.Errorf("ephemerals = %s", hidden)
	}
	if err := w.Command(w.dana, w.channel, "/nothing"); err == nil || !strings.Contains(err.Error(), "not a valid command") {
		t.Errorf("unknown command: %v", err)
	}
}

func TestCommandNobodyAnswers(t *testing.T) {
	w := newWorld(t, workspace.Options{Deadline: 20 * time.Millisecond})
	w.connect(func(*socketmode.Request) (any, bool) { return nil, false })
	var toast *workspace.ToastError
	if err := w.Command(w.dana, w.channel, "/incidentlib x"); !errors.As(err, &toast) || !strings.Contains(toast.Text, "operation_timeout") {
		t.Errorf("err = %v, want operation_timeout", err)
	}
	for _, d := range w.Deliveries() {
		if d.Kind == "slash_commands" && d.Attempt > 0 {
			t.Error("a command was sent again: only events are")
		}
	}
}

func TestResponseURL(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	w.must(w.Command(w.dana, w.channel, "/incidentlib x"))
	url := w.next(seen)["response_url"]
	if got := w.respond(url, `{"text":"only you"}`); got != 200 || len(w.Ephemerals(w.dana, w.channel)) != 1 {
		t.Errorf("ephemeral answer: %d, %s", got, w.Ephemerals(w.dana, w.channel))
	}
	if got := w.respond(url, `{"text":"all","response_type":"in_channel"}`); got != 200 {
		t.Errorf("public answer: %d", got)
	}
	e := w.inner("the public answer", func(e map[string]any) bool { return e["text"] == "all" })
	if e["subtype"] != "bot_message" || e["bot_id"] != w.app.BotID || e["user"] != nil {
		t.Errorf("event = %v, want a bot_message without a user", e)
	}
	if got := w.respond(url, `nonsense`); got != 404 {
		t.Errorf("nonsense: %d", got)
	}
	for i := range 3 {
		if got := w.respond(url, fmt.Sprintf(`{"text":"%d"}`, i)); got != 200 {
			t.Errorf("use %d: %d", i+3, got)
		}
	}
	if got := w.respond(url, `{"text":"one too many"}`); got != 404 {
		t.Errorf("sixth use: %d, want 404", got)
	}
	calls := w.Calls()
	if last := calls[len(calls)-1]; last.Method != "response_url" || last.Error != "used_url" {
		t.Errorf("last call = %+v", last)
	}
}

func TestResponseURLExpires(t *testing.T) {
	w := newWorld(t, workspace.Options{ResponseURLLife: time.Nanosecond})
	seen := w.responder(nil)
	w.must(w.Command(w.dana, w.channel, "/incidentlib x"))
	if got := w.respond(w.next(seen)["response_url"], `{"text":"late"}`); got != 404 {
		t.Errorf("status = %d, want 404", got)
	}
}

const withButton = `{"text":"choose","blocks":[{"type":"actions","block_id":"b","elements":[
	{"type":"button","action_id":"yes","value":"1","text":{"type":"plain_text","text":"Yes"}},
	{"type":"static_select","action_id":"pick","options":[{"value":"x","text":{"type":"plain_text","text":"X"}}]}]}]}`

// postButtons posts withButton as the app.
func (w *world) postButtons(thread string) (ts string) {
	w.t.Helper()
	a := object(w.t, json.RawMessage(withButton))
	a["channel"], a["thread_ts"] = w.channel, thread
	_, got := w.call("chat.postMessage", w.app.BotToken, a)
	if got["ok"] != true {
		w.t.Fatal(got)
	}
	return got["ts"].(string)
}

func TestClick(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	start := w.post(alertmanager, `{"text":"disk full"}`)
	ts := w.postButtons(start)
	w.must(w.Click(w.dana, w.channel, ts, "yes"))
	p := w.next(seen)
	action := p["actions"].([]any)[0].(map[string]any)
	if action["action_id"] != "yes" || action["block_id"] != "b" || action["value"] != "1" || p["user"].(args)["id"] != w.dana {
		t.Errorf("payload = %v", p)
	}
	if m := p["message"].(args); m["ts"] != ts || m["thread_ts"] != start || p["container"].(args)["message_ts"] != ts {
		t.Errorf("message = %v", m)
	}
	w.respond(p["response_url"], `{"text":"done","replace_original":true}`)
	if m := object(t, w.Thread(w.channel, start)[1]); m["text"] != "done" || m["blocks"] != nil {
		t.Errorf("after replace_original: %v", m)
	}
	w.respond(p["response_url"], `{"delete_original":true}`)
	if len(w.Thread(w.channel, start)) != 1 {
		t.Error("delete_original left the message")
	}
	if err := w.Click(w.dana, w.channel, start, "yes"); err == nil {
		t.Error("clicking on another bot's message gave no error")
	}
}

func TestChooseAndEphemeral(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	a := object(t, json.RawMessage(withButton))
	a["channel"], a["user"] = w.channel, w.dana
	_, got := w.call("chat.postEphemeral", w.app.BotToken, a)
	ts := got["message_ts"].(string)
	w.must(w.Choose(w.dana, w.channel, ts, "pick", "x"))
	p := w.next(seen)
	chosen := p["actions"].([]any)[0].(args)["selected_option"].(args)
	if chosen["value"] != "x" || p["message"] != nil || p["container"].(args)["is_ephemeral"] != true {
		t.Errorf("payload = %v", p)
	}
	if err := w.Choose(w.dana, w.channel, ts, "pick", "y"); err == nil {
		t.Error("an option that is not there gave no error")
	}
	w.respond(p["response_url"], `{"text":"thanks","replace_original":true}`)
	if e := object(t, w.Ephemerals(w.dana, w.channel)[0]); e["text"] != "thanks" || e["ts"] != ts {
		t.Errorf("after replace_original: %v", e)
	}
	w.respond(p["response_url"], `{"delete_original":true}`)
	if left := w.Ephemerals(w.dana, w.channel); len(left) != 0 {
		t.Errorf("after delete_original: %s", left)
	}
	for _, m := range w.Messages(w.channel) {
		if bytes.Contains(m, []byte("thanks")) {
			t.Error("an ephemeral message is in the channel's history")
		}
	}
}

func TestShortcuts(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	start := w.post(alertmanager, `{"text":"disk full"}`)
	reply, err := w.Say(w.dana, w.channel, start, "and inodes")
	w.must(err)
	w.must(w.Shortcut(w.dana, w.channel, reply, "similar"))
	p := w.next(seen)
	if p["type"] != "message_action" || p["message"].(args)["thread_ts"] != start || p["channel"].(args)["id"] != w.channel {
		t.Errorf("payload = %v", p)
	}
	w.respond(p["response_url"], `{"text":"like that","response_type":"in_channel"}`)
	if len(w.Thread(w.channel, start)) != 3 {
		t.Error("the answer to a shortcut on a reply is not in its thread")
	}
	w.must(w.Shortcut(w.dana, "", "", "ask"))
	if p := w.next(seen); p["type"] != "shortcut" || p["callback_id"] != "ask" || p["message"] != nil {
		t.Errorf("payload = %v", p)
	}
	if err := w.Shortcut(w.dana, w.channel, start, "ask"); err == nil {
		t.Error("a global shortcut worked on a message")
	}
}

func TestTriggers(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	w.must(w.Command(w.dana, w.channel, "/incidentlib x"))
	trigger := w.next(seen)["trigger_id"]
	open := func() map[string]any {
		_, got := w.call("views.open", w.app.BotToken, args{"trigger_id": trigger, "view": modal("ask")})
		return got
	}
	if got := open(); got["ok"] != true {
		t.Errorf("first use: %v", got)
	}
	if got := open(); got["error"] != "exchanged_trigger_id" {
		t.Errorf("second use: %v", got)
	}

	w = newWorld(t, workspace.Options{TriggerLife: time.Nanosecond})
	seen = w.responder(nil)
	w.must(w.Command(w.dana, w.channel, "/incidentlib x"))
	trigger = w.next(seen)["trigger_id"]
	if got := open(); got["error"] != "expired_trigger_id" {
		t.Errorf("late use: %v", got)
	}
}

func TestLegacyButton(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	_, got := w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "attachments": []any{
		args{"text": "?", "callback_id": "c", "actions": []any{args{"name": "n", "type": "button", "text": "Go", "value": "v"}}}}})
	w.must(w.ClickLegacy(w.dana, w.channel, got["ts"].(string), "1", "n", "v"))
	p := w.next(seen)
	if p["type"] != "interactive_message" || p["callback_id"] != "c" || p["actions"].([]any)[0].(args)["value"] != "v" {
		t.Errorf("payload = %v", p)
	}
}

func TestHome(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(acknowledgeAll)
	w.must(w.OpenHome(w.dana, w.app.ID))
	e := w.inner("the first opening", func(e map[string]any) bool { return e["type"] == "app_home_opened" })
	if e["user"] != w.dana || e["tab"] != "home" || e["view"] != nil {
		t.Errorf("event = %v", e)
	}
	block := slack.NewSectionBlock(slack.NewTextBlockObject("mrkdwn", "hello", false, true), nil, nil)
	view := slack.HomeTabViewRequest{Type: slack.VTHomeTab, Blocks: slack.Blocks{BlockSet: []slack.Block{block}}}
	resp, err := w.api.PublishViewContext(w.ctx, slack.PublishViewContextRequest{UserID: w.dana, View: view})
	w.must(err)
	stale := "stale"
	if _, err := w.api.PublishViewContext(w.ctx, slack.PublishViewContextRequest{UserID: w.dana, View: view, Hash: &stale}); err == nil || err.Error() != "hash_conflict" {
		t.Errorf("stale hash: %v", err)
	}
	w.must(w.OpenHome(w.dana, w.app.ID))
	e = w.inner("the second opening", func(e map[string]any) bool { return e["view"] != nil })
	if e["view"].(args)["id"] != resp.ID || object(t, w.Home(w.dana, w.app.ID))["id"] != resp.ID {
		t.Errorf("event = %v, want the view %s", e, resp.ID)
	}
}
