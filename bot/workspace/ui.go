package workspace

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// pageRoutes is what the page talks to. All of it is JSON.
//
//	GET  /ui/state    the whole workspace as the acting person sees it
//	GET  /ui/stream   server-sent events, each with its data:
//	  message            {channel, message}
//	  changed            {channel, message, previous_message?}
//	  deleted            {channel, ts}
//	  ephemeral          {channel, user, message}     also ephemeral_changed
//	  ephemeral_deleted  {channel, user, ts}
//	  views              {user, views: [the open modals, top one last]}
//	  home               {app, user, view}
//	  notice             {channel, ts, by, who, how}
//	  toast              {user, text}     what Slack shows when an app fails
//	  channel, user      {channel: {…}}, {user: {…}}
//	POST /ui/post         {channel, thread_ts?, text? | message?, as?, webhook?, broadcast?} → {ts}
//	POST /ui/edit         {channel, ts, text? | message?}
//	POST /ui/delete       {channel, ts}
//	POST /ui/command      {channel, text}
//	POST /ui/action       {channel, ts | view_id, block_id, action_id, value or selected_…, state?},
//	                      or an attachment's old action {channel, ts, attachment_id, name, value}
//	POST /ui/shortcut     {callback_id, channel?, ts?}
//	POST /ui/view/submit  {view_id, state: {values}} → {errors?: {block_id: text}}
//	POST /ui/view/close   {view_id}
//	POST /ui/home         {app}
//	POST /ui/react        {channel, ts, name}     adds it, or takes one's own back
//	POST /ui/read         {channel}
//	POST /ui/me           {user}     act as somebody else
//
// A refusal is 4xx with {error, hint}. An app that fails is not one: the person
// gets a toast on the stream.
func (ws *Workspace) pageRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /ui/state", ws.serveState)
	mux.HandleFunc("GET /ui/stream", ws.serveStream)
	for path, deed := range map[string]func(me string, in object) (object, error){
		"post": ws.uiPost, "edit": ws.uiEdit, "command": ws.uiCommand, "action": ws.uiAction, "view/submit": ws.uiSubmit,
		"delete": func(_ string, in object) (object, error) { return nil, ws.Delete(str(in, "channel"), str(in, "ts")) },
		"shortcut": func(me string, in object) (object, error) {
			return nil, ws.Shortcut(me, str(in, "channel"), str(in, "ts"), str(in, "callback_id"))
		},
		"view/close": func(me string, in object) (object, error) { return nil, ws.CloseView(me, str(in, "view_id")) },
		"home":       func(me string, in object) (object, error) { return nil, ws.OpenHome(me, str(in, "app")) },
		"react":      ws.uiReact,
		"read": func(_ string, in object) (object, error) {
			return nil, ws.change(str(in, "channel"), func(ch *channel) { ch.unread = 0 })
		},
		"me": func(_ string, in object) (object, error) { return nil, ws.ActAs(str(in, "user")) },
	} {
		mux.HandleFunc("POST /ui/"+path, func(w http.ResponseWriter, r *http.Request) { ws.serveDeed(w, r, deed) })
	}
}

func (ws *Workspace) serveDeed(w http.ResponseWriter, r *http.Request, deed func(string, object) (object, error)) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if err != nil {
		writeJSON(w, http.StatusRequestEntityTooLarge, object{"error": "the request is too large", "hint": "the limit is 1 MB"})
		return
	}
	in, err := decodeObject(raw)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, object{"error": "the request is not a JSON object", "hint": err.Error()})
		return
	}
	ws.mu.Lock()
	me := ws.me
	ws.mu.Unlock()
	out, err := deed(me, in)
	var toast *ToastError
	switch {
	case err == nil, errors.As(err, &toast):
		writeJSON(w, http.StatusOK, with(out, "ok", err == nil))
	default:
		writeJSON(w, http.StatusBadRequest, object{"error": err.Error(), "hint": ""})
	}
}

// ActAs makes the page act and see as that person.
func (ws *Workspace) ActAs(userID string) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	u, err := ws.person(userID)
	if err != nil {
		return err
	}
	ws.me = u.id
	ws.wake()
	return nil
}

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
