package workspace

import (
	"encoding/json"
	"slices"
	"strings"
)

// message is one stored message. Its body is what Slack's history would show;
// metadata lies beside it, since it is shown only on demand.
type message struct {
	ts       string
	body     object
	metadata any
	full     bool // posted with link_names or parse "full": plain @names become mentions
}

func (m *message) thread() string { return str(m.body, "thread_ts") }

// isReply reports whether the message stands in a thread and is not its start.
func (m *message) isReply() bool { return m.thread() != "" && m.thread() != m.ts }

// inChannel reports whether the channel shows the message, not only its thread.
func (m *message) inChannel() bool {
	return !m.isReply() || str(m.body, "subtype") == "thread_broadcast"
}

// add stores a message, gives it its ts, tells the page, notes who would be
// notified and sends the events. The body needs type, author and content.
func (ws *Workspace) add(ch *channel, body object) *message {
	m := &message{ts: ws.stamp(), body: body, metadata: body["metadata"]}
	m.full = truth(body, "link_names") || str(body, "parse") == "full"
	for _, k := range []string{"metadata", "link_names", "parse"} {
		delete(body, k)
	}
	body["type"], body["ts"] = "message", m.ts
	i, _ := slices.BinarySearchFunc(ch.messages, m.ts, func(m *message, ts string) int { return compareTS(m.ts, ts) })
	for i < len(ch.messages) && ch.messages[i].ts == m.ts { // the clock was set back onto it
		m.ts = ws.stamp()
		body["ts"] = m.ts
		i++
	}
	ch.messages = slices.Insert(ch.messages, i, m)
	if str(body, "user") != ws.me {
		ch.unread++
	}
	parent := ws.countReply(ch, m)
	if parent != nil && str(body, "subtype") == "thread_broadcast" {
		body["root"] = deepCopy(parent.body)
	}
	ws.publish("message", ch.id, object{"message": deepCopy(body)})
	ws.notify(ch, m, "")
	ws.messageEvents(ch, m)
	return m
}

// countReply brings the counters of a reply's parent up to date and returns it.
func (ws *Workspace) countReply(ch *channel, reply *message) *message {
	if !reply.isReply() {
		return nil
	}
	parent := ch.find(reply.thread())
	if parent == nil {
		return nil
	}
	if by := str(parent.body, "user"); by != "" {
		reply.body["parent_user_id"] = by
	}
	var users []any
	count, latest := 0, ""
	for _, m := range ch.messages {
		if m.isReply() && m.thread() == parent.ts {
			count, latest = count+1, m.ts
			if by := authorID(m.body); !slices.Contains(users, any(by)) {
				users = append(users, by)
			}
		}
	}
	b := parent.body
	if count == 0 {
		for _, k := range []string{"thread_ts", "reply_count", "reply_users", "reply_users_count", "latest_reply", "is_locked"} {
			delete(b, k)
		}
	} else {
		b["thread_ts"], b["reply_count"], b["latest_reply"] = parent.ts, count, latest
		b["reply_users"], b["reply_users_count"], b["is_locked"] = users, len(users), false
	}
	ws.publish("changed", ch.id, object{"message": deepCopy(b)})
	return parent
}

func authorID(body object) string {
	if u := str(body, "user"); u != "" {
		return u
	}
	return str(body, "bot_id")
}

// replace gives a message another body and tells everybody. edited marks it as
// edited by that user; "" leaves no mark, as when a link unfurls.
func (ws *Workspace) replace(ch *channel, m *message, body object, edited string) {
	before := m.body
	previous := deepCopy(before)
	if edited != "" {
		ts := ws.stamp()
		body["edited"] = object{"user": edited, "ts": ts[:strings.IndexByte(ts, '.')] + ".000000"}
	}
	m.body = body
	ws.publish("changed", ch.id, object{"message": deepCopy(body), "previous_message": previous})
	ws.notify(ch, m, notableText(before))
	ws.changedEvent(ch, deepCopy(body), previous)
}

// remove deletes a message. One with replies leaves a tombstone, which goes with
// its last reply; both are told as message_changed, as Slack does.
func (ws *Workspace) remove(ch *channel, m *message) {
	previous := deepCopy(m.body)
	if n, _ := m.body["reply_count"].(int); n > 0 {
		tomb := pick(m.body, "type", "ts", "thread_ts", "reply_count", "reply_users", "reply_users_count", "latest_reply", "is_locked")
		tomb["subtype"], tomb["user"], tomb["hidden"] = "tombstone", "USLACKBOT", true
		tomb["text"] = "This message was deleted."
		m.body, m.metadata = tomb, nil
		ws.publish("changed", ch.id, object{"message": deepCopy(tomb), "previous_message": previous})
		ws.changedEvent(ch, deepCopy(tomb), previous)
		return
	}
	ch.drop(m)
	ws.publish("deleted", ch.id, object{"ts": m.ts})
	ws.deletedEvent(ch, m.ts, previous)
	if parent := ws.countReply(ch, m); parent != nil && str(parent.body, "subtype") == "tombstone" && parent.body["reply_count"] == nil {
		ch.drop(parent)
		ws.publish("deleted", ch.id, object{"ts": parent.ts})
		ws.changedEvent(ch, deepCopy(parent.body), []any{})
	}
}

func (ch *channel) find(ts string) *message {
	i := slices.IndexFunc(ch.messages, func(m *message) bool { return m.ts == ts })
	if i < 0 {
		return nil
	}
	return ch.messages[i]
}

func (ch *channel) drop(gone *message) {
	ch.messages = slices.DeleteFunc(ch.messages, func(m *message) bool { return m == gone })
}

// compareTS compares timestamps as the texts they are: the longer has more
// seconds.
func compareTS(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// Messages returns the channel's messages with those of all threads, oldest first.
func (ws *Workspace) Messages(channelID string) []json.RawMessage {
	return ws.collect(channelID, func(*message) bool { return true })
}

// Thread returns the message ts and its replies, oldest first.
func (ws *Workspace) Thread(channelID, ts string) []json.RawMessage {
	return ws.collect(channelID, func(m *message) bool { return m.ts == ts || m.thread() == ts })
}

func (ws *Workspace) collect(channelID string, want func(*message) bool) []json.RawMessage {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	var out []json.RawMessage
	if ch := ws.channel(channelID); ch != nil {
		for _, m := range ch.messages {
			if want(m) {
				out = append(out, encode(m.body))
			}
		}
	}
	return out
}
