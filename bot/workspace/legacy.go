package workspace

import "fmt"

// ClickLegacy presses a button of an attachment in the old form: the app hears
// interactive_message. The answer in the acknowledgement is ignored.
func (ws *Workspace) ClickLegacy(userID, channelID, ts, attachmentID, name, value string) error {
	ws.mu.Lock()
	d, err := ws.legacyDelivery(userID, channelID, ts, attachmentID, name, value)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	if _, err = ws.ask(ws.ctx, d); err != nil {
		return ws.toast(userID, "This action", err)
	}
	return nil
}

func (ws *Workspace) legacyDelivery(userID, channelID, ts, attachmentID, name, value string) (*delivery, error) {
	u, err := ws.person(userID)
	if err != nil {
		return nil, err
	}
	ch, m, err := ws.target(channelID, ts)
	if err != nil {
		return nil, err
	}
	a := ws.appOf(str(m.body, "bot_id"))
	if a == nil {
		return nil, fmt.Errorf("workspace: message %q is not from an installed app: nobody would hear the click", ts)
	}
	p := ws.interaction(a, u, "interactive_message")
	for _, at := range objects(list(m.body, "attachments")) {
		if fmt.Sprint(at["id"]) == attachmentID {
			p["callback_id"] = str(at, "callback_id")
		}
	}
	p["actions"] = []any{object{"name": name, "type": "button", "value": value}}
	p["attachment_id"], p["message_ts"], p["action_ts"], p["original_message"] = attachmentID, ts, ws.stamp(), deepCopy(m.body)
	p["channel"] = object{"id": ch.id, "name": ch.shownName()}
	p["response_url"] = ws.newResponseURL("actions", responseURL{app: a, ch: ch, user: u.id, ts: ts, thread: threadOf(m)})
	return &delivery{app: a, kind: "interactive", payload: p}, nil
}
