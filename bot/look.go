package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"time"
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

// mostPages is how much of a thread or channel is read, in pages.
const mostPages = 20

// answers finds our replies in a thread, by the time stamps of the messages they answer.
// Only what stands after oldest is looked through, "" for all.
func (d *desk) answers(ctx context.Context, channel, thread, oldest string) (map[string]string, error) {
	found := map[string]string{}
	err := d.marks(ctx, "conversations.replies", url.Values{"channel": {channel}, "ts": {thread}, "oldest": {oldest}},
		func(to, kind, ts string) {
			if kind == kindReply || kind == "" {
				found[to] = ts
			}
		})
	return found, err
}

// written finds the message of ours that a letter became, "" when it is not there.
func (d *desk) written(ctx context.Context, l letter) (ts string, err error) {
	method, args := "conversations.replies", url.Values{"channel": {l.to.Channel}, "ts": {l.thread}, "oldest": {l.to.TS}}
	if l.thread == "" {
		method, args = "conversations.history", url.Values{"channel": {l.to.Channel}, "oldest": {strconv.FormatInt(l.taken.Add(-time.Minute).Unix(), 10)}}
	} else if timeOf(l.to.TS).IsZero() {
		args.Del("oldest")
	}
	err = d.marks(ctx, method, args, func(to, kind, at string) {
		if to == l.to.TS && (kind == l.kind || kind == "" && l.kind == kindReply) {
			ts = at
		}
	})
	return ts, err
}

// marks reads messages and tells of those that carry our mark: what they answer, of what kind
// they are ("" in posts of older versions) and where they are.
func (d *desk) marks(ctx context.Context, method string, args url.Values, tell func(to, kind, ts string)) error {
	args.Set("limit", "999")
	args.Set("include_all_metadata", "true")
	for range mostPages {
		answer, err := d.call(ctx, method, args)
		if err != nil {
			return err
		}
		var messages []json.RawMessage
		if err := json.Unmarshal(answer["messages"], &messages); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		for _, raw := range messages {
			m := object(raw)
			if meta := object(m["metadata"]); meta.text("event_type") == mark {
				p := object(meta["event_payload"])
				tell(p.text("to"), p.text("kind"), m.text("ts"))
			}
		}
		cursor := object(answer["response_metadata"]).text("next_cursor")
		if cursor == "" {
			break
		}
		args.Set("cursor", cursor)
	}
	return nil
}

// outside says whether people of other companies read a channel.
func (d *desk) outside(ctx context.Context, channel string) (bool, error) {
	answer, err := d.call(ctx, "conversations.info", url.Values{"channel": {channel}})
	return object(answer["channel"]).flag("is_ext_shared"), err
}
