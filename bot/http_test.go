package bot

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

const testSecret = "8f742231b10e8888abcd99yyyzzz85a5"

// ask sends one request, signed unless sign says otherwise, and returns the answer.
func ask(t *testing.T, h http.Handler, method, path, contentType, body string, sign func(http.Header, []byte)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	if sign == nil {
		sign = func(h http.Header, b []byte) { workspace.Sign(h, testSecret, time.Now(), b) }
	}
	sign(r.Header, []byte(body))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func httpBot(t *testing.T) *Bot {
	t.Helper()
	lib, err := matcher.NewLibrary(nil)
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(lib, st, Options{SigningSecret: testSecret, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- b.working(ctx, func(ctx context.Context) error {
			b.state.connected.Store(true)
			<-ctx.Done()
			return nil
		})
	}()
	t.Cleanup(func() { stop(); <-ended; st.Close(); lib.Close() })
	for !b.state.connected.Load() {
		time.Sleep(time.Millisecond)
	}
	return b
}

func TestHTTPAnswers(t *testing.T) {
	h := httpBot(t).Handler()
	const asJSON, form = "application/json", "application/x-www-form-urlencoded"
	for _, c := range []struct {
		name, method, path, contentType, body string
		status                                int
		answer                                string
	}{
		{"the handshake", "POST", "/slack/events", asJSON, `{"type":"url_verification","challenge":"3eZbrw1aBm2r"}`, 200, "3eZbrw1aBm2r"},
		{"an event", "POST", "/slack/events", asJSON, `{"team_id":"T1","event":{"type":"message","channel":"C1","ts":"1.1","user":"U1","text":"hi"}}`, 200, ""},
		{"an event Slack has yet to invent", "POST", "/slack/events", asJSON, `{"team_id":"T1","event":{"type":"hologram_shown"}}`, 200, ""},
		{"a probe of the command address", "POST", "/slack/commands", form, `ssl_check=1&token=x`, 200, ""},
		{"an empty body", "POST", "/slack/events", asJSON, ``, 400, ""},
		{"a form on the events path", "POST", "/slack/events", form, `payload=%7B%7D`, 400, ""},
		{"JSON on the commands path", "POST", "/slack/commands", asJSON, `{}`, 400, ""},
		{"an interaction without payload", "POST", "/slack/interactions", form, `a=b`, 400, ""},
		{"a click on something not ours", "POST", "/slack/interactions", form, `payload=%7B%22type%22%3A%22block_actions%22%7D`, 200, ""},
		{"reading instead of posting", "GET", "/slack/events", asJSON, ``, 405, ""},
		{"another path", "POST", "/slack/events/", asJSON, `{}`, 404, ""},
		{"far too much", "POST", "/slack/events", asJSON, strings.Repeat("x", maxBody+1), 413, ""},
	} {
		w := ask(t, h, c.method, c.path, c.contentType, c.body, nil)
		if w.Code != c.status || c.status == 200 && w.Body.String() != c.answer {
			t.Errorf("%s: answered %d %q, want %d %q", c.name, w.Code, w.Body, c.status, c.answer)
		}
	}
}

func TestHTTPWantsSlacksSignature(t *testing.T) {
	h := httpBot(t).Handler()
	const body = `{"type":"url_verification","challenge":"c"}`
	now := func(h http.Header) { workspace.Sign(h, testSecret, time.Now(), []byte(body)) }
	for name, sign := range map[string]func(http.Header, []byte){
		"none":             func(http.Header, []byte) {},
		"zeros":            func(h http.Header, _ []byte) { now(h); h.Set("X-Slack-Signature", "v0=00000000") },
		"empty":            func(h http.Header, _ []byte) { now(h); h.Set("X-Slack-Signature", "v0=") },
		"of another body":  func(h http.Header, _ []byte) { workspace.Sign(h, testSecret, time.Now(), []byte("{}")) },
		"of another key":   func(h http.Header, b []byte) { workspace.Sign(h, "other", time.Now(), b) },
		"six minutes old":  func(h http.Header, b []byte) { workspace.Sign(h, testSecret, time.Now().Add(-6*time.Minute), b) },
		"without its time": func(h http.Header, _ []byte) { now(h); h.Del("X-Slack-Request-Timestamp") },
	} {
		for _, path := range []string{"/slack/events", "/slack/commands", "/slack/interactions"} {
			if w := ask(t, h, "POST", path, "application/json", body, sign); w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "c\"") {
				t.Errorf("signature %s on %s: answered %d %q, want 401", name, path, w.Code, w.Body)
			}
		}
	}
}

// A bot that cannot keep what arrives asks Slack to send it again.
func TestHTTPAsksAgain(t *testing.T) {
	b := httpBot(t)
	b.store.Close()
	w := ask(t, b.Handler(), "POST", "/slack/events", "application/json", `{"team_id":"T1","event":{"type":"message","channel":"C1","ts":"1.1","user":"U1","text":"hi"}}`, nil)
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("answered %d, want 503", w.Code)
	}
}
