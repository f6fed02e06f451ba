package workspace

import (
	"encoding/json"
	"fmt"
	"slices"
)

// view is one open modal. Those of one person and app form a stack of at most three.
type view struct {
	app  *app
	user string
	body object // as the app sent it, with what Slack adds
}

type homeKey struct{ app, user string }

const maxStack = 3

func (v *view) id() string { return str(v.body, "id") }

// Views returns the person's open modals, the one on top last.
func (ws *Workspace) Views(userID string) []json.RawMessage {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	var out []json.RawMessage
	for _, v := range ws.stack(userID) {
		out = append(out, encode(v.body))
	}
	return out
}

// Home returns the app's Home tab as this person has it, or nil.
func (ws *Workspace) Home(userID, appID string) json.RawMessage {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if h := ws.homes[homeKey{appID, userID}]; h != nil {
		return encode(h)
	}
	return nil
}

func (ws *Workspace) stack(userID string) []*view {
	var out []*view
	for _, v := range ws.views {
		if v.user == userID {
			out = append(out, v)
		}
	}
	return out
}

func (ws *Workspace) viewWith(id string) *view {
	i := slices.IndexFunc(ws.views, func(v *view) bool { return v.id() == id })
	if i < 0 {
		return nil
	}
	return ws.views[i]
}

// dress adds to a view what Slack adds.
func (ws *Workspace) dress(a *app, body object, id string) object {
	body = deepCopy(body)
	for k, v := range (object{"private_metadata": "", "callback_id": "", "external_id": "", "clear_on_close": false, "notify_on_close": false, "close": nil, "submit": nil}) {
		if body[k] == nil {
			body[k] = v
		}
	}
	body["id"], body["team_id"], body["app_id"], body["bot_id"] = id, ws.teamID, a.ID, a.BotID
	body["app_installed_team_id"], body["previous_view_id"], body["root_view_id"] = ws.teamID, nil, id
	body["hash"], body["state"] = ws.stamp()+".h", object{"values": object{}}
	ws.normalizeBlocks(list(body, "blocks"))
	ws.normalizeInside([]any{body["title"], body["submit"], body["close"]})
	return body
}

// open puts a modal on the person's screen: the first, or on top of below.
func (ws *Workspace) open(a *app, userID string, body object, below *view) *view {
	v := &view{app: a, user: userID, body: ws.dress(a, body, ws.newID("V"))}
	if below != nil {
		v.body["previous_view_id"], v.body["root_view_id"] = below.id(), str(below.body, "root_view_id")
	} else {
		ws.views = slices.DeleteFunc(ws.views, func(o *view) bool { return o.user == userID })
	}
	ws.views = append(ws.views, v)
	ws.publishViews(userID)
	return v
}

// refresh gives an open modal other content; what people typed into inputs that
// stay is kept.
func (ws *Workspace) refresh(v *view, body object) {
	kept := pick(v.body, "previous_view_id", "root_view_id", "state")
	v.body = ws.dress(v.app, body, v.id())
	for k, x := range kept {
		v.body[k] = x
	}
	ws.publishViews(v.user)
}

func (ws *Workspace) publishViews(userID string) {
	bodies := []any{}
	for _, v := range ws.stack(userID) {
		bodies = append(bodies, deepCopy(v.body))
	}
	ws.publishTo(userID, "views", "", object{"user": userID, "views": bodies})
}

func (ws *Workspace) viewsOpen(r *request) (object, error) {
	body, err := r.view("modal")
	if err != nil {
		return nil, err
	}
	t, err := ws.useTrigger(r)
	if err != nil {
		return nil, err
	}
	return object{"view": deepCopy(ws.open(r.app, t.user, body, nil).body)}, nil
}

func (ws *Workspace) viewsPush(r *request) (object, error) {
	body, err := r.view("modal")
	if err != nil {
		return nil, err
	}
	t, err := ws.useTrigger(r)
	if err != nil {
		return nil, err
	}
	stack := ws.stack(t.user)
	switch {
	case t.view == nil || len(stack) == 0:
		return nil, slackError("not_found")
	case len(stack) >= maxStack:
		return nil, slackError("push_limit_reached")
	}
	return object{"view": deepCopy(ws.open(r.app, t.user, body, stack[len(stack)-1]).body)}, nil
}

func (ws *Workspace) viewsUpdate(r *request) (object, error) {
	body, err := r.view("modal")
	if err != nil {
		return nil, err
	}
	id, external := str(r.args, "view_id"), str(r.args, "external_id")
	i := slices.IndexFunc(ws.views, func(v *view) bool {
		return v.app == r.app && (v.id() == id || external != "" && str(v.body, "external_id") == external)
	})
	if i < 0 {
		return nil, slackError("not_found")
	}
	v := ws.views[i]
	if h := str(r.args, "hash"); h != "" && h != str(v.body, "hash") {
		return nil, slackError("hash_conflict")
	}
	ws.refresh(v, body)
	return object{"view": deepCopy(v.body)}, nil
}

func (ws *Workspace) viewsPublish(r *request) (object, error) {
	body, err := r.view("home")
	if err != nil {
		return nil, err
	}
	user := str(r.args, "user_id")
	switch {
	case ws.user(user) == nil:
		return nil, slackError("user_not_found")
	case !r.app.Home:
		return nil, slackError("not_enabled")
	}
	key := homeKey{r.app.ID, user}
	before := ws.homes[key]
	if h := str(r.args, "hash"); h != "" && before != nil && h != str(before, "hash") {
		return nil, slackError("hash_conflict")
	}
	id := str(before, "id")
	if id == "" {
		id = ws.newID("V")
	}
	ws.homes[key] = ws.dress(r.app, body, id)
	ws.publishTo(user, "home", "", object{"app": r.app.ID, "user": user, "view": deepCopy(ws.homes[key])})
	return object{"view": deepCopy(ws.homes[key])}, nil
}

// view reads and checks the view of a call.
func (r *request) view(kind string) (object, error) {
	v, ok := r.value("view")
	body, isObject := v.(object)
	if !ok || !isObject {
		return nil, &apiError{"invalid_arguments", object{"response_metadata": object{"messages": []any{"[ERROR] missing required field: view [json-pointer:/view]"}}}}
	}
	return body, checkView(body, kind)
}

func (ws *Workspace) mustView(userID, viewID string) (*view, error) {
	v := ws.viewWith(viewID)
	if v == nil || v.user != userID {
		return nil, fmt.Errorf("workspace: modal %q: %s has none such open", viewID, userID)
	}
	return v, nil
}
