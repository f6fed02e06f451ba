package workspace_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"incidentlib/bot/workspace"
)

// world is a running workspace with one person, one channel, and one app that is
// a member of it, driven by the real client.
type world struct {
	*workspace.Workspace
	t       *testing.T
	ctx     context.Context
	srv     *workspace.Server
	app     workspace.Installed
	api     *slack.Client
	dana    string
	channel string
}

var everyEvent = []string{
	"message.channels", "message.groups", "message.im", "app_mention", "app_home_opened", "member_joined_channel", "member_left_channel",
	"channel_rename", "channel_archive", "channel_id_changed", "reaction_added", "reaction_removed", "app_uninstalled", "tokens_revoked",
}

func newWorld(t *testing.T, opts workspace.Options, change ...func(*workspace.App)) *world {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute) // outlives the cleanup of clients
	w := &world{Workspace: workspace.New(opts), t: t, ctx: ctx}
	srv, err := w.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); srv.Close() })
	a := workspace.App{
		Name: "incidentlib", Events: everyEvent, SocketMode: true, Home: true,
		Commands:  []workspace.Command{{Name: "/incidentlib", Escape: true}},
		Shortcuts: []workspace.Shortcut{{Type: "message", CallbackID: "similar", Name: "Find similar"}, {Type: "global", CallbackID: "ask", Name: "Ask"}},
	}
	for _, c := range change {
		c(&a)
	}
	deaf := a
	deaf.Events = nil // it does not hear its own joining, which is no test's matter
	w.srv, w.app = srv, w.Install(deaf)
	w.dana = w.AddUser("Dana")
	w.channel = w.AddChannel(workspace.Channel{Name: "alerts"})
	w.must(w.Invite(w.channel, w.app.BotUser))
	w.must(w.Reinstall(w.app.ID, a))
	w.api = slack.New(w.app.BotToken, slack.OptionAPIURL(srv.APIURL), slack.OptionAppLevelToken(w.app.AppToken))
	return w
}

// connect opens a socket with the real client. Each envelope goes to handle, whose
// answer, which may be nil, goes into the acknowledgement; a false ack sends none.
func (w *world) connect(handle func(*socketmode.Request) (answer any, ack bool)) {
	w.t.Helper()
	before := w.Connections(w.app.ID)
	client := socketmode.New(w.api)
	ctx, cancel := context.WithCancel(w.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case e := <-client.Events:
				if e.Request == nil || e.Request.EnvelopeID == "" {
					continue
				}
				if answer, ack := handle(e.Request); ack {
					client.AckCtx(ctx, e.Request.EnvelopeID, answer)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	ran := make(chan struct{})
	go func() { defer close(ran); client.RunContext(ctx) }()
	w.t.Cleanup(func() { cancel(); <-done; <-ran })
	w.wait("a socket", func() bool { return w.Connections(w.app.ID) > before })
}

// acknowledgeAll is for apps that only listen.
func acknowledgeAll(*socketmode.Request) (any, bool) { return nil, true }

func (w *world) wait(what string, until func() bool) {
	w.t.Helper()
	if err := w.Wait(w.ctx, until); err != nil {
		w.t.Fatalf("waiting for %s: %v", what, err)
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// post posts as another bot.
func (w *world) post(from workspace.Bot, message string) (ts string) {
	w.t.Helper()
	ts, err := w.PostAs(from, w.channel, json.RawMessage(message))
	w.must(err)
	return ts
}

// inner waits until an event matching want was delivered and acknowledged, and
// returns its inner event.
func (w *world) inner(what string, want func(inner map[string]any) bool) map[string]any {
	w.t.Helper()
	var found map[string]any
	w.wait(what, func() bool {
		for _, d := range w.Deliveries() {
			e, _ := object(w.t, d.Payload)["event"].(map[string]any)
			if e != nil && d.Outcome == "ok" && want(e) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

func object(t *testing.T, raw json.RawMessage) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return o
}

// next takes what comes next, and fails the test when nothing does.
func next[T any](t *testing.T, from chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(time.Minute):
		t.Fatal("nothing came")
	}
	return v
}

func (w *world) next(seen chan map[string]any) map[string]any {
	w.t.Helper()
	return next(w.t, seen)
}
