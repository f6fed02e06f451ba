package workspace

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

const maxUses = 5 // of one response_url

// responseURL lets an app answer where something happened, for a while and a few
// times, whether or not it is a member there.
type responseURL struct {
	app    *app
	ch     *channel
	user   string
	thread string     // of the message it came from, or ""
	ts     string     // the message it can replace, or ""
	hidden *ephemeral // the ephemeral message it can replace, or nil
	until  time.Time
	uses   int
}

// newResponseURL keeps u and returns its address. kind is "commands" or "actions".
func (ws *Workspace) newResponseURL(kind string, u responseURL) string {
	key := secret()
	u.until = time.Now().Add(ws.opts.ResponseURLLife)
	ws.urls[key] = &u
	return fmt.Sprintf("%s/hooks/%s/%s/%s/%s", ws.baseURL, kind, ws.teamID, ws.newID(""), key)
}

// serveResponseURL takes a message posted to a response_url. In Calls and Faults
// its method is "response_url".
func (ws *Workspace) serveResponseURL(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		writeJSON(w, http.StatusRequestEntityTooLarge, object{"ok": false, "error": "request_too_large"})
		return
	}
	ws.mu.Lock()
	u := ws.urls[r.PathValue("secret")]
	record := Call{Method: "response_url", Args: raw, Status: http.StatusOK, At: time.Now()}
	if u != nil {
		record.App, record.Channel = u.app.ID, u.ch.id
	}
	fault := ws.fault(record.Method, record.Channel)
	ws.mu.Unlock()
	if fault != nil && !fault.wait(record, r.Context(), ws.ctx) {
		return
	}
	ws.mu.Lock()
	if fault != nil && !fault.LoseAnswer && !fault.onlySlow() {
		err = fault.refusal()
	} else if err = ws.respond(u, raw); err != nil {
		err = &statusError{code: err.Error(), http: http.StatusNotFound}
	}
	record.end(err)
	ws.calls = append(ws.calls, record)
	ws.wake()
	ws.mu.Unlock()
	reply(w, nil, err, fault)
}

func (ws *Workspace) respond(u *responseURL, raw []byte) error {
	switch {
	case u == nil:
		return slackError("no_such_url")
	case time.Now().After(u.until):
		return slackError("expired_url")
	case u.uses >= maxUses:
		return slackError("used_url")
	}
	o, err := decodeObject(raw)
	if err != nil {
		return slackError("invalid_payload")
	}
	u.uses++
	return ws.answerAt(u, o)
}

// answerAt does what an answer says: to a response_url, or in the acknowledgement
// of a command.
func (ws *Workspace) answerAt(u *responseURL, o object) error {
	if truth(o, "delete_original") {
		ws.deleteOriginal(u)
		return nil
	}
	r := &request{app: u.app, args: o}
	body, _, err := r.content(postText)
	if err != nil {
		return err
	}
	ws.normalize(body, str(o, "parse"))
	switch {
	case truth(o, "replace_original") && u.hidden != nil:
		ws.replaceHidden(u, body)
	case truth(o, "replace_original") && u.ts != "":
		ws.replaceOriginal(u, body)
	case str(o, "response_type") == "in_channel":
		ws.postResponse(u, body, o)
	default:
		if ts := u.answerThread(o); ts != "" {
			body["thread_ts"] = ts
		}
		ws.whisper(u.ch, u.user, u.app.bot, body)
	}
	return nil
}

// answerThread is the thread an answer goes to: the one asked for, or that of the
// message acted on.
func (u *responseURL) answerThread(o object) string {
	if ts := str(o, "thread_ts"); ts != "" {
		return ts
	}
	return u.thread
}

// postResponse posts for all to see. Slack marks such posts as bot_message,
// without a user.
func (ws *Workspace) postResponse(u *responseURL, body, o object) {
	delete(body, "username")
	body["subtype"], body["bot_id"] = "bot_message", u.app.BotID
	if ts := u.answerThread(o); ts != "" {
		body["thread_ts"] = ts
	}
	ws.add(u.ch, body)
}

func (ws *Workspace) replaceOriginal(u *responseURL, body object) {
	m := u.ch.find(u.ts)
	if m == nil {
		return
	}
	next := deepCopy(m.body)
	for _, k := range []string{"blocks", "attachments"} {
		delete(next, k)
	}
	for _, k := range []string{"text", "blocks", "attachments"} {
		if v, ok := body[k]; ok {
			next[k] = v
		}
	}
	ws.replace(u.ch, m, next, u.app.BotID)
}

func (ws *Workspace) replaceHidden(u *responseURL, body object) {
	ws.sign(body, u.app.bot)
	for k, v := range pick(u.hidden.body, "type", "ts", "is_ephemeral", "thread_ts") {
		body[k] = v
	}
	u.hidden.body = body
	ws.publishTo(u.user, "ephemeral_changed", u.ch.id, object{"user": u.user, "message": deepCopy(body)})
}

func (ws *Workspace) deleteOriginal(u *responseURL) {
	if u.hidden != nil {
		ws.dismiss(u.ch, u.hidden)
	} else if m := u.ch.find(u.ts); m != nil {
		ws.remove(u.ch, m)
	}
}
