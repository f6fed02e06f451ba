package workspace

import (
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
