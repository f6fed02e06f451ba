package workspace

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Redeliver sends the event of the message ts (or of another event with that
// event_ts) to its app once more, as Slack sometimes does: with freshID under
// another event_id and no retry mark, so that only the message tells it is the same.
func (ws *Workspace) Redeliver(appID, ts string, freshID bool) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	for _, r := range slices.Backward(ws.sent) {
		payload, err := decodeObject(r.Payload)
		if err != nil || r.App != appID || r.Kind != "events_api" {
			continue
		}
		if e := sub(payload, "event"); str(e, "ts") == ts || str(e, "event_ts") == ts {
			if freshID {
				payload["event_id"] = ws.newID("Ev")
			}
			ws.deliver(&delivery{app: a, kind: "events_api", retries: true, payload: payload})
			return nil
		}
	}
	return fmt.Errorf("workspace: redeliver %s: app %s was never sent an event with that timestamp", ts, appID)
}

// SendEvent hands the app an inner event of any kind, well formed or not, wrapped
// as Slack does it. channelID may be "".
func (ws *Workspace) SendEvent(appID, channelID string, inner json.RawMessage) error {
	e, err := decodeObject(inner)
	if err != nil {
		return fmt.Errorf("workspace: read event: %w", err)
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	ws.deliver(&delivery{app: a, kind: "events_api", retries: true, payload: ws.outer(a, ws.channel(channelID), e)})
	return nil
}

// SendRaw hands the app a payload as it is, under that kind of envelope
// ("events_api", or one no client knows): for what has no inner event, such as
// app_rate_limited, and for what is broken.
func (ws *Workspace) SendRaw(appID, kind string, payload json.RawMessage) error {
	p, err := decodeObject(payload)
	if err != nil {
		return fmt.Errorf("workspace: read payload: %w", err)
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	a, err := ws.mustApp(appID)
	if err != nil {
		return err
	}
	ws.deliver(&delivery{app: a, kind: kind, retries: kind == "events_api", payload: p})
	return nil
}
