package workspace

import (
	"encoding/json"
	"slices"
)

// ephemeral is a message that one person sees, until they dismiss it.
type ephemeral struct {
	ts   string
	user string
	body object
}

// chatPostEphemeral shows a message to one member of the channel.
func (ws *Workspace) chatPostEphemeral(r *request) (object, error) {
	ch, err := ws.postable(r)
	if err != nil {
		return nil, err
	}
	if !ch.has(str(r.args, "user")) {
		return nil, slackError("user_not_in_channel")
	}
	body, _, err := r.content(postText)
	if err != nil {
		return nil, err
	}
	if ts := str(r.args, "thread_ts"); ts != "" {
		body["thread_ts"] = ts
	}
	ws.normalize(body, str(r.args, "parse"))
	e := ws.whisper(ch, str(r.args, "user"), r.app.bot, body)
	return object{"message_ts": e.ts}, nil
}

// whisper shows a normalized message to one person.
func (ws *Workspace) whisper(ch *channel, userID string, from *bot, body object) *ephemeral {
	delete(body, "metadata")
	ws.sign(body, from)
	e := &ephemeral{ts: ws.stamp(), user: userID, body: body}
	body["type"], body["ts"], body["is_ephemeral"] = "message", e.ts, true
	ch.ephemera = append(ch.ephemera, e)
	ws.publishTo(userID, "ephemeral", ch.id, object{"user": userID, "message": deepCopy(body)})
	return e
}

func (ch *channel) findEphemeral(userID, ts string) *ephemeral {
	i := slices.IndexFunc(ch.ephemera, func(e *ephemeral) bool { return e.ts == ts && e.user == userID })
	if i < 0 {
		return nil
	}
	return ch.ephemera[i]
}

// Ephemerals returns what only this person sees in the channel, oldest first.
func (ws *Workspace) Ephemerals(userID, channelID string) []json.RawMessage {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	var out []json.RawMessage
	if ch := ws.channel(channelID); ch != nil {
		for _, e := range ch.ephemera {
			if e.user == userID {
				out = append(out, encode(e.body))
			}
		}
	}
	return out
}

// dismiss takes an ephemeral message away.
func (ws *Workspace) dismiss(ch *channel, gone *ephemeral) {
	ch.ephemera = slices.DeleteFunc(ch.ephemera, func(e *ephemeral) bool { return e == gone })
	ws.publishTo(gone.user, "ephemeral_deleted", ch.id, object{"user": gone.user, "ts": gone.ts})
}
