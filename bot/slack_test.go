package bot

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

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
		{"a yes that does not say where", workspace.Fault{Times: 1, Body: `{"ok":true}`}, 2, "answered"},
		{"a passing error of Slack", workspace.Fault{Times: 1, Error: "internal_error"}, 2, "answered"},
		{"a rate limit told in the body only", workspace.Fault{Times: 1, Error: "ratelimited"}, 2, "answered"},
		{"posted, but the answer got lost: no second post", workspace.Fault{Times: 1, LoseAnswer: true}, 1, "answered"},
		{"the channel is archived: no second try", workspace.Fault{Error: "is_archived"}, 1, "cannot_post"},
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
