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
	http   *http.Client // for response URLs
	apiURL *url.URL     // Slack's API, for telling its own response URLs from others
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

// post sends r into a thread and returns the time stamp Slack gave it.
func (d *desk) post(ctx context.Context, channel, thread string, r Reply) (ts string, err error) {
	err = persist(ctx, func() error {
		_, ts, err = d.api.PostMessageContext(ctx, channel, r.options(), slack.MsgOptionTS(thread))
		if err == nil && ts == "" {
			return errors.New("chat.postMessage: Slack gave no time stamp")
		}
		return err
	})
	return ts, err
}

// update replaces the text and blocks of a message of ours.
func (d *desk) update(ctx context.Context, channel, ts string, r Reply) error {
	return persist(ctx, func() error {
		_, _, _, err := d.api.UpdateMessageContext(ctx, channel, ts, r.options())
		return err
	})
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
		return errors.New("response URL is not Slack's")
	}
	no := false
	m := &slack.WebhookMessage{
		Text: r.Text, Blocks: &r.Blocks, Parse: "none",
		ResponseType: slack.ResponseTypeEphemeral, UnfurlLinks: &no, UnfurlMedia: &no,
	}
	if inChannel {
		m.ResponseType = slack.ResponseTypeInChannel
	}
	return persist(ctx, func() error { return slack.PostWebhookCustomHTTPContext(ctx, responseURL, d.http, m) })
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
