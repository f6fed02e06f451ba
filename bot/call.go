package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// call makes one call of Slack's Web API. It reads no more of the answer than it is asked
// for: slack-go loses all of an answer for one element in it that it does not know, and then
// a post that arrived looks like one that failed.
func (d *desk) call(ctx context.Context, method string, args url.Values) (fields, error) {
	answer, _, err := d.exchange(ctx, method, args)
	return answer, err
}

// exchange is call, with the headers of the answer when there was one.
func (d *desk) exchange(ctx context.Context, method string, args url.Values) (fields, http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.apiURL.String()+method, strings.NewReader(args.Encode()))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+d.token)
	late := fence(req)
	resp, err := d.http.Do(req)
	switch {
	case late():
		return nil, nil, errTooLate
	case err != nil:
		return nil, nil, unheard{err}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: read the answer: %w", method, unheard{err})
	}
	answer, err := answerOf(method, resp, body)
	return answer, resp.Header, err
}

// answerOf is the answer of a call, or the error that it tells of.
func answerOf(method string, resp *http.Response, body []byte) (fields, error) {
	answer := object(body)
	switch refusal := answer.text("error"); {
	case resp.StatusCode == http.StatusTooManyRequests, refusal == "ratelimited", refusal == "rate_limited":
		return nil, &slack.RateLimitedError{RetryAfter: waitTold(resp.Header.Get("Retry-After"), answer)}
	case resp.StatusCode != http.StatusOK:
		return nil, slack.StatusCodeError{Code: resp.StatusCode, Status: resp.Status}
	case answer == nil:
		return nil, fmt.Errorf("%s: %w", method, errNoAnswer)
	case answer.flag("ok"):
		return answer, nil
	case refusal == "":
		return nil, fmt.Errorf("%s: %w", method, errNoAnswer)
	default:
		e := slack.SlackErrorResponse{Err: refusal, Needed: answer.text("needed"), Provided: answer.text("provided")}
		_ = json.Unmarshal(answer["response_metadata"], &e.ResponseMetadata) // only for the log
		return nil, e
	}
}

// unheard is an error on the way to Slack or back: nobody knows what came of the call.
type unheard struct{ error }

func (e unheard) Unwrap() error { return e.error }

var errNoAnswer = errors.New("what came back is no answer of Slack's")

const (
	usualWait = time.Second // where Slack says no figure that can be read
	mostWait  = time.Hour
)

// waitTold is how long Slack wants to be left alone: whole seconds or parts of one, a date,
// or a figure in the answer.
func waitTold(header string, answer fields) time.Duration {
	seconds, err := strconv.ParseFloat(strings.TrimSpace(header), 64)
	if err != nil {
		if at, dated := http.ParseTime(header); dated == nil {
			seconds, err = time.Until(at).Seconds(), nil
		} else {
			err = json.Unmarshal(answer["retry_after"], &seconds)
		}
	}
	if err != nil || !(seconds > 0) {
		return usualWait
	}
	return time.Duration(min(seconds, mostWait.Seconds()) * float64(time.Second))
}

// message makes one call that posts or edits r, and returns the answer. Nothing in a message
// of ours unfurls, links or mentions by itself.
func (d *desk) message(ctx context.Context, method string, r Reply, args url.Values) (fields, error) {
	blocks, err := json.Marshal(r.Blocks)
	if err != nil {
		return nil, fmt.Errorf("%s: write the blocks: %w", method, err)
	}
	args.Set("text", r.Text) // escaped already, see notice
	args.Set("blocks", string(blocks))
	args.Set("parse", "none")
	args.Set("unfurl_links", "false")
	args.Set("unfurl_media", "false")
	return d.call(ctx, method, args)
}

// trouble is what kind of failure something met.
type trouble int

const (
	passing  trouble = iota // it may work later
	broken                  // a value that nobody can keep or send, or a mistake of ours: it would fail again
	barred                  // Slack lets the bot not speak there
	disowned                // Slack does not know the bot any more
	refused                 // Slack understood and said no, and would again
)

// no says whether Slack itself said no: what was to be done is certainly not done.
func (t trouble) no() bool { return t == barred || t == disowned || t == refused }

// inChannel are the errors after which nothing can be posted to a channel, for now.
var inChannel = map[string]bool{
	"channel_not_found": true, "not_in_channel": true, "is_archived": true, "restricted_action": true,
	"restricted_action_read_only_channel": true, "restricted_action_thread_only_channel": true,
	"restricted_action_non_threadable_channel": true, "restricted_action_thread_locked": true, "thread_locked": true,
	"channel_is_archived": true, "messages_tab_disabled": true, "cannot_reply_to_message": true, "is_inactive": true,
	"team_access_not_granted": true, "ekm_access_denied": true, "no_permission": true, "message_not_found": true,
	"thread_not_found": true,
}

var passingErrors = map[string]bool{
	"ratelimited": true, "rate_limited": true, "internal_error": true, "fatal_error": true, "service_unavailable": true,
	"request_timeout": true, "team_added_to_org": true, "accesslimited": true, "no_reason_given": true,
}

// refusal is the name of the error by which Slack said no; ok is false where it said no such thing.
func refusal(err error) (name string, ok bool) {
	said, ok := errors.AsType[slack.SlackErrorResponse](err)
	return said.Err, ok
}

// troubleOf tells all errors apart that work can meet: what Slack said, what happened on the way
// there, what the store said, and anything else, which will not pass. nil is passing.
func troubleOf(err error) trouble {
	if said, ok := errors.AsType[slack.SlackErrorResponse](err); ok {
		switch {
		case passingErrors[said.Err]:
			return passing
		case inChannel[said.Err]:
			return barred
		case final[said.Err] != "":
			return disowned
		}
		return refused
	}
	if status, ok := errors.AsType[slack.StatusCodeError](err); ok {
		if status.Code < 500 && status.Code != http.StatusTooManyRequests && status.Code != http.StatusRequestTimeout {
			return refused
		}
		return passing
	}
	_, limited := errors.AsType[*slack.RateLimitedError](err)
	if err == nil || limited || onTheWay(err) || store.Passing(err) || errors.Is(err, context.Canceled) {
		return passing
	}
	return broken
}

// onTheWay says whether a call to Slack failed for want of an answer.
func onTheWay(err error) bool {
	_, lost := errors.AsType[unheard](err)
	return lost || errors.Is(err, errNoAnswer) || errors.Is(err, errTooLate)
}

// ofStore says whether it was the store that failed, for a reason that may pass.
func ofStore(err error) bool { return !onTheWay(err) && store.Passing(err) }
