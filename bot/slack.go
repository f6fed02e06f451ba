package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/slack-go/slack"
)

// desk is where the bot's messages leave for Slack. It never decides what to say.
type desk struct {
	api    *slack.Client
	http   *http.Client // for what slack-go cannot do well, see call
	apiURL *url.URL     // Slack's API, also for telling its own response URLs from others
	token  string       // of the bot
}

func newDesk(o Options) (*desk, error) {
	base := strings.TrimSuffix(cmp.Or(o.APIURL, slack.APIURL), "/") + "/"
	api, err := url.Parse(base)
	if err != nil || api.Host == "" {
		return nil, fmt.Errorf("Slack API address %q: give a full URL such as %s", base, slack.APIURL)
	}
	carry := newCarrier()
	client := slack.New(o.BotToken, slack.OptionAPIURL(base), slack.OptionHTTPClient(carry), slack.OptionAppLevelToken(o.AppToken))
	return &desk{api: client, http: carry.http, apiURL: api, token: o.BotToken}, nil
}

var errParentGone = errors.New("the message it answers is gone")

// post sends r where a letter says, once, and returns the time stamp Slack gave it. Where its
// thread is gone Slack posts into the channel instead; such a post is taken back.
func (d *desk) post(ctx context.Context, l letter, r Reply) (ts string, err error) {
	args := url.Values{"channel": {l.to.Channel}, "metadata": {marked(l.to.TS, l.kind)}}
	if l.thread != "" {
		args.Set("thread_ts", l.thread)
	}
	answer, err := d.message(sentBy(ctx, l.sendBy), "chat.postMessage", r, args)
	if err != nil {
		return "", err
	}
	if ts = answer.text("ts"); ts == "" {
		return "", fmt.Errorf("chat.postMessage: %w", errNoAnswer)
	}
	if posted := object(answer["message"]); l.thread != "" && posted != nil && posted.text("thread_ts") == "" {
		err := persist(ctx, func() error {
			_, err := d.call(ctx, "chat.delete", url.Values{"channel": {l.to.Channel}, "ts": {ts}})
			return err
		})
		return "", errors.Join(errParentGone, err)
	}
	return ts, nil
}

// update replaces the text and blocks of a message of ours. One that somebody removed, or
// that the workspace lets nobody edit any more, stays as it is.
func (d *desk) update(ctx context.Context, channel, ts string, r Reply) error {
	_, err := d.message(ctx, "chat.update", r, url.Values{"channel": {channel}, "ts": {ts}})
	if said, ok := errors.AsType[slack.SlackErrorResponse](err); ok {
		switch said.Err {
		case "message_not_found", "edit_window_closed", "cant_update_message":
			return nil
		}
	}
	return err
}

// whisper shows r to one person only.
func (d *desk) whisper(ctx context.Context, channel, user string, r Reply) error {
	return persist(ctx, func() error {
		_, err := d.message(ctx, "chat.postEphemeral", r, url.Values{"channel": {channel}, "user": {user}})
		return err
	})
}

// respond answers through the response URL of a command or a click: to the person alone,
// or to the channel.
func (d *desk) respond(ctx context.Context, responseURL string, r Reply, inChannel bool) error {
	m := webhook(r)
	if !inChannel {
		return persist(ctx, func() error { return d.toResponseURL(ctx, responseURL, m) })
	}
	m.ResponseType = slack.ResponseTypeInChannel
	return d.toResponseURL(ctx, responseURL, m) // once: all see it, and it may be there when the answer is lost
}

// replace puts r in the place of the message that the response URL of a click belongs to.
func (d *desk) replace(ctx context.Context, responseURL string, r Reply) error {
	m := webhook(r)
	m.ReplaceOriginal = true
	return persist(ctx, func() error { return d.toResponseURL(ctx, responseURL, m) })
}

func webhook(r Reply) *slack.WebhookMessage {
	no := false
	return &slack.WebhookMessage{
		Text: r.Text, Blocks: &r.Blocks, Parse: "none",
		ResponseType: slack.ResponseTypeEphemeral, UnfurlLinks: &no, UnfurlMedia: &no,
	}
}

func (d *desk) toResponseURL(ctx context.Context, responseURL string, m *slack.WebhookMessage) error {
	u, err := url.Parse(responseURL)
	if err != nil || !(u.Scheme == "https" && strings.HasSuffix(u.Hostname(), ".slack.com") || u.Host == d.apiURL.Host) {
		return errors.New("the response URL is not Slack's; nothing was sent to it")
	}
	return withoutURL(slack.PostWebhookCustomHTTPContext(ctx, responseURL, d.http, m))
}

// withoutURL takes the address out of a failed call's error: whoever knows a response URL
// can post through it, so it must not be in the log.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("response URL: %w", unheard{failed.Err})
	}
	return err
}

// tries is how often a call that a person waits for is made; the waits between double.
const tries = 5

// persist makes a call until it succeeds, fails for good or ctx ends. A rate limit is waited
// out and does not count as a try. It is for calls that may reach Slack twice without harm.
func persist(ctx context.Context, call func() error) error {
	wait := firstPause
	for try := 1; ; {
		err := call()
		if err == nil || troubleOf(err) != passing || errors.Is(err, context.Canceled) {
			return err
		}
		pause := wait
		if limited, ok := errors.AsType[*slack.RateLimitedError](err); ok {
			pause = limited.RetryAfter
		} else {
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
