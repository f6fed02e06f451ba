package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/slack-go/slack"
)

// desk is where the bot's messages leave for Slack. It waits where Slack asks for it and
// tries again where that can help; it never decides what to say.
type desk struct {
	api    *slack.Client
	http   *http.Client // for what slack-go cannot do well
	apiURL *url.URL     // Slack's API, also for telling its own response URLs from others
	token  string       // of the bot
	pace   pace
}

// options are those of every message: nothing in it unfurls, links or mentions by itself.
func (r Reply) options() slack.MsgOption {
	return slack.MsgOptionCompose(
		slack.MsgOptionText(r.Text, false), // escaped already, see notice
		slack.MsgOptionBlocks(r.Blocks.BlockSet...),
		slack.MsgOptionParse(false),
		slack.MsgOptionDisableLinkUnfurl(),
		slack.MsgOptionDisableMediaUnfurl(),
	)
}

// post sends r into the thread of m and returns the time stamp Slack gave it. When an
// earlier try may have arrived though its answer did not, the thread is looked at first:
// nobody gets the same reply twice.
func (d *desk) post(ctx context.Context, m Message, r Reply) (ts string, err error) {
	unsure := m.late()
	err = persist(ctx, func() error {
		if unsure {
			there, err := d.answers(ctx, m.Key.Channel, m.Thread(), m.Key.TS)
			if ts = there[m.Key.TS]; err != nil || ts != "" {
				return err
			}
		}
		err := d.pace.wait(ctx, m.Key.Channel)
		if err != nil {
			return err
		}
		_, ts, err = d.api.PostMessageContext(ctx, m.Key.Channel, r.options(), slack.MsgOptionTS(m.Thread()), marked(m.Key.TS))
		if err == nil && ts == "" {
			err = errors.New("chat.postMessage: Slack gave no time stamp")
		}
		limit, limited := errors.AsType[*slack.RateLimitedError](err)
		if limited {
			d.pace.refused(m.Key.Channel, limit.RetryAfter)
		}
		unsure = unsure || err != nil && !limited
		return err
	})
	return ts, err
}

// update replaces the text and blocks of a message of ours. One that somebody removed, or
// that the workspace lets nobody edit any more, stays as it is.
func (d *desk) update(ctx context.Context, channel, ts string, r Reply) error {
	err := persist(ctx, func() error {
		_, _, _, err := d.api.UpdateMessageContext(ctx, channel, ts, r.options())
		return err
	})
	if refused, ok := errors.AsType[slack.SlackErrorResponse](err); ok && (refused.Err == "message_not_found" || refused.Err == "edit_window_closed") {
		return nil
	}
	return err
}

// whisper shows r to one person only.
func (d *desk) whisper(ctx context.Context, channel, user string, r Reply) error {
	return persist(ctx, func() error {
		_, err := d.api.PostEphemeralContext(ctx, channel, user, r.options())
		return err
	})
}

// respond answers through the response URL of a command or a click: to the person alone,
// or to the channel. Addresses that are not Slack's are refused.
func (d *desk) respond(ctx context.Context, responseURL string, r Reply, inChannel bool) error {
	u, err := url.Parse(responseURL)
	if err != nil || !(u.Scheme == "https" && strings.HasSuffix(u.Hostname(), ".slack.com") || u.Host == d.apiURL.Host) {
		return errors.New("the response URL is not Slack's; nothing was sent to it")
	}
	no := false
	m := &slack.WebhookMessage{
		Text: r.Text, Blocks: &r.Blocks, Parse: "none",
		ResponseType: slack.ResponseTypeEphemeral, UnfurlLinks: &no, UnfurlMedia: &no,
	}
	if inChannel {
		m.ResponseType = slack.ResponseTypeInChannel
	}
	return persist(ctx, func() error { return withoutURL(slack.PostWebhookCustomHTTPContext(ctx, responseURL, d.http, m)) })
}

// withoutURL takes the address out of a failed call's error: whoever knows a response URL
// can post through it, so it must not be in the log.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("response URL: %w", failed.Err)
	}
	return err
}

// tries is how often a call is made before it counts as failed; waits between grow from firstWait.
const (
	tries     = 5
	firstWait = 500 * time.Millisecond
)

// persist makes a call until it succeeds, fails for good or ctx ends. A rate limit is
// waited out and does not count as a try.
func persist(ctx context.Context, call func() error) error {
	wait := firstWait
	for try := 1; ; {
		err := call()
		pause, again := retryAfter(err, wait)
		if err == nil || !again {
			return err
		}
		if _, limited := errors.AsType[*slack.RateLimitedError](err); !limited {
			if try++; try > tries {
				return fmt.Errorf("after %d tries: %w", tries, err)
			}
			wait *= 2
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

// retryAfter says how long to wait before trying again; again is false when that cannot help.
func retryAfter(err error, usual time.Duration) (wait time.Duration, again bool) {
	if limited, ok := errors.AsType[*slack.RateLimitedError](err); ok {
		return limited.RetryAfter, true
	}
	if refused, ok := errors.AsType[slack.SlackErrorResponse](err); ok {
		switch refused.Err {
		case "ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable", "request_timeout":
			return usual, true
		}
		return 0, false // Slack understood, and said no
	}
	if status, ok := errors.AsType[slack.StatusCodeError](err); ok && status.Code < 500 && status.Code != http.StatusTooManyRequests {
		return 0, false
	}
	return usual, !errors.Is(err, context.Canceled)
}
