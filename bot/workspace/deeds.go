package workspace

import (
	"encoding/json"
	"errors"
)

func (ws *Workspace) uiPost(me string, in object) (object, error) {
	channel, as := str(in, "channel"), str(in, "as")
	message := sub(in, "message")
	if as == "" {
		as = me
	}
	ws.mu.Lock()
	person := ws.user(as)
	ws.mu.Unlock()
	var ts string
	var err error
	switch {
	case person != nil && person.bot == nil && message == nil:
		if truth(in, "broadcast") {
			ts, err = ws.Broadcast(as, channel, str(in, "thread_ts"), str(in, "text"))
		} else {
			ts, err = ws.Say(as, channel, str(in, "thread_ts"), str(in, "text"))
		}
	case person != nil && person.bot == nil:
		ts, err = ws.sayRaw(as, channel, str(in, "thread_ts"), encode(message))
	default:
		if message == nil {
			message = object{"text": str(in, "text")}
		}
		if t := str(in, "thread_ts"); t != "" {
			message["thread_ts"] = t
		}
		ts, err = ws.PostAs(Bot{Name: as, Webhook: truth(in, "webhook")}, channel, encode(message))
	}
	return object{"ts": ts}, err
}

// sayRaw posts a message of a person's with blocks or attachments as given.
func (ws *Workspace) sayRaw(userID, channelID, threadTS string, raw json.RawMessage) (string, error) {
	body, err := messageBody(raw)
	if err != nil {
		return "", err
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, u, err := ws.both(channelID, userID)
	if err != nil {
		return "", err
	}
	ws.normalize(body, str(body, "parse"))
	body["user"], body["team"] = u.id, u.team
	if threadTS != "" {
		body["thread_ts"] = threadTS
	}
	return ws.add(ch, body).ts, nil
}

func (ws *Workspace) uiEdit(_ string, in object) (object, error) {
	if m := sub(in, "message"); m != nil {
		return nil, ws.EditAs(str(in, "channel"), str(in, "ts"), encode(m), true)
	}
	return nil, ws.Edit(str(in, "channel"), str(in, "ts"), str(in, "text"))
}

func (ws *Workspace) uiCommand(me string, in object) (object, error) {
	if str(in, "thread_ts") != "" {
		return nil, errors.New("slash commands cannot be used in threads")
	}
	return nil, ws.Command(me, str(in, "channel"), str(in, "text"))
}

func (ws *Workspace) uiAction(me string, in object) (object, error) {
	if in["attachment_id"] != nil {
		return nil, ws.ClickLegacy(me, str(in, "channel"), str(in, "ts"), str(in, "attachment_id"), str(in, "name"), str(in, "value"))
	}
	at := spot{channel: str(in, "channel"), ts: str(in, "ts"), view: str(in, "view_id"), block: str(in, "block_id"), action: str(in, "action_id")}
	given := object{}
	for k, v := range in {
		switch k {
		case "channel", "ts", "ephemeral", "container", "view_id", "block_id", "action_id", "state", "type":
		default:
			given[k] = v
		}
	}
	if state := sub(in, "state"); state != nil {
		ws.mu.Lock()
		if v := ws.viewWith(at.view); v != nil && sub(state, "values") != nil {
			v.body["state"] = state
		}
		ws.mu.Unlock()
	}
	return nil, ws.act(me, at, "", given)
}

func (ws *Workspace) uiSubmit(me string, in object) (object, error) {
	errs, err := ws.submit(me, str(in, "view_id"), sub(in, "state"))
	if len(errs) > 0 {
		return object{"errors": errs}, err
	}
	return nil, err
}

func (ws *Workspace) uiReact(me string, in object) (object, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ch, m, err := ws.target(str(in, "channel"), str(in, "ts"))
	if err == nil && !ws.setReaction(ch, m, me, str(in, "name"), true) {
		ws.setReaction(ch, m, me, str(in, "name"), false)
	}
	return nil, err
}
