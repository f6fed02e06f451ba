package bot

import (
	"encoding/json"

	"incidentlib/bot/store"
)

// event is the payload of an event delivery: what Slack wraps all events in, and the event.
type event struct{ outer, inner fields }

func eventFrom(payload json.RawMessage) event {
	outer := object(payload)
	return event{outer, object(outer["event"])}
}

func (e event) workspace() store.Workspace {
	return store.Workspace{Enterprise: e.outer.text("enterprise_id"), Team: e.outer.text("team_id")}
}

// fields are the members of a JSON object. Whatever has the wrong type reads as absent,
// so that one odd member never loses the rest of an event.
type fields map[string]json.RawMessage

func object(raw json.RawMessage) fields {
	var f fields
	if json.Unmarshal(raw, &f) != nil {
		return nil
	}
	return f
}

func (f fields) text(name string) string {
	var s string
	if json.Unmarshal(f[name], &s) != nil {
		return ""
	}
	return s
}

func (f fields) flag(name string) bool {
	var b bool
	return json.Unmarshal(f[name], &b) == nil && b
}
