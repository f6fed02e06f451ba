package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
)

// mark is written into a reply's metadata and says which message it answers. Slack has no
// other way to tell whether a post whose answer got lost has arrived. Everybody in the
// workspace can read metadata, and a time stamp tells nobody anything.
const mark = "incidentlib_reply"

// kindReply is the kind of a message's one answer.
const kindReply = "reply"

func marked(to, kind string) string {
	raw, err := json.Marshal(map[string]any{"event_type": mark, "event_payload": map[string]string{"to": to, "kind": kind}})
	if err != nil {
		panic(err) // two strings
	}
	return string(raw)
}

// mostPages is how much of a thread is read, in pages of 999 messages.
const mostPages = 20

// answers finds our messages of a kind in a thread, by the time stamps of those they answer.
// Only what stands after oldest is looked through, "" for all.
func (d *desk) answers(ctx context.Context, channel, thread, oldest, kind string) (map[string]string, error) {
	found, cursor := map[string]string{}, ""
	for range mostPages {
		answer, err := d.call(ctx, "conversations.replies", url.Values{
			"channel": {channel}, "ts": {thread}, "oldest": {oldest}, "limit": {"999"}, "include_all_metadata": {"true"}, "cursor": {cursor},
		})
		if err != nil {
			return nil, err
		}
		var messages []json.RawMessage
		if err := json.Unmarshal(answer["messages"], &messages); err != nil {
			return nil, fmt.Errorf("conversations.replies: %w", err)
		}
		for _, raw := range messages {
			m := object(raw)
			if meta := object(m["metadata"]); meta.text("event_type") == mark {
				if what := object(meta["event_payload"]); cmp.Or(what.text("kind"), kindReply) == kind {
					found[what.text("to")] = m.text("ts")
				}
			}
		}
		if cursor = object(answer["response_metadata"]).text("next_cursor"); cursor == "" {
			break
		}
	}
	return found, nil
}

// outside says whether people of other companies read a channel.
func (d *desk) outside(ctx context.Context, channel string) (bool, error) {
	answer, err := d.call(ctx, "conversations.info", url.Values{"channel": {channel}})
	return object(answer["channel"]).flag("is_ext_shared"), err
}
