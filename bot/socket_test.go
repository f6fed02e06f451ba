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
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// What was acknowledged is finished before the program ends: Slack does not send it again.
func TestEndFinishesWhatWasTaken(t *testing.T) {
	t.Parallel()
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

// A bot that has lost its connection does not call itself ready until it has another.
func TestNotReadyWhileAway(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.until("the bot to be ready", func() bool { return s.bot.Trouble(t.Context()) == nil })
	s.ws.Fail(workspace.Fault{Method: "apps.connections.open", Status: 503})
	if err := s.ws.Disconnect(s.app.ID, ""); err != nil {
		t.Fatal(err)
	}
	s.until("the bot to notice", func() bool { return s.bot.Trouble(t.Context()) != nil })
	s.ws.Mend()
	s.until("the bot to be ready again", func() bool { return s.bot.Trouble(t.Context()) == nil })
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
	t.Parallel()
	ws := workspace.New(workspace.Options{})
	app := ws.Install(workspace.App{Name: "incidentlib", SocketMode: true})
	srv, err := ws.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	ws.Fail(workspace.Fault{Status: 503})
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	b, err := New(nil, st, Options{BotToken: app.BotToken, AppToken: app.AppToken, APIURL: srv.APIURL, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.RunSocket(ctx) }()
	asked := func() bool { return len(ws.Calls()) > 1 }
	if err := ws.Wait(ctx, asked); err != nil || b.Trouble(ctx) == nil {
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
		{"an app that was removed", workspace.Fault{Method: "apps.connections.open", Error: "account_inactive"}, "install it again"},
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
