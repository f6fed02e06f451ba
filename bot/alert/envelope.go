package alert

import (
	"bytes"
	"encoding/json"
	"fmt"

	"incidentlib/matcher"
)

// ReadAny reads a Slack message object, an event or an envelope around one, the
// payload of an incoming webhook, or plain text, told apart by looking. JSON that
// is none of Slack's, such as a log record or an alarm, is text. It fails only
// when data is over 4 MiB.
func ReadAny(data []byte) (matcher.Alert, error) {
	if len(data) > maxRaw {
		return matcher.Alert{Kind: matcher.Empty}, fmt.Errorf("message is %d bytes, over the limit of %d; send the alert alone", len(data), maxRaw)
	}
	data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte("\ufeff"))
	if o, err := decodeObject(data); err == nil {
		if m, ok := messageIn(o, 0); ok {
			return understand(gather(m)), nil
		}
		return FromText(string(data)), nil
	}
	var blocks []any
	if json.Unmarshal(data, &blocks) == nil && areBlocks(blocks) {
		return understand(gather(object{"blocks": blocks})), nil
	}
	return FromText(string(data)), nil
}

// messageIn finds the message in what Slack delivers: the object itself, or
// inside an event callback, a Socket Mode envelope, an edit or an interaction. An
// envelope without a message, such as one of a reaction, gives an empty message.
func messageIn(o object, depth int) (object, bool) {
	if depth > 4 {
		return nil, false
	}
	if looksLikeMessage(o) {
		return o, true
	}
	if o.text("type") != "" && o.has("block_id") { // one block, cut out of its message
		return object{"blocks": []any{map[string]any(o)}}, true
	}
	for _, name := range []string{"payload", "event", "message"} {
		inner := o.object(name)
		if inner == nil {
			continue
		}
		if m, ok := messageIn(inner, depth+1); ok {
			return m, true
		}
	}
	return object{}, o.isEnvelope()
}

// looksLikeMessage reports whether o is a message or a webhook payload. A log
// record may have a text too; it lacks all that Slack puts beside it.
func looksLikeMessage(o object) bool {
	switch o.text("type") {
	case "message", "app_mention":
		return true
	}
	if areBlocks(o.list("blocks")) || len(o.list("attachments")) > 0 {
		return true
	}
	if _, ok := o["text"].(string); !ok {
		return false
	}
	for name := range o {
		switch name {
		case "channel", "username", "bot_id", "user", "ts", "subtype", "icon_emoji", "icon_url", "mrkdwn", "thread_ts", "bot_profile", "attachments", "blocks", "files", "unfurl_links", "link_names":
			return true
		}
	}
	return len(o) == 1
}

// isEnvelope reports whether Slack delivered o, though no message is in it.
func (o object) isEnvelope() bool {
	return o.text("type") == "url_verification" || o["ok"] != nil || o.has("envelope_id") || o.has("api_app_id") || o.has("event_ts")
}

// areBlocks reports whether a list is one of Block Kit blocks.
func areBlocks(list []any) bool {
	if len(list) == 0 {
		return false
	}
	first, ok := list[0].(map[string]any)
	return ok && object(first).text("type") != ""
}
