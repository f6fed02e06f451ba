package workspace

import (
	"fmt"
	"strings"
)

// Click presses the button actionID of the message ts, which may be an ephemeral
// one, and waits for the acknowledgement.
func (ws *Workspace) Click(userID, channelID, ts, actionID string) error {
	return ws.Choose(userID, channelID, ts, actionID, "")
}

// Choose uses any element of a message: option is the value of the option chosen,
// or what was typed. "" takes the element's own value, as a button does.
func (ws *Workspace) Choose(userID, channelID, ts, actionID, option string) error {
	return ws.act(userID, spot{channel: channelID, ts: ts, action: actionID}, option, nil)
}

// ClickView uses an element of an open modal or of a Home tab, named by its view id.
func (ws *Workspace) ClickView(userID, viewID, actionID, option string) error {
	return ws.act(userID, spot{view: viewID, action: actionID}, option, nil)
}

// spot says where a person clicked.
type spot struct {
	channel, ts   string
	view          string
	block, action string // block "" takes the first block that has the action
}

// act sends block_actions. given are keys of the action the page has filled in
// already (value, selected_option…); without it option is looked up. state is the
// view's state as the page has it, or nil.
func (ws *Workspace) act(userID string, at spot, option string, given object) error {
	ws.mu.Lock()
	d, err := ws.actionDelivery(userID, at, option, given)
	ws.mu.Unlock()
	if err != nil {
		return err
	}
	if _, err = ws.ask(ws.ctx, d); err != nil {
		return ws.toast(userID, "This action", err)
	}
	return nil
}

func (ws *Workspace) actionDelivery(userID string, at spot, option string, given object) (*delivery, error) {
	u, err := ws.person(userID)
	if err != nil {
		return nil, err
	}
	if at.view != "" {
		return ws.viewAction(u, at, option, given)
	}
	ch, err := ws.mustChannel(at.channel)
	if err != nil {
		return nil, err
	}
	back := responseURL{ch: ch, user: u.id, ts: at.ts}
	container := object{"type": "message", "message_ts": at.ts, "channel_id": ch.id, "is_ephemeral": false}
	var body object
	if e := ch.findEphemeral(u.id, at.ts); e != nil {
		container["is_ephemeral"] = true
		back.hidden, back.ts, back.thread, body = e, "", str(e.body, "thread_ts"), e.body
	} else if m := ch.find(at.ts); m != nil {
		back.thread, body = threadOf(m), m.body
	} else {
		return nil, fmt.Errorf("workspace: message %q: %s sees none in %s", at.ts, u.real, ch.Name)
	}
	a := ws.appOf(str(body, "bot_id"))
	if a == nil {
		return nil, fmt.Errorf("workspace: message %q is not from an installed app: nobody would hear the click", at.ts)
	}
	back.app = a
	block, element, attachment := findElement(body, at)
	if element == nil {
		return nil, fmt.Errorf("workspace: message %q has no element with the action_id %q", at.ts, at.action)
	}
	if attachment != nil {
		container["type"], container["attachment_id"], container["is_app_unfurl"] = "message_attachment", attachment["id"], false
	}
	if back.thread != "" {
		container["thread_ts"] = back.thread
	}
	action, err := actionOf(block, element, option, given)
	if err != nil {
		return nil, err
	}
	action["action_ts"] = ws.stamp()
	p := ws.interaction(a, u, "block_actions")
	p["container"], p["channel"], p["actions"] = container, object{"id": ch.id, "name": ch.shownName()}, []any{action}
	p["state"] = object{"values": object{}}
	p["response_url"] = ws.newResponseURL("actions", back)
	if back.hidden == nil {
		p["message"] = deepCopy(body)
	}
	return &delivery{app: a, kind: "interactive", payload: p}, nil
}

func (ws *Workspace) viewAction(u *user, at spot, option string, given object) (*delivery, error) {
	var a *app
	var body object
	v := ws.viewWith(at.view)
	if v != nil && v.user == u.id {
		a, body = v.app, v.body
	}
	for key, home := range ws.homes {
		if str(home, "id") == at.view && key.user == u.id {
			a, body = ws.app(key.app), home
		}
	}
	if a == nil {
		return nil, fmt.Errorf("workspace: view %q: %s has none such", at.view, u.real)
	}
	block, element, _ := findElement(body, at)
	if element == nil {
		return nil, fmt.Errorf("workspace: view %q has no element with the action_id %q", at.view, at.action)
	}
	action, err := actionOf(block, element, option, given)
	if err != nil {
		return nil, err
	}
	action["action_ts"] = ws.stamp()
	if !strings.Contains(str(element, "type"), "button") {
		remember(body, str(block, "block_id"), str(element, "action_id"), action)
	}
	p := ws.interaction(a, u, "block_actions")
	p["trigger_id"] = ws.newTrigger(a, u.id, v)
	p["container"] = object{"type": "view", "view_id": at.view}
	p["view"], p["actions"] = deepCopy(body), []any{action}
	return &delivery{app: a, kind: "interactive", payload: p}, nil
}

// remember keeps what a person chose in a view's state.
func remember(body object, block, action string, value object) {
	values := sub(sub(body, "state"), "values")
	if sub(values, block) == nil {
		values[block] = object{}
	}
	kept := deepCopy(value)
	for _, k := range []string{"action_id", "block_id", "action_ts", "placeholder"} {
		delete(kept, k)
	}
	sub(values, block)[action] = kept
}

// findElement looks for the element in the blocks of a body, then in those of its
// attachments; then attachment is the one it was in.
func findElement(body object, at spot) (block, element, attachment object) {
	if b, e := elementIn(list(body, "blocks"), at); e != nil {
		return b, e, nil
	}
	for _, a := range objects(list(body, "attachments")) {
		if b, e := elementIn(list(a, "blocks"), at); e != nil {
			return b, e, a
		}
	}
	return nil, nil, nil
}

func elementIn(blocks []any, at spot) (block, element object) {
	for _, b := range objects(blocks) {
		if at.block != "" && str(b, "block_id") != at.block {
			continue
		}
		for _, e := range append(objects(list(b, "elements")), sub(b, "accessory"), sub(b, "element")) {
			if e != nil && str(e, "action_id") == at.action {
				return b, e
			}
		}
	}
	return nil, nil
}

// actionOf is one member of the payload's "actions".
func actionOf(block, element object, option string, given object) (object, error) {
	a := object{"action_id": str(element, "action_id"), "block_id": str(block, "block_id"), "type": str(element, "type")}
	for k, v := range given {
		a[k] = v
	}
	if str(element, "type") == "button" {
		for k, v := range pick(element, "text", "value", "style", "url") {
			a[k] = deepCopy(v)
		}
		return a, nil
	}
	if given != nil {
		return a, nil
	}
	value, err := elementValue(element, option)
	for k, v := range value {
		a[k] = v
	}
	return a, err
}
