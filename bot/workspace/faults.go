package workspace

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// A Fault makes calls of the Web API go wrong. Set one of Error, Status, Body,
// RetryAfter, Delay or LoseAnswer, or several that go together; Met and Done alone only tell.
type Fault struct {
	Method  string // "" matches every method
	Channel string // "" matches every channel
	Skip    int    // how many matching calls pass before it starts
	Times   int    // how many calls it spoils; 0 means all from then on

	Delay      time.Duration // waits before answering
	LoseAnswer bool          // does what was asked, then drops the connection without an answer
	Status     int           // HTTP status; 0 means 200, or 429 with RetryAfter
	Error      string        // Slack's error code
	RetryAfter time.Duration // of a 429; whole seconds
	Body       string        // answered in place of JSON, as text/html

	Met  func(Call) // is called when a call meets the fault; what it asks waits until that returns
	Done func(Call) // is called when a call was dealt with; its answer waits until that returns
}

// Fail adds a fault. Faults are tried in the order they were added, and a call
// meets at most one.
func (ws *Workspace) Fail(f Fault) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.faults = append(ws.faults, &f)
}

// Mend removes all faults.
func (ws *Workspace) Mend() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.faults = nil
}

// fault returns a copy of the fault this call meets, or nil, and counts it.
func (ws *Workspace) fault(method, channel string) *Fault {
	for _, f := range ws.faults {
		if f.Method != "" && f.Method != method || f.Channel != "" && f.Channel != channel {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		met := *f
		if f.Times > 0 {
			if f.Times--; f.Times == 0 {
				ws.faults = slices.DeleteFunc(ws.faults, func(o *Fault) bool { return o == f })
			}
		}
		return &met
	}
	return nil
}

// wait tells Met and sleeps for the fault's delay; false means a context ended first.
func (f *Fault) wait(c Call, a, b context.Context) bool {
	if f.Met != nil {
		f.Met(c)
	}
	if f.Delay == 0 {
		return true
	}
	select {
	case <-time.After(f.Delay):
	case <-a.Done():
	case <-b.Done():
	}
	return a.Err() == nil && b.Err() == nil
}

// onlySlow reports whether the call is otherwise answered as usual.
func (f *Fault) onlySlow() bool {
	return f.Status == 0 && f.Error == "" && f.RetryAfter == 0 && f.Body == ""
}

// refusal is the error the fault answers with.
func (f *Fault) refusal() error {
	switch {
	case f.Body != "":
		return &brokenAnswer{code: max(f.Status, http.StatusOK), body: f.Body}
	case f.RetryAfter > 0 || f.Status != 0:
		return &statusError{code: f.Error, http: f.Status, after: f.RetryAfter}
	}
	return slackError(f.Error)
}

// statusError is an answer with an HTTP status of its own: 429, when http is 0.
type statusError struct {
	code  string // "" is "ratelimited"
	http  int
	after time.Duration // for the Retry-After header; 0 leaves it out
}

func (e *statusError) Error() string {
	if e.code == "" {
		return "ratelimited"
	}
	return e.code
}

func (e *statusError) status() int {
	if e.http == 0 {
		return http.StatusTooManyRequests
	}
	return e.http
}

// brokenAnswer is an answer that is not JSON.
type brokenAnswer struct {
	code int
	body string
}

func (e *brokenAnswer) Error() string { return fmt.Sprintf("HTTP %d", e.code) }

// admit counts a post against the channel's rate. The error is Slack's 429.
func (ws *Workspace) admit(ch *channel) error {
	if ws.opts.PostsPerSecond <= 0 {
		return nil
	}
	if ch.limit == nil {
		ch.limit = rate.NewLimiter(rate.Limit(ws.opts.PostsPerSecond), max(1, int(ws.opts.PostsPerSecond)))
	}
	r := ch.limit.Reserve()
	wait := r.Delay()
	if wait == 0 {
		return nil
	}
	r.Cancel()
	return &statusError{after: wait.Truncate(time.Second) + time.Second}
}
