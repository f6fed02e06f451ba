package workspace_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/workspace"
)

func TestFaults(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	other := w.AddChannel(workspace.Channel{Name: "other"})
	w.must(w.Invite(other, w.app.BotUser))
	post := func(channel string) error {
		_, _, err := w.api.PostMessageContext(w.ctx, channel, slack.MsgOptionText("x", false))
		return err
	}
	said := func() int { return len(w.Messages(w.channel)) }

	w.Fail(workspace.Fault{Method: "chat.postMessage", Channel: w.channel, Skip: 1, Times: 1, Error: "internal_error"})
	if a, b, c, d := post(w.channel), post(other), post(w.channel), post(w.channel); a != nil || b != nil || c == nil || c.Error() != "internal_error" || d != nil {
		t.Errorf("errors: %v, %v, %v, %v: want only the second post in the channel to fail", a, b, c, d)
	}

	w.Fail(workspace.Fault{Times: 1, RetryAfter: 1500 * time.Millisecond})
	var limited *slack.RateLimitedError
	if err := post(w.channel); !errors.As(err, &limited) || limited.RetryAfter != 2*time.Second {
		t.Errorf("429: %v, want a wait of 2 s", err)
	}

	w.Fail(workspace.Fault{Times: 1, Status: http.StatusServiceUnavailable, Body: "<html><body>Service Unavailable</body></html>"})
	var status slack.StatusCodeError
	if err := post(w.channel); !errors.As(err, &status) || status.Code != 503 {
		t.Errorf("HTML: %v", err)
	}

	before := said()
	w.Fail(workspace.Fault{Times: 1, LoseAnswer: true})
	if err := post(w.channel); !errors.Is(err, io.EOF) {
		t.Errorf("lost answer: %v, want EOF", err)
	}
	if said() != before+1 {
		t.Error("the post whose answer was lost is not there")
	}

	w.Fail(workspace.Fault{Delay: time.Hour})
	ctx, cancel := context.WithTimeout(w.ctx, 20*time.Millisecond)
	defer cancel()
	if _, _, err := w.api.PostMessageContext(ctx, w.channel, slack.MsgOptionText("x", false)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("slow answer: %v", err)
	}
	w.Mend()
	w.Fail(workspace.Fault{Times: 1, Delay: time.Millisecond})
	if err := post(w.channel); err != nil {
		t.Errorf("after Mend, a slow but whole answer: %v", err)
	}

	before = said()
	var met, done []int // messages when the call came, and when it was dealt with
	w.Fail(workspace.Fault{
		Method: "chat.postMessage", Times: 1,
		Met:  func(workspace.Call) { met = append(met, said()) },
		Done: func(workspace.Call) { done = append(done, said()) },
	})
	if err := post(w.channel); err != nil || len(met) != 1 || met[0] != before || len(done) != 1 || done[0] != before+1 {
		t.Errorf("told of a call after %v and %v messages, %v: want one more in between than %d", met, done, err, before)
	}

	w.Fail(workspace.Fault{Method: "response_url", Times: 1, Status: 500, Error: "internal_error"})
	seen := w.responder(nil)
	w.must(w.Command(w.dana, w.channel, "/incidentlib x"))
	url := w.next(seen)["response_url"]
	if a, b := w.respond(url, `{"text":"x"}`), w.respond(url, `{"text":"x"}`); a != 500 || b != 200 {
		t.Errorf("response_url: %d, then %d", a, b)
	}
}
