package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/slack-go/slack"
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
	args.Set("include_all_metadata", "true")
	return d.pages(ctx, method, "messages", args, func(raw json.RawMessage) bool {
		m := object(raw)
		if meta := object(m["metadata"]); meta.text("event_type") == mark {
			p := object(meta["event_payload"])
			tell(p.text("to"), p.text("kind"), m.text("ts"))
		}
		return true
	})
}

// mostPages is how much of a list is read, in pages of 999.
const mostPages = 20

// pages calls a method that lists something, page after page, and look with each, until look
// has seen enough.
func (d *desk) pages(ctx context.Context, method, list string, args url.Values, look func(json.RawMessage) (more bool)) error {
	args.Set("limit", "999")
	for range mostPages {
		answer, err := d.call(ctx, method, args)
		if err != nil {
			return err
		}
		var page []json.RawMessage
		if err := json.Unmarshal(answer[list], &page); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		for _, raw := range page {
			if !look(raw) {
				return nil
			}
		}
		next := object(answer["response_metadata"]).text("next_cursor")
		if next == "" {
			return nil
		}
		args.Set("cursor", next)
	}
	return nil
}

// thread reads the messages of a thread, the first ones of a very long one.
func (d *desk) thread(ctx context.Context, channel, ts string) (messages []json.RawMessage, err error) {
	err = d.pages(ctx, "conversations.replies", "messages", url.Values{"channel": {channel}, "ts": {ts}}, func(raw json.RawMessage) bool {
		messages = append(messages, raw)
		return len(messages) < mostOfThread
	})
	return messages, err
}

// mostOfThread is how many messages of a thread are read.
const mostOfThread = 999

// messageAt reads one message; ok is false when it is not there, or may not be read.
func (d *desk) messageAt(ctx context.Context, p permalink) (raw json.RawMessage, ok bool, err error) {
	args := url.Values{"channel": {p.channel}, "ts": {cmp.Or(p.thread, p.ts)}, "oldest": {p.ts}, "latest": {p.ts}, "inclusive": {"true"}}
	err = d.pages(ctx, "conversations.replies", "messages", args, func(m json.RawMessage) bool {
		raw, ok = m, object(m).text("ts") == p.ts // the first of a thread comes too
		return !ok
	})
	if _, limited := errors.AsType[*slack.RateLimitedError](err); limited {
		return nil, false, err
	}
	return raw, ok, nil
}

// member says whether somebody is in a channel.
func (d *desk) member(ctx context.Context, channel, user string) (is bool, err error) {
	err = d.pages(ctx, "conversations.members", "members", url.Values{"channel": {channel}}, func(raw json.RawMessage) bool {
		var id string
		is = json.Unmarshal(raw, &id) == nil && id == user
		return !is
	})
	return is, err
}

// outside says whether people of other companies read a channel.
func (d *desk) outside(ctx context.Context, channel string) (bool, error) {
	answer, err := d.call(ctx, "conversations.info", url.Values{"channel": {channel}})
	return object(answer["channel"]).flag("is_ext_shared"), err
}

// private says whether a channel is one that not everybody of the workspace may read. One of
// which that cannot be told counts as such.
func (d *desk) private(ctx context.Context, channel string) (bool, error) {
	answer, err := d.call(ctx, "conversations.info", url.Values{"channel": {channel}})
	c := object(answer["channel"])
	return err != nil || c.text("id") == "" || c.flag("is_private") || c.flag("is_group") || c.flag("is_im") || c.flag("is_mpim"), err
}
