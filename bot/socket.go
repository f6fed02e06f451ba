package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

const (
	readLimit = 16 << 20        // bytes of one frame; modals come back whole
	ackLimit  = 2 * time.Second // to hand an acknowledgement over; Slack waits 3 s for it
)

// RunSocket receives through Socket Mode until ctx ends, then finishes what was taken. It
// returns an error only when Slack will not have the bot: then trying again cannot help. An
// outage, also one at the start, is waited out.
func (b *Bot) RunSocket(ctx context.Context) error {
	return b.working(ctx, func(ctx context.Context) error {
		if err := b.meet(ctx); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
		ctx, stop := context.WithCancelCause(ctx)
		defer stop(nil)
		client := socketmode.New(b.desk.api, socketmode.OptionReadLimit(readLimit), socketmode.OptionDialer(attentive(deafAfter)))
		var listening sync.WaitGroup
		listening.Go(func() { b.listen(ctx, client, stop) })
		stop(client.RunContext(ctx))
		listening.Wait() // from here on nothing new is taken
		if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
			return explained(cause)
		}
		return nil
	})
}

// listen reads deliveries and acknowledges them. It never does work itself: a reader that
// is busy misses Slack's pings and loses the connection.
func (b *Bot) listen(ctx context.Context, client *socketmode.Client, stop context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-client.Events:
			var err error
			Safely(b.log, "hear what Slack sends", func() error { err = b.received(ctx, client, e); return nil })
			if err != nil {
				stop(err)
				return
			}
		}
	}
}

// received deals with one event of the connection; an error ends it for good.
func (b *Bot) received(ctx context.Context, client *socketmode.Client, e socketmode.Event) error {
	switch data := e.Data.(type) {
	case *socketmode.ConnectedEvent:
		b.state.connected.Store(true)
		b.log.Info("connected", "count", data.ConnectionCount)
	case *slack.ConnectingEvent:
		b.state.connected.Store(false)
	case *slack.ConnectionErrorEvent:
		if permanent(data.ErrorObj) {
			return data.ErrorObj
		}
		b.log.Warn("connection failed", "err", data.ErrorObj, "next_try_in", data.Backoff)
	case *slack.IncomingEventError:
		b.log.Warn("reading from the connection failed", "err", data.ErrorObj)
	case *socketmode.ErrorWriteFailed:
		b.log.Warn("writing to the connection failed", "err", data.Cause)
	case *socketmode.ErrorBadMessage: // slack-go could not decode it; we need less of it
		b.acknowledge(ctx, client, data.Message)
	default:
		if e.Request != nil {
			b.acknowledge(ctx, client, nil, *e.Request)
		}
	}
	return nil
}

// acknowledge takes the delivery in an envelope, then tells Slack that it has arrived. A
// delivery that was not taken is not acknowledged: Slack sends it again.
func (b *Bot) acknowledge(ctx context.Context, client *socketmode.Client, frame json.RawMessage, decoded ...socketmode.Request) {
	id, d := envelope(frame)
	for _, r := range decoded {
		id, d = r.EnvelopeID, delivery{r.Type, r.Payload}
	}
	if id == "" {
		return // hello and the like
	}
	b.take(d, func(reply any, err error) {
		if err != nil {
			b.log.Warn("not taken; left for Slack to send again", "kind", d.kind, "err", err)
			return
		}
		ctx, cancel := context.WithTimeout(ctx, ackLimit)
		defer cancel()
		if err := client.AckCtx(ctx, id, reply); err != nil {
			b.log.Warn("acknowledgement failed", "kind", d.kind, "err", err)
		}
	})
}

// envelope reads a frame of Socket Mode that slack-go gave up on.
func envelope(frame json.RawMessage) (id string, d delivery) {
	f := object(frame)
	return f.text("envelope_id"), delivery{f.text("type"), f["payload"]}
}

// final are the errors after which no try can succeed before somebody changes the app.
var final = map[string]string{
	"invalid_auth":            "check the token: it is not one of this workspace's apps",
	"not_authed":              "set SLACK_BOT_TOKEN and SLACK_APP_TOKEN",
	"account_inactive":        "the app was removed or its workspace closed; install it again",
	"token_revoked":           "the token was revoked; install the app again and set the new one",
	"token_expired":           "the token has expired; set a new one",
	"not_allowed_token_type":  "SLACK_APP_TOKEN must be an app-level token (xapp-…) and SLACK_BOT_TOKEN a bot token (xoxb-…)",
	"missing_scope":           "add the scope to the app and install it again; the app-level token needs connections:write",
	"forbidden_team":          "the workspace does not allow this app",
	"user_removed_from_team":  "the bot was removed from the workspace; install the app again",
	"team_disabled":           "the workspace is disabled",
	"org_login_required":      "the workspace is moving to an organisation; try again when that is done",
	"team_access_not_granted": "the organisation has not granted this workspace to the app",
	"socket_mode_not_enabled": "turn Socket Mode on in the app's settings, or use HTTP mode",
}

func permanent(err error) bool {
	refused, ok := errors.AsType[slack.SlackErrorResponse](err)
	return ok && final[refused.Err] != ""
}

// explained adds to an error of Slack what it needed and what to do.
func explained(err error) error {
	refused, ok := errors.AsType[slack.SlackErrorResponse](err)
	if !ok || final[refused.Err] == "" {
		return err
	}
	if refused.Needed != "" {
		return fmt.Errorf("Slack refuses: %w (needs %s, has %s): %s", err, refused.Needed, refused.Provided, final[refused.Err])
	}
	return fmt.Errorf("Slack refuses: %w: %s", err, final[refused.Err])
}
