package workspace

import "fmt"

// Shortcut uses a message shortcut on the message ts, or with ts "" a global one,
// and waits for the acknowledgement.
func (ws *Workspace) Shortcut(userID, channelID, ts, callbackID string) error {
	ws.mu.Lock()
	d, name, err := ws.shortcutDelivery(userID, channelID, ts, callbackID)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	if _, err = ws.ask(ws.ctx, d); err != nil {
		return ws.toast(userID, name, err)
	}
	return nil
}

func (ws *Workspace) shortcutDelivery(userID, channelID, ts, callbackID string) (*delivery, string, error) {
	u, err := ws.person(userID)
	if err != nil {
		return nil, "", err
	}
	if err := ws.insider(u); err != nil {
		return nil, "", err
	}
	kind := "message"
	if ts == "" {
		kind = "global"
	}
	a, s := ws.shortcut(kind, callbackID)
	if a == nil {
		return nil, "", fmt.Errorf("workspace: %s shortcut %q: no app has it", kind, callbackID)
	}
	p := ws.interaction(a, u, "shortcut")
	p["callback_id"], p["action_ts"] = callbackID, ws.stamp()
	p["user"] = object{"id": u.id, "username": u.name, "team_id": u.team}
	delete(p, "api_app_id") // shortcuts were never seen to carry it
	if kind == "message" {
		ch, m, err := ws.target(channelID, ts)
		if err != nil {
			return nil, "", fmt.Errorf("%w (message shortcuts do not exist on ephemeral messages)", err)
		}
		p["type"], p["message_ts"], p["message"] = "message_action", ts, deepCopy(m.body)
		p["user"] = object{"id": u.id, "name": u.name}
		p["channel"] = object{"id": ch.id, "name": ch.shownName()}
		p["response_url"] = ws.newResponseURL("app", responseURL{app: a, ch: ch, user: u.id, thread: threadOf(m)})
	}
	return &delivery{app: a, kind: "interactive", payload: p}, s.Name, nil
}

// threadOf is the thread in which something about m is answered. The message
// itself starts none by being clicked.
func threadOf(m *message) string {
	if m.isReply() {
		return m.thread()
	}
	return ""
}

func (ws *Workspace) shortcut(kind, callbackID string) (*app, Shortcut) {
	for _, a := range ws.apps {
		for _, s := range a.Shortcuts {
			if s.Type == kind && s.CallbackID == callbackID && a.revoked == "" && a.may("commands") {
				return a, s
			}
		}
	}
	return nil, Shortcut{}
}
