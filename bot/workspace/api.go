package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
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
		ws.mu.Unlock()
	}
	reply(w, answer, err, fault)
}

// call runs a request and records it.
func (ws *Workspace) call(req *request, token string, fault *Fault) (object, error) {
	record := Call{Method: req.method, Channel: str(req.args, "channel"), Args: encode(req.args), Status: http.StatusOK, At: time.Now()}
	answer, err := ws.authorized(req, token)
	if err == nil {
		if fault == nil || fault.LoseAnswer || fault.onlySlow() {
			answer, err = ws.methods[req.method].run(ws, req)
		} else if err = fault.refusal(); fault.Status != 0 {
			record.Status = fault.Status
		}
	}
	if req.app != nil {
		record.App = req.app.ID
	}
	if err != nil {
		record.Error = err.Error()
	}
	if err, ok := err.(*rateLimited); ok {
		record.Status = err.status()
	}
	ws.calls = append(ws.calls, record)
	ws.wake()
	return answer, err
}

// authorized checks that the method exists and the token may use it.
func (ws *Workspace) authorized(req *request, token string) (object, error) {
	m, ok := ws.methods[req.method]
	switch {
	case !ok:
		return nil, slackError("unknown_method")
	case token == "":
		return nil, slackError("not_authed")
	}
	for _, a := range ws.apps {
		if token == a.BotToken || token == a.AppToken {
			req.app = a
		}
	}
	switch {
	case req.app == nil:
		return nil, slackError("invalid_auth")
	case req.app.revoked != "":
		return nil, slackError(req.app.revoked)
	case m.appToken != (token == req.app.AppToken):
		return nil, slackError("not_allowed_token_type")
	}
	if len(m.scopes) > 0 {
		return nil, req.needs(m.scopes...)
	}
	return nil, nil
}

// needs checks that the app has one of the scopes.
func (r *request) needs(scopes ...string) error {
	if slices.ContainsFunc(scopes, r.app.may) {
		return nil
	}
	return &apiError{"missing_scope", object{"needed": strings.Join(scopes, ","), "provided": strings.Join(r.app.Scopes, ",")}}
}

// readArgs reads the arguments of a call, as a form, as JSON or from the query,
// and the token from the Authorization header or the form.
func readArgs(body io.Reader, r *http.Request) (object, string, error) {
	header := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	raw, err := io.ReadAll(body)
	if err != nil {
		return object{}, "", slackError("request_too_large")
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "application/json" {
		if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
			raw = []byte("{}") // what clients send for a call without arguments
		}
		args, err := decodeObject(raw)
		if err != nil {
			return object{}, "", slackError("invalid_json")
		}
		delete(args, "token") // a JSON body may not carry it
		return args, header, nil
	}
	values := r.URL.Query()
	form, err := url.ParseQuery(string(raw))
	if err != nil {
		return object{}, "", slackError("invalid_form_data")
	}
	for k := range form {
		values.Set(k, form.Get(k))
	}
	token := values.Get("token")
	if header != "" {
		token = header
	}
	args := object{}
	for k := range values {
		if k != "token" {
			args[k] = values.Get(k)
		}
	}
	return args, token, nil
}

// value reads an argument that is JSON: as it is in a JSON body, or as text in a
// form. ok is false when the text is not JSON.
func (r *request) value(name string) (v any, ok bool) {
	s, isText := r.args[name].(string)
	if !isText {
		return r.args[name], true
	}
	if s == "" {
		return nil, true
	}
	v, err := decode([]byte(s))
	return v, err == nil
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
	case *rateLimited:
		status = e.status()
		if e.after > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(int(e.after/time.Second)))
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

// A Call is one call of the Web API that came in.
type Call struct {
	Method  string
	App     string // the id of the app whose token it was, or ""
	Channel string
	Args    json.RawMessage // the arguments without the token; those of a form are strings
	Status  int             // of HTTP
	Error   string          // Slack's error code, or ""
	At      time.Time
}

// Calls returns the calls so far, in order.
func (ws *Workspace) Calls() []Call {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return slices.Clone(ws.calls)
}
