package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A Delivery is one try to hand an app an event, a command or an interaction.
type Delivery struct {
	App     string          // the app's id
	Kind    string          // "events_api", "slash_commands" or "interactive", as Socket Mode names them
	Event   string          // of the payload: "message", "app_mention", "block_actions", "/incidentlib"…
	EventID string          // of events
	Attempt int             // 0 for the first
	Outcome string          // "" while it runs, "ok", or why it failed: "timeout", "http_error", "connection_failed"
	Via     string          // "socket" or "http"
	Payload json.RawMessage // as it was sent
}

// delivery is a payload on its way. The answer of the app, or the reason why
// there is none, is given to done exactly once, unless it is retried.
type delivery struct {
	app     *app
	kind    string
	payload object
	retries bool // events are tried again, nothing else is
	accepts bool // the acknowledgement may carry an answer
	attempt int
	reason  string // why the try before failed
	record  int    // its place in Workspace.sent
	timer   *time.Timer
	done    func(answer json.RawMessage, failure string) // called with mu held; may be nil
}

// Deliveries returns every try so far, in order.
func (ws *Workspace) Deliveries() []Delivery {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return slices.Clone(ws.sent)
}

// deliver sends a payload by the way the app has chosen. It does not wait.
func (ws *Workspace) deliver(d *delivery) {
	d.record = len(ws.sent)
	r := Delivery{App: d.app.ID, Kind: d.kind, Event: payloadName(d.payload), EventID: str(d.payload, "event_id"), Attempt: d.attempt, Payload: encode(d.payload)}
	if d.app.SocketMode {
		r.Via = "socket"
		ws.sent = append(ws.sent, r)
		ws.sendToSocket(d)
		return
	}
	r.Via = "http"
	ws.sent = append(ws.sent, r)
	ws.sendByHTTP(d)
}

func payloadName(p object) string {
	if e := sub(p, "event"); e != nil {
		return str(e, "type")
	}
	if c := str(p, "command"); c != "" {
		return c
	}
	return str(p, "type")
}

// settle ends a try: failure is "" when the app took it. Failed events are tried
// again as Options.RetryAfter says; noRetry is the app's wish that they are not.
func (ws *Workspace) settle(d *delivery, answer json.RawMessage, failure string, noRetry bool) {
	if r := &ws.sent[d.record]; r.Outcome != "" {
		return // answered after its deadline
	} else if r.Outcome = failure; failure == "" {
		r.Outcome = "ok"
	}
	if d.timer != nil {
		d.timer.Stop()
	}
	ws.wake()
	if failure != "" && d.retries && !noRetry && d.attempt < len(ws.opts.RetryAfter) {
		ws.log.Debug("delivery failed, will be retried", "app", d.app.Name, "event", ws.sent[d.record].Event, "why", failure)
		again := &delivery{app: d.app, kind: d.kind, payload: d.payload, retries: true, attempt: d.attempt + 1, reason: failure, done: d.done}
		time.AfterFunc(ws.opts.RetryAfter[d.attempt], func() {
			ws.mu.Lock()
			defer ws.mu.Unlock()
			if ws.ctx.Err() == nil {
				ws.deliver(again)
			}
		})
		return
	}
	if d.done != nil {
		d.done(answer, failure)
	}
}

// expect starts the deadline of a try.
func (ws *Workspace) expect(d *delivery, onTimeout func()) {
	d.timer = time.AfterFunc(ws.opts.Deadline, func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		onTimeout()
	})
}

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

// errNoAnswer is what a person sees as "operation_timeout" or "dispatch_failed".
var errNoAnswer = errors.New("the app did not answer in time")

// ask delivers a payload and waits for the answer. It expects mu NOT to be held.
// Its error is a failure as Slack shows it to the person who acted.
func (ws *Workspace) ask(ctx context.Context, d *delivery) (json.RawMessage, error) {
	type result struct {
		answer  json.RawMessage
		failure string
	}
	got := make(chan result, 1)
	d.done = func(answer json.RawMessage, failure string) { got <- result{answer, failure} }
	ws.mu.Lock()
	ws.deliver(d)
	ws.mu.Unlock()
	select {
	case r := <-got:
		switch r.failure {
		case "":
			return r.answer, nil
		case "timeout":
			return nil, fmt.Errorf("operation_timeout: %w", errNoAnswer)
		}
		return nil, fmt.Errorf("dispatch_failed: the app could not be reached: %s", r.failure)
	case <-ctx.Done():
		return nil, fmt.Errorf("workspace: closed before the app answered: %w", ctx.Err())
	}
}
