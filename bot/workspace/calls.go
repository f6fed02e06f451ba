package workspace

import (
	"encoding/json"
	"slices"
	"time"
)

// A Call is one call of the Web API that came in.
type Call struct {
	Method  string
	App     string // the id of the app whose token it was, or ""
	Channel string
	Args    json.RawMessage // the arguments without the token; those of a form are strings
	Host    string          // under which the app reached the workspace
	Spoilt  bool            // it met a fault
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

// end notes how the call went.
func (c *Call) end(err error) {
	if err == nil {
		return
	}
	c.Error = err.Error()
	switch err := err.(type) {
	case *statusError:
		c.Status = err.status()
	case *brokenAnswer:
		c.Status = err.code
	}
}
