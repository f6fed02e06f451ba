package workspace

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
)

const maxRequest = 1 << 20 // bytes of a Web API request

// request is one call of the Web API, its token checked.
type request struct {
	method string
	app    *app
	args   object
}

// method is one method of the Web API.
type method struct {
	run func(*Workspace, *request) (object, error)
	// scopes are those any one of which is enough; none means it needs none. Methods
	// whose scope depends on the channel check it themselves.
	scopes   []string
	appToken bool // takes the app-level token instead of the bot's
}

// apiError is an answer with ok false. more adds keys to it.
type apiError struct {
	code string
	more object
}

func (e *apiError) Error() string { return e.code }

func slackError(code string) error { return &apiError{code: code} }

// methods is the Web API, as far as it is here.
func methods() map[string]method {
	chat := []string{"chat:write"}
	people := []string{"users:read"}
	return map[string]method{
		"api.test":              {run: func(*Workspace, *request) (object, error) { return object{}, nil }},
		"apps.connections.open": {run: (*Workspace).openConnection, appToken: true},
		"auth.test":             {run: (*Workspace).authTest},
		"bots.info":             {run: (*Workspace).botsInfo, scopes: people},
		"chat.delete":           {run: (*Workspace).chatDelete, scopes: chat},
		"chat.getPermalink":     {run: (*Workspace).chatPermalink},
		"chat.postEphemeral":    {run: (*Workspace).chatPostEphemeral, scopes: chat},
		"chat.postMessage":      {run: (*Workspace).chatPostMessage, scopes: chat},
		"chat.update":           {run: (*Workspace).chatUpdate, scopes: chat},
		"conversations.history": {run: (*Workspace).conversationsHistory},
		"conversations.info":    {run: (*Workspace).conversationsInfo},
		"conversations.join":    {run: (*Workspace).conversationsJoin, scopes: []string{"channels:join"}},
		"conversations.leave":   {run: (*Workspace).conversationsLeave, scopes: []string{"channels:manage", "channels:write", "groups:write"}},
		"conversations.list":    {run: (*Workspace).conversationsList},
		"conversations.members": {run: (*Workspace).conversationsMembers},
		"conversations.open":    {run: (*Workspace).conversationsOpen, scopes: []string{"im:write", "mpim:write"}},
		"conversations.replies": {run: (*Workspace).conversationsReplies},
		"reactions.add":         {run: (*Workspace).reactionsAdd, scopes: []string{"reactions:write"}},
		"reactions.remove":      {run: (*Workspace).reactionsRemove, scopes: []string{"reactions:write"}},
		"team.info":             {run: (*Workspace).teamInfo, scopes: []string{"team:read"}},
		"users.conversations":   {run: (*Workspace).usersConversations},
		"users.info":            {run: (*Workspace).usersInfo, scopes: people},
		"users.list":            {run: (*Workspace).usersList, scopes: people},
		"views.open":            {run: (*Workspace).viewsOpen},
		"views.publish":         {run: (*Workspace).viewsPublish},
		"views.push":            {run: (*Workspace).viewsPush},
		"views.update":          {run: (*Workspace).viewsUpdate},
	}
}

// serveAPI answers one call: read, token, faults, scopes, run, record.
func (ws *Workspace) serveAPI(w http.ResponseWriter, r *http.Request) {
	args, token, err := readArgs(http.MaxBytesReader(w, r.Body, maxRequest), r)
	req := &request{method: r.PathValue("method"), args: args}
	ws.mu.Lock()
	fault := ws.fault(req.method, str(args, "channel"))
	ws.mu.Unlock()
	if fault != nil && !fault.wait(r.Context(), ws.ctx) {
		return
	}
	var answer object
	if err == nil {
		ws.mu.Lock()
		answer, err = ws.call(req, token, fault)
		if scopes := req.granted(token); scopes != "" {
			w.Header().Set("X-OAuth-Scopes", scopes)
		}
		ws.mu.Unlock()
	}
	reply(w, answer, err, fault)
}

// call runs a request and records it.
func (ws *Workspace) call(req *request, token string, fault *Fault) (object, error) {
	record := Call{Method: req.method, Channel: str(req.args, "channel"), Args: encode(req.args), Status: http.StatusOK, At: time.Now()}
	var answer object
	err := ws.authorized(req, token)
	if err == nil {
		if fault == nil || fault.LoseAnswer || fault.onlySlow() {
			answer, err = ws.methods[req.method].run(ws, req)
		} else {
			err = fault.refusal()
		}
	}
	if req.app != nil {
		record.App = req.app.ID
	}
	record.end(err)
	ws.calls = append(ws.calls, record)
	ws.wake()
	return answer, err
}

// authorized checks that the method exists and the token may use it.
func (ws *Workspace) authorized(req *request, token string) error {
	m, ok := ws.methods[req.method]
	switch {
	case !ok:
		return slackError("unknown_method")
	case token == "":
		return slackError("not_authed")
	}
	for _, a := range ws.apps {
		if token == a.BotToken || token == a.AppToken {
			req.app = a
		}
	}
	switch {
	case req.app == nil:
		return slackError("invalid_auth")
	case req.app.revoked != "":
		return slackError(req.app.revoked)
	case m.appToken != (token == req.app.AppToken) && req.method != "auth.test": // which takes either
		return slackError("not_allowed_token_type")
	}
	if len(m.scopes) > 0 {
		return req.needs(m.scopes...)
	}
	return nil
}

// granted names the scopes of the token, as every answer of Slack's does; "" where the app did
// not say which it has.
func (r *request) granted(token string) string {
	switch {
	case r.app == nil:
		return ""
	case token == r.app.AppToken:
		return "connections:write"
	}
	return strings.Join(r.app.Scopes, ",")
}

// needs checks that the app has one of the scopes.
func (r *request) needs(scopes ...string) error {
	if slices.ContainsFunc(scopes, r.app.may) {
		return nil
	}
	return &apiError{"missing_scope", object{"needed": strings.Join(scopes, ","), "provided": strings.Join(r.app.Scopes, ",")}}
}

// reply writes the answer, or what the fault makes of it.
func reply(w http.ResponseWriter, answer object, err error, fault *Fault) {
	if fault != nil && fault.LoseAnswer {
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
	status := http.StatusOK
	if err == nil {
		answer = with(answer, "ok", true)
	} else {
		answer = object{"ok": false, "error": err.Error()}
	}
	switch e := err.(type) {
	case *apiError:
		for k, v := range e.more {
			answer[k] = v
		}
	case *statusError:
		status = e.status()
		if e.after > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(int(math.Ceil(e.after.Seconds()))))
		}
	case *brokenAnswer:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(e.code)
		io.WriteString(w, e.body)
		return
	}
	writeJSON(w, status, answer)
}

func with(o object, key string, v any) object {
	if o == nil {
		o = object{}
	}
	o[key] = v
	return o
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(encode(v))
}
