package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
)

// maxMessage bounds what PostAs and the page accept, in bytes; Slack's own limit
// on a request is of that order.
const maxMessage = 1 << 20

// PostAs posts raw, a message as the other tool would send it to Slack (text,
// attachments, blocks, thread_ts, username…), and returns its ts. A subtype in raw
// is kept, for "file_share" and its like. Nothing but its being a JSON object is
// checked, since tests need odd messages too; limits are for the app under test.
func (ws *Workspace) PostAs(from Bot, channelID string, raw json.RawMessage) (ts string, err error) {
	body, err := messageBody(raw)
	if err != nil {
		return "", err
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, err := ws.mustChannel(channelID)
	if err != nil {
		return "", err
	}
	body["text"] = cut(str(body, "text"))
	ws.sign(body, ws.sender(from))
	ws.normalize(body, str(body, "parse"))
	return ws.add(ch, body).ts, nil
}

// messageBody reads a message and drops the keys that are arguments of the call.
func messageBody(raw json.RawMessage) (object, error) {
	if len(raw) > maxMessage {
		return nil, fmt.Errorf("workspace: a message of %d bytes is too large; the limit is %d", len(raw), maxMessage)
	}
	body, err := decodeObject(raw)
	if err != nil {
		return nil, fmt.Errorf("workspace: read message: %w", err)
	}
	for _, k := range []string{"token", "channel", "ts", "type", "user", "bot_id", "app_id", "bot_profile", "unfurl_links", "unfurl_media", "mrkdwn", "as_user", "reply_broadcast"} {
		delete(body, k)
	}
	return body, nil
}

// sign writes the author into a message.
func (ws *Workspace) sign(body object, b *bot) {
	body["bot_id"] = b.id
	if b.appID != "" {
		body["app_id"] = b.appID
	}
	if icon := str(body, "icon_emoji"); icon != "" {
		body["icons"] = object{"emoji": icon}
	} else if url := str(body, "icon_url"); url != "" {
		body["icons"] = object{"image_48": url}
	}
	delete(body, "icon_emoji")
	delete(body, "icon_url")
	if b.kind != modernBot || str(body, "username") != "" {
		if str(body, "subtype") == "" {
			body["subtype"] = "bot_message"
		}
		if str(body, "username") == "" {
			body["username"] = b.name
		}
		return
	}
	body["user"], body["team"], body["bot_profile"] = b.user.id, ws.teamID, ws.profile(b)
}

// Say posts what a person types: into the thread of threadTS, or into the channel
// when that is "". "@name" and "#channel" become mentions. It returns the ts.
func (ws *Workspace) Say(userID, channelID, threadTS, text string) (ts string, err error) {
	return ws.say(userID, channelID, threadTS, text, false)
}

// Broadcast is Say in a thread with "also send to channel" ticked.
func (ws *Workspace) Broadcast(userID, channelID, threadTS, text string) (ts string, err error) {
	return ws.say(userID, channelID, threadTS, text, true)
}

func (ws *Workspace) say(userID, channelID, threadTS, text string, broadcast bool) (string, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, u, err := ws.both(channelID, userID)
	switch {
	case err != nil:
		return "", err
	case ch.archived:
		return "", fmt.Errorf("workspace: channel %q is archived", ch.Name)
	case text == "":
		return "", errors.New("workspace: a message needs text")
	case threadTS != "" && ch.find(threadTS) == nil:
		return "", fmt.Errorf("workspace: thread %q: there is no such message in %s", threadTS, ch.Name)
	}
	body := object{"user": u.id, "team": u.team, "client_msg_id": ws.newID("m")}
	body["text"] = ws.typed(cut(text))
	body["blocks"] = ws.richText(str(body, "text"))
	if threadTS != "" {
		body["thread_ts"] = threadTS
		if broadcast {
			body["subtype"] = "thread_broadcast"
			delete(body, "team")
		}
	}
	return ws.add(ch, body).ts, nil
}

// Edit changes the text of a person's message.
func (ws *Workspace) Edit(channelID, ts, text string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, m, err := ws.target(channelID, ts)
	if err != nil {
		return err
	}
	body := deepCopy(m.body)
	body["text"] = ws.typed(text)
	if _, ok := body["blocks"]; ok {
		body["blocks"] = ws.richText(str(body, "text"))
	}
	ws.replace(ch, m, body, authorID(body))
	return nil
}

// EditAs replaces the content of a message that a bot posted: the keys of raw
// take the place of those it had, null removes one. Nothing else changes; mark
// says whether the message then counts as edited, which an unfurled link does not.
func (ws *Workspace) EditAs(channelID, ts string, raw json.RawMessage, mark bool) error {
	patch, err := messageBody(raw)
	if err != nil {
		return err
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, m, err := ws.target(channelID, ts)
	if err != nil {
		return err
	}
	body := deepCopy(m.body)
	for k, v := range patch {
		if body[k] = v; v == nil {
			delete(body, k)
		}
	}
	ws.normalize(body, str(patch, "parse"))
	by := ""
	if mark {
		by = authorID(body)
	}
	ws.replace(ch, m, body, by)
	return nil
}

// Delete deletes a message, whoever wrote it.
func (ws *Workspace) Delete(channelID, ts string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, m, err := ws.target(channelID, ts)
	if err != nil {
		return err
	}
	ws.remove(ch, m)
	return nil
}

func (ws *Workspace) target(channelID, ts string) (*channel, *message, error) {
	ch, err := ws.mustChannel(channelID)
	if err != nil {
		return nil, nil, err
	}
	m := ch.find(ts)
	if m == nil {
		return nil, nil, fmt.Errorf("workspace: message %q: there is none in %s", ts, ch.Name)
	}
	return ch, m, nil
}
