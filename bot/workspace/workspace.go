package workspace

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Options sets a Workspace up. The zero value is a workspace that behaves like
// Slack's, with Slack's own times.
type Options struct {
	Team string       // the workspace's name; "" means "Demo"
	Log  *slog.Logger // nil is silent

	// Deadline is how long an app may take to acknowledge; 0 means Slack's 3 s.
	Deadline time.Duration
	// RetryAfter says when an event nobody acknowledged is sent again, each counted
	// from the failure before. nil means Slack's: at once, after 1 min, after 5 min.
	// An empty list means never.
	RetryAfter []time.Duration
	// TriggerLife is how long a trigger_id opens a modal; 0 means Slack's 3 s.
	TriggerLife time.Duration
	// ResponseURLLife is how long a response_url can be used; 0 means Slack's 30 min.
	ResponseURLLife time.Duration
	// PingEvery is the pause between WebSocket pings; 0 means 10 s. Clients give up
	// after 30 s without one.
	PingEvery time.Duration
	// CloseAfter is how long a connection lives once it was told to disconnect;
	// 0 means 10 s, as Slack's warning promises.
	CloseAfter time.Duration
	// PostsPerSecond limits the posts of apps to one channel, with a burst of one
	// second's worth; more are answered with HTTP 429. 0 means no limit. Slack's
	// own figure is about 1.
	PostsPerSecond float64
}

// Workspace holds one Slack workspace. Make it with New; it is safe for use by
// many goroutines. Ids (of users "U…", channels "C…" or "D…", apps "A…") and
// timestamps are the strings Slack uses, so that tests read like Slack's payloads.
//
// Inside, unexported methods expect mu to be held unless they say otherwise.
type Workspace struct {
	opts Options
	log  *slog.Logger
	ctx  context.Context // ends when the server closes
	stop context.CancelFunc

	mu        sync.Mutex
	changed   chan struct{} // closed and replaced whenever anything happens
	streams   map[*stream]bool
	counters  map[string]int
	clock     time.Time // zero is the real time
	lastStamp time.Time

	teamID   string
	baseURL  string // of the running server, without a slash at the end
	users    []*user
	groups   []*group
	bots     []*bot
	apps     []*app
	channels []*channel
	views    []*view // open modals, oldest first
	homes    map[homeKey]object
	triggers map[string]*trigger
	urls     map[string]*responseURL
	tickets  map[string]*app      // of socket URLs not used yet
	pending  map[string]*delivery // by envelope id
	sent     []Delivery
	calls    []Call
	faults   []*Fault
	notices  []Notice
	methods  map[string]method
	me       string // who the page acts as
}

// New returns an empty workspace. Nothing listens before Start.
func New(opts Options) *Workspace {
	defaults(&opts)
	ctx, stop := context.WithCancel(context.Background())
	ws := &Workspace{
		opts: opts, log: opts.Log, ctx: ctx, stop: stop,
		changed: make(chan struct{}), streams: map[*stream]bool{}, counters: map[string]int{},
		homes: map[homeKey]object{}, triggers: map[string]*trigger{}, urls: map[string]*responseURL{},
		tickets: map[string]*app{}, pending: map[string]*delivery{}, methods: methods(),
	}
	ws.teamID = ws.newID("T")
	return ws
}

func defaults(o *Options) {
	if o.Team == "" {
		o.Team = "Demo"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for _, d := range []struct {
		to    *time.Duration
		slack time.Duration
	}{
		{&o.Deadline, 3 * time.Second}, {&o.TriggerLife, 3 * time.Second}, {&o.ResponseURLLife, 30 * time.Minute},
		{&o.PingEvery, 10 * time.Second}, {&o.CloseAfter, 10 * time.Second},
	} {
		if *d.to == 0 {
			*d.to = d.slack
		}
	}
	if o.RetryAfter == nil {
		o.RetryAfter = []time.Duration{0, time.Minute, 5 * time.Minute}
	}
}

// TeamID is the id of the workspace itself, "T…".
func (ws *Workspace) TeamID() string { return ws.teamID }

// Wait returns once until reports true. It asks again each time anything happens
// in the workspace; until may call any method of the Workspace. The error says
// that ctx ended first.
func (ws *Workspace) Wait(ctx context.Context, until func() bool) error {
	for {
		ws.mu.Lock()
		changed := ws.changed
		ws.mu.Unlock()
		if until() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("workspace: what was waited for did not happen: %w", ctx.Err())
		}
	}
}

// wake lets every Wait look again.
func (ws *Workspace) wake() {
	close(ws.changed)
	ws.changed = make(chan struct{})
}

// SetTime stops the clock that stamps messages at t, so that a demo can play an
// hour in seconds. Deadlines and limits keep to the real time. The zero time lets
// the clock run again.
func (ws *Workspace) SetTime(t time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.clock, ws.lastStamp = t, time.Time{}
}

func (ws *Workspace) now() time.Time {
	if ws.clock.IsZero() {
		return time.Now()
	}
	return ws.clock
}

// stamp returns a timestamp later than every one before it since SetTime:
// seconds and six digits of microseconds, as Slack writes them.
func (ws *Workspace) stamp() string {
	t := ws.now().Truncate(time.Microsecond)
	if !t.After(ws.lastStamp) {
		t = ws.lastStamp.Add(time.Microsecond)
	}
	ws.lastStamp = t
	return fmt.Sprintf("%d.%06d", t.Unix(), t.Nanosecond()/1000)
}

// newID counts ids up, so that the same steps give the same ids.
func (ws *Workspace) newID(prefix string) string {
	ws.counters[prefix]++
	return fmt.Sprintf("%s0%07d", prefix, ws.counters[prefix])
}

// secret returns what cannot be guessed: tokens, tickets, response URLs.
func secret() string { return rand.Text() }
