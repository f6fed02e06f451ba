package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/slack-go/slack"
)

// mark is written into a reply's metadata and says which message it answers. Slack has no
// other way to tell whether a post whose answer got lost has arrived. Everybody in the
// workspace can read metadata, and a time stamp tells nobody anything.
const mark = "incidentlib_reply"

func marked(to string) slack.MsgOption {
	return slack.MsgOptionMetadata(slack.SlackMetadata{EventType: mark, EventPayload: map[string]any{"to": to}})
}

// answers finds our replies in a thread, by the time stamps of the messages they answer.
// Only what stands after oldest is looked through, "" for all.
func (d *desk) answers(ctx context.Context, channel, thread, oldest string) (map[string]string, error) {
	answer, err := d.read(ctx, "conversations.replies", url.Values{
		"channel": {channel}, "ts": {thread}, "oldest": {oldest}, "limit": {"999"}, "include_all_metadata": {"true"},
	})
	if err != nil {
		return nil, err
	}
	var messages []json.RawMessage
	if err := json.Unmarshal(answer["messages"], &messages); err != nil {
		return nil, fmt.Errorf("conversations.replies: %w", err)
	}
	found := map[string]string{}
	for _, raw := range messages {
		m := object(raw)
		if meta := object(m["metadata"]); meta.text("event_type") == mark {
			found[object(meta["event_payload"]).text("to")] = m.text("ts")
		}
	}
	return found, nil
}

// outside says whether people of other companies read a channel.
func (d *desk) outside(ctx context.Context, channel string) (bool, error) {
	answer, err := d.read(ctx, "conversations.info", url.Values{"channel": {channel}})
	return object(answer["channel"]).flag("is_ext_shared"), err
}

// read makes a call whose answer holds messages of others. slack-go would lose all of it
// for one element it does not know.
func (d *desk) read(ctx context.Context, method string, args url.Values) (fields, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.apiURL.String()+method, strings.NewReader(args.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+d.token)
	resp, err := d.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		if wait, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && resp.StatusCode == http.StatusTooManyRequests {
			return nil, &slack.RateLimitedError{RetryAfter: time.Duration(wait) * time.Second}
		}
		return nil, slack.StatusCodeError{Code: resp.StatusCode, Status: resp.Status}
	}
	var answer fields
	if err := json.NewDecoder(http.MaxBytesReader(nil, resp.Body, maxAnswer)).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	if !answer.flag("ok") {
		return nil, slack.SlackErrorResponse{Err: answer.text("error")}
	}
	return answer, nil
}
