package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

func kafka() []*matcher.Case {
	return []*matcher.Case{{
		ID: "K1", Title: matcher.Text{En: "Kafka broker disk full"},
		Signals: []string{"NodeFilesystemSpaceFillingUp"}, Symptoms: []string{"disk-full"}, Components: []string{"kafka"},
	}}
}

const kafkaAlert = `{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-2"}`

// alert posts the Kafka alert, waits for the bot's word and returns the time stamp.
func (s *stage) alert(body string) (ts string, why string) {
	s.t.Helper()
	ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel, json.RawMessage(body))
	if err != nil {
		s.t.Fatal(err)
	}
	s.stamps["alert"] = ts
	s.script.Reset()
	s.hear("alert", nil)
	_, why, _ = strings.Cut(strings.TrimSpace(s.script.String()), ": ")
	return ts, why
}

// calls counts the calls of a method, those that were refused included.
func (s *stage) calls(method string) (n int) {
	for _, c := range s.ws.Calls() {
		if c.Method == method {
			n++
		}
	}
	return n
}

func TestPostingThroughTrouble(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault workspace.Fault
		calls int    // of chat.postMessage
		why   string // what the bot says in the end
	}{
		{"a rate limit is waited out", workspace.Fault{Times: 2, RetryAfter: time.Second}, 3, "answered"},
		{"a page instead of an answer", workspace.Fault{Times: 1, Status: 503, Body: "<html>Server Error</html>"}, 2, "answered"},
		{"a page with status 200", workspace.Fault{Times: 1, Body: "<html>Sign in</html>"}, 2, "answered"},
		{"a passing error of Slack", workspace.Fault{Times: 1, Error: "internal_error"}, 2, "answered"},
		{"a rate limit told in the body only", workspace.Fault{Times: 1, Error: "ratelimited"}, 2, "answered"},
		{"posted, but the answer got lost: no second post", workspace.Fault{Times: 1, LoseAnswer: true}, 1, "answered"},
		{"the channel is archived: no second try", workspace.Fault{Error: "is_archived"}, 1, "error: post the reply: is_archived"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, kafka(), Options{})
			s.ws.SetTime(time.Time{}) // the real clock: to the bot the alert is fresh
			c.fault.Method = "chat.postMessage"
			s.ws.Fail(c.fault)
			ts, why := s.alert(kafkaAlert)
			if why != c.why {
				t.Errorf("ended with %q, want %q", why, c.why)
			}
			if n := s.calls("chat.postMessage"); n != c.calls {
				t.Errorf("%d calls of chat.postMessage, want %d", n, c.calls)
			}
			want := 1
			if c.why == "answered" {
				want = 2
			}
			if n := len(s.ws.Thread(s.channel, ts)); n != want {
				t.Errorf("%d messages in the thread, want %d", n, want)
			}
		})
	}
}

// A post that failed is tried again when Slack delivers the alert once more.
func TestRedeliveredAfterFailedPost(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Times: 1, Error: "restricted_action"})
	ts, why := s.alert(kafkaAlert)
	if !strings.Contains(why, "restricted_action") {
		t.Fatalf("ended with %q", why)
	}
	for _, want := range []string{"answered", "duplicate"} {
		s.script.Reset()
		s.hear("alert", s.ws.Redeliver(s.app.ID, ts, true))
		if got := s.script.String(); got != "alert: "+want+"\n" {
			t.Errorf("delivered again: %q, want %s", got, want)
		}
	}
	if n := len(s.ws.Thread(s.channel, ts)); n != 2 {
		t.Errorf("%d messages in the thread, want the alert and one reply", n)
	}
}

// A reply that somebody removed stays removed, and the repeat is dealt with all the same.
func TestReplyWasRemoved(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(kafkaAlert)
	if err := s.ws.Delete(s.channel, object(s.ws.Thread(s.channel, ts)[1]).text("ts")); err != nil {
		t.Fatal(err)
	}
	again, why := s.alert(kafkaAlert)
	if why != "repeat" {
		t.Errorf("the repeat ended with %q", why)
	}
	if n := len(s.ws.Thread(s.channel, ts)) + len(s.ws.Thread(s.channel, again)); n != 2 {
		t.Errorf("%d messages, want the two alerts alone", n)
	}
}

// Neither tokens nor what was said may stand in the log, at any level.
func TestLogKeepsSecrets(t *testing.T) {
	log := &safeBuffer{}
	s := newStage(t, kafka(), Options{Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug - 10}))})
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Times: 1, Error: "not_in_channel"})
	s.alert(`{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp password=hunter2-XYZ on kafka-broker-7"}`)
	s.ws.Fail(workspace.Fault{Method: "response_url", Status: 500, Times: 1})
	s.asks(s.person("Dana"), "NodeFilesystemSpaceFillingUp password=hunter2-XYZ")
	if err := s.ws.Disconnect(s.app.ID, "warning"); err != nil {
		t.Fatal(err)
	}
	opened := s.calls("apps.connections.open")
	s.wait("a new connection", func() bool { return s.calls("apps.connections.open") > opened && s.ws.Connections(s.app.ID) == 1 })
	told := log.String()
	if !strings.Contains(told, "not_in_channel") {
		t.Fatalf("the failed post is not in the log:\n%s", told)
	}
	for _, secret := range []string{s.app.BotToken, s.app.AppToken, "ticket=", "/hooks/", "hunter2", "kafka-broker-7"} {
		if strings.Contains(told, secret) {
			t.Errorf("the log holds %q:\n%s", secret, told)
		}
	}
}

// safeBuffer is a buffer that many may write to.
type safeBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Whoever knows a response URL can post through it.
func TestResponseURLStaysSecret(t *testing.T) {
	b, err := New(nil, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, address := range []string{"https://hooks.slack.com/commands/T1/2/sEcrEt", "https://hooks.slack.example/commands/T1/2/sEcrEt", "://sEcrEt"} {
		err := b.desk.respond(ctx, address, newReply("x"), false)
		if err == nil || strings.Contains(err.Error(), "sEcrEt") {
			t.Errorf("respond to %s: %v", address, err)
		}
	}
}

// What was acknowledged is finished before the program ends: Slack does not send it again.
func TestEndFinishesWhatWasTaken(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Delay: 200 * time.Millisecond})
	var alerts []string
	for i := range 5 {
		ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager"}, s.channel, fmt.Appendf(nil, `{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-%d"}`, i))
		if err != nil {
			t.Fatal(err)
		}
		alerts = append(alerts, ts)
	}
	s.wait("the alerts to be acknowledged", func() bool {
		n := 0
		for _, d := range s.ws.Deliveries() {
			if d.Event == "message" && d.Outcome == "ok" && strings.Contains(string(d.Payload), "kafka-broker-") {
				n++
			}
		}
		return n >= len(alerts)
	})
	s.stop()
	for _, ts := range alerts {
		if n := len(s.ws.Thread(s.channel, ts)); n != 2 {
			t.Errorf("%d messages in the thread of %s, want the alert and its reply", n, ts)
		}
	}
}

func TestConnectionComesBack(t *testing.T) {
	for _, reason := range []string{"warning", "refresh_requested", ""} {
		t.Run("disconnect "+reason, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, kafka(), Options{})
			if err := s.ws.Disconnect(s.app.ID, reason); err != nil {
				t.Fatal(err)
			}
			opened := s.calls("apps.connections.open")
			s.wait("a new connection", func() bool { return s.calls("apps.connections.open") > opened && s.ws.Connections(s.app.ID) == 1 })
			if _, why := s.alert(kafkaAlert); why != "answered" {
				t.Errorf("after it came back: %s", why)
			}
		})
	}
}

// Whatever Slack sends is acknowledged, also what slack-go cannot decode.
func TestEverythingIsAcknowledged(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	earlier := len(s.ws.Deliveries())
	events := []string{
		`{"type":"hologram_shown"}`,
		`{"type":"message","bot_id":"B1","ts":"1762160400.000900","blocks":[{"type":"actions","elements":[{"type":"hologram"}]}]}`,
		`{"type":"message","bot_id":"B1","ts":"1762160401.000900","attachments":[{"color":7,"ts":"","fields":[{"short":"no","value":8}]}]}`,
		`{"type":"message","subtype":"message_changed","ts":"1762160402.000900","message":{"ts":"1762160400.000900"},"previous_message":[]}`,
		`{"type":"message","user":"U1","ts":"1762160403.000900","files":[{"original_w":"x"}],"metadata":{"event_payload":[]}}`,
	}
	files, _ := filepath.Glob("../../shared/slack/samples/*/*.json") // where they are beside the repository
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if inner := object(raw)["event"]; inner != nil {
			raw = inner
		}
		if object(raw).text("type") != "" {
			events = append(events, string(raw))
		}
	}
	for _, event := range events {
		if err := s.ws.SendEvent(s.app.ID, s.channel, json.RawMessage(event)); err != nil {
			t.Fatalf("%s: %v", event, err)
		}
	}
	if _, why := s.alert(kafkaAlert); why != "answered" {
		t.Errorf("an alert after %d odd events: %s", len(events), why)
	}
	s.wait("an end of every delivery", func() bool {
		return !slices.ContainsFunc(s.ws.Deliveries()[earlier:], func(d workspace.Delivery) bool { return d.Outcome == "" })
	})
	for _, d := range s.ws.Deliveries()[earlier:] {
		if d.Outcome != "ok" || d.Attempt > 0 {
			t.Errorf("try %d ended with %s: %s", d.Attempt, d.Outcome, d.Payload)
		}
	}
}

// An outage at the start is waited out, and the wait ends with the program.
func TestStopDuringOutage(t *testing.T) {
	ws := workspace.New(workspace.Options{})
	app := ws.Install(workspace.App{Name: "incidentlib", SocketMode: true})
	srv, err := ws.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	ws.Fail(workspace.Fault{Status: 503})
	b, err := New(nil, nil, Options{BotToken: app.BotToken, AppToken: app.AppToken, APIURL: srv.APIURL, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.RunSocket(ctx) }()
	asked := func() bool { return len(ws.Calls()) > 1 }
	if err := ws.Wait(ctx, asked); err != nil || b.Ready() {
		t.Fatal("it does not ask again, or calls itself ready")
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestRefusedForGood(t *testing.T) {
	ws := workspace.New(workspace.Options{})
	app := ws.Install(workspace.App{Name: "incidentlib", SocketMode: true})
	srv, err := ws.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	for _, c := range []struct {
		name  string
		fault workspace.Fault
		want  string
	}{
		{"a bad bot token", workspace.Fault{Method: "auth.test", Error: "invalid_auth"}, "invalid_auth"},
		{"an app token without its scope", workspace.Fault{Method: "apps.connections.open", Error: "missing_scope"}, "connections:write"},
		{"the wrong kind of token", workspace.Fault{Method: "apps.connections.open", Error: "not_allowed_token_type"}, "xapp-"},
	} {
		ws.Mend()
		ws.Fail(c.fault)
		st, err := store.Open(t.Context(), ":memory:")
		if err != nil {
			t.Fatal(err)
		}
		lib, err := matcher.NewLibrary(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(lib, st, Options{BotToken: app.BotToken, AppToken: app.AppToken, APIURL: srv.APIURL, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
		if err != nil {
			t.Fatal(err)
		}
		err = b.RunSocket(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), app.AppToken) {
			t.Errorf("%s: ended with %v, want a word on %q and no token", c.name, err, c.want)
		}
		st.Close()
		lib.Close()
	}
}
