package workspace

import (
	"encoding/json"
	"fmt"
	"slices"
)

// SubmitView fills the inputs of the open modal, by block_id, and submits it. A
// value is what was typed or the value of the option chosen; inputs that are not
// named keep what they had. It waits for the acknowledgement and does what that
// says. The errors of a response_action are returned by block_id.
func (ws *Workspace) SubmitView(userID, viewID string, values map[string]string) (errs map[string]string, err error) {
	ws.mu.Lock()
	v, err := ws.mustView(userID, viewID)
	if err == nil {
		err = fill(v.body, values)
	}
	ws.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return ws.submit(userID, viewID, nil)
}

// submit sends view_submission; state replaces the view's state when it is not nil.
func (ws *Workspace) submit(userID, viewID string, state object) (map[string]string, error) {
	ws.mu.Lock()
	v, err := ws.mustView(userID, viewID)
	if err != nil {
		ws.mu.Unlock()
		return nil, err
	}
	if state != nil {
		v.body["state"] = state
	}
	p := ws.viewPayload(v, "view_submission")
	p["trigger_id"] = ws.newTrigger(v.app, userID, v)
	ws.mu.Unlock()
	answer, err := ws.ask(ws.ctx, &delivery{app: v.app, kind: "interactive", payload: p, accepts: true})
	if err != nil {
		return nil, ws.toast(userID, "Submitting", err)
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return ws.submitted(v, answer)
}

func (ws *Workspace) viewPayload(v *view, kind string) object {
	p := ws.interaction(v.app, ws.user(v.user), kind)
	delete(p, "trigger_id")
	p["view"], p["response_urls"] = deepCopy(v.body), []any{}
	return p
}

// submitted does what the acknowledgement says: nothing closes this modal, and
// response_action changes the stack.
func (ws *Workspace) submitted(v *view, answer json.RawMessage) (map[string]string, error) {
	o := object{}
	if len(answer) > 0 && string(answer) != "null" {
		var err error
		if o, err = decodeObject(answer); err != nil {
			return nil, fmt.Errorf("workspace: answer to view_submission: %w", err)
		}
	}
	next := sub(o, "view")
	if next != nil {
		if err := checkView(next, "modal"); err != nil {
			return nil, fmt.Errorf("workspace: answer to view_submission: %w", err)
		}
	}
	switch action := str(o, "response_action"); {
	case action == "":
		ws.closeViews(v.user, func(o *view) bool { return o == v })
	case action == "clear":
		ws.closeViews(v.user, func(o *view) bool { return o.app == v.app })
	case action == "errors":
		return viewErrors(v, sub(o, "errors"))
	case action == "update" && next != nil:
		ws.refresh(v, next)
	case action == "push" && next != nil && len(ws.stack(v.user)) < maxStack:
		ws.open(v.app, v.user, next, v)
	default:
		return nil, fmt.Errorf("workspace: answer to view_submission: response_action %q cannot be done: no view, a full stack, or unknown", action)
	}
	return nil, nil
}

// viewErrors checks that each error names an input block, as Slack demands.
func viewErrors(v *view, errs object) (map[string]string, error) {
	out := map[string]string{}
	for id := range errs {
		found := slices.ContainsFunc(objects(list(v.body, "blocks")), func(b object) bool { return str(b, "block_id") == id && str(b, "type") == "input" })
		if !found {
			return nil, fmt.Errorf("workspace: answer to view_submission: errors names %q, which is no input block of the modal", id)
		}
		out[id] = str(errs, id)
	}
	return out, nil
}

func (ws *Workspace) closeViews(userID string, which func(*view) bool) {
	ws.views = slices.DeleteFunc(ws.views, func(v *view) bool { return v.user == userID && which(v) })
	ws.publishViews(userID)
}

// CloseView closes the modal, or goes back to the one below. The app hears
// view_closed if the view asked for it.
func (ws *Workspace) CloseView(userID, viewID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	v, err := ws.mustView(userID, viewID)
	if err != nil {
		return err
	}
	all := truth(v.body, "clear_on_close")
	ws.closeViews(userID, func(o *view) bool { return o == v || all && o.app == v.app })
	if truth(v.body, "notify_on_close") {
		p := ws.viewPayload(v, "view_closed")
		p["is_cleared"] = all
		ws.deliver(&delivery{app: v.app, kind: "interactive", payload: p})
	}
	return nil
}
