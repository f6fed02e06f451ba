package workspace

import (
	"fmt"
	"time"
)

// trigger is what lets an app open a modal for the person who just acted.
type trigger struct {
	app   *app
	user  string
	view  *view // the modal it came from, or nil
	until time.Time
	used  bool
}

// newTrigger makes a trigger_id: it works once, for a short time.
func (ws *Workspace) newTrigger(a *app, userID string, from *view) string {
	id := fmt.Sprintf("%s.%s", ws.newID(""), secret())
	ws.triggers[id] = &trigger{app: a, user: userID, view: from, until: time.Now().Add(ws.opts.TriggerLife)}
	return id
}

func (ws *Workspace) useTrigger(r *request) (*trigger, error) {
	t := ws.triggers[str(r.args, "trigger_id")]
	switch {
	case t == nil:
		return nil, slackError("invalid_trigger_id")
	case t.app != r.app:
		return nil, slackError("trigger_not_found")
	case t.used:
		return nil, slackError("exchanged_trigger_id")
	case time.Now().After(t.until):
		return nil, slackError("expired_trigger_id")
	}
	t.used = true
	return t, nil
}
