package workspace

import (
	"encoding/json"
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
	At      time.Time       // when it was sent
	Took    time.Duration   // until its outcome; 0 while it runs
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
	r := Delivery{At: time.Now(), App: d.app.ID, Kind: d.kind, Event: payloadName(d.payload), EventID: str(d.payload, "event_id"), Attempt: d.attempt, Payload: encode(d.payload)}
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
	} else if r.Outcome, r.Took = failure, time.Since(r.At); failure == "" {
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
