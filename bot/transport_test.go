package bot

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
)

// Slack's client library asks for the next connection at once, without end, as long as
// Slack sends each away. The carrier must not.
func TestConnectionStorm(t *testing.T) {
	opened := 0
	slackAPI := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { opened++ }))
	defer slackAPI.Close()
	carry := newCarrier()
	open := func() error {
		ctx, stop := context.WithTimeout(t.Context(), openEvery/2)
		defer stop()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, slackAPI.URL+"/api/apps.connections.open", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := carry.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	for range openBurst {
		if err := open(); err != nil {
			t.Fatal(err)
		}
	}
	if err := open(); err == nil || opened != openBurst {
		t.Errorf("%d connections opened without a pause, want %d", opened, openBurst)
	}
}

// What Slack did is not lost for what it says about it.
func TestAnswersOfSlack(t *testing.T) {
	for _, c := range []struct{ name, answer, ts, err string }{
		{"an echo slack-go cannot decode", `{"ok":true,"channel":"C1","ts":"1.2","message":{"blocks":[{"type":"actions","elements":[{"type":"hologram"}]}]}}`, "1.2", ""},
		{"a refusal with odd details", `{"ok":false,"error":"invalid_blocks","errors":[{"a":[1]}]}`, "", "invalid_blocks"},
		{"a refusal without a reason", `{"ok":false}`, "", "no_reason_given"},
	} {
		slackAPI := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, c.answer) }))
		client := slack.New("xoxb-1", slack.OptionAPIURL(slackAPI.URL+"/"), slack.OptionHTTPClient(newCarrier()))
		_, ts, err := client.PostMessageContext(t.Context(), "C1", slack.MsgOptionText("x", false))
		if ts != c.ts || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: ts %q, %v; want %q, %q", c.name, ts, err, c.ts, c.err)
		}
		slackAPI.Close()
	}
}

// A server that takes the call and says nothing does not hold the bot for ever.
func TestCallsEnd(t *testing.T) {
	if d := newCarrier().http.Timeout; d <= 0 || d > time.Minute {
		t.Errorf("a call may take %v", d)
	}
}
