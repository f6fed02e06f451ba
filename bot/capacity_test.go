package bot

import (
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
	"incidentlib/matcher"
)

var (
	hourTakes = flag.Duration("hour", 0, "play the simulated hour of TestHour for so long instead of a second")
	hourPeak  = flag.Int("peak", 30, "alerts a second at the peak of the simulated hour")
)

// A grid is the organisation of a simulated hour.
type grid struct {
	workspaces, channels, own int // channels and own cases in each workspace
	peak                      int // alerts a second for the middle sixth of the hour; a tenth of it before and after
	lasts                     time.Duration
	pace                      time.Duration // between two posts in a channel; 0 is Slack's
}

// webAPI is as much of Slack's Web API as the bot needs to answer alerts. It counts the replies to
// each message.
type webAPI struct {
	mu      sync.Mutex
	replies map[string]int // by channel and thread
	edits   int
}

func (a *webAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	answer := map[string]any{"ok": true, "user_id": "UBOT", "bot_id": "BBOT", "team_id": "T0", "channel": r.Form.Get("channel")}
	a.mu.Lock()
	switch r.URL.Path {
	case "/chat.postMessage":
		a.replies[r.Form.Get("channel")+"/"+r.Form.Get("thread_ts")]++
		answer["ts"] = fmt.Sprintf("%d.%06d", time.Now().Unix(), len(a.replies))
	case "/chat.update":
		a.edits++
		answer["ts"] = r.Form.Get("ts")
	}
	a.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answer)
}

// fleet is three replicas of the bot on one PostgreSQL, and what they did.
type fleet struct {
	t       *testing.T
	bots    []*Bot
	slack   *webAPI
	mu      sync.Mutex
	sent    map[string]time.Time // by channel and time stamp
	took    map[string]time.Duration
	reasons map[Reason]int
	refused int // deliveries that were not acknowledged
}

func newFleet(t *testing.T, dsn string, cases []*matcher.Case, pace time.Duration) *fleet {
	f := &fleet{
		t: t, slack: &webAPI{replies: map[string]int{}},
		sent: map[string]time.Time{}, took: map[string]time.Duration{}, reasons: map[Reason]int{},
	}
	srv := httptest.NewServer(f.slack)
	t.Cleanup(srv.Close)
	library, err := matcher.NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	for range 3 {
		st, err := store.Open(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(library, st, Options{
			BotToken: "xoxb-1", SigningSecret: "s", APIURL: srv.URL + "/", Told: f.told, PostEvery: pace, EditEvery: pace, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		f.bots = append(f.bots, b)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- b.RunHTTP(ctx) }()
		t.Cleanup(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
			st.Close()
		})
	}
	for _, b := range f.bots {
		for since := time.Now(); !b.state.connected.Load(); time.Sleep(time.Millisecond) {
			if time.Since(since) > 30*time.Second {
				t.Fatal("a replica does not start")
			}
		}
	}
	return f
}

func (f *fleet) told(m Message, why Reason, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := m.Key.Channel + "/" + m.Key.TS
	if why == Again {
		return
	}
	if err != nil {
		f.t.Errorf("%s: %v", key, err)
	}
	f.took[key] = time.Since(f.sent[key])
	f.reasons[why]++
}

// deliver hands an alert to one replica, and one in twenty to another one too, as Slack does
// that missed the acknowledgement.
func (f *fleet) deliver(g grid, n int) {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	team := r.IntN(g.workspaces)
	room := r.IntN(g.channels)
	if r.IntN(2) == 0 {
		team, room = 0, room%3 // an outage is in few channels
	}
	channel := fmt.Sprintf("C%dX%d", team, room)
	now := time.Now()
	ts := fmt.Sprintf("%d.%06d", now.Unix(), n%1_000_000)
	text := fmt.Sprintf("[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-%d", r.IntN(5)) // known; in an outage mostly repeats
	switch roll := r.IntN(10); {
	case roll < 6: // like nothing
		text = fmt.Sprintf("[FIRING:1] Watchtower%d: lamp %d flickers at the gate", r.IntN(50), n)
	case roll < 7: // known and new
		text = fmt.Sprintf("[FIRING:1] RedisTimeout: redis connection timeout on cache-%d", n)
	}
	payload, err := json.Marshal(map[string]any{
		"team_id": fmt.Sprint("T", team), "enterprise_id": "E1", "api_app_id": "A1", "event_id": fmt.Sprint("Ev", n), "type": "event_callback",
		"event": map[string]any{"type": "message", "subtype": "bot_message", "bot_id": "B1", "channel": channel, "ts": ts, "text": text},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.mu.Lock()
	f.sent[channel+"/"+ts] = now
	f.mu.Unlock()
	answer := func(_ any, err error) {
		if err != nil {
			f.mu.Lock()
			f.refused++
			f.mu.Unlock()
		}
	}
	f.bots[n%3].take(delivery{"events_api", payload}, answer)
	if n%20 == 0 {
		f.bots[(n+1)%3].take(delivery{"events_api", payload}, answer)
	}
}

// play delivers the hour and waits until all is done. It returns how many alerts there were.
func (f *fleet) play(g grid) (alerts int) {
	start := time.Now()
	for due := 0.0; ; {
		passed := time.Since(start)
		if passed > g.lasts {
			break
		}
		rate := float64(g.peak) / 10
		if at := passed.Seconds() / g.lasts.Seconds(); at > 5.0/12 && at < 7.0/12 {
			rate = float64(g.peak)
		}
		for due += rate / 100; due >= 1; due-- {
			f.deliver(g, alerts)
			alerts++
		}
		time.Sleep(time.Until(start.Add(passed + 10*time.Millisecond)))
	}
	for since := time.Now(); time.Since(since) < time.Minute+g.lasts; time.Sleep(5 * time.Millisecond) {
		load, err := f.bots[0].store.Load(f.t.Context())
		f.mu.Lock()
		all := len(f.took) >= len(f.sent)
		f.mu.Unlock()
		if err == nil && all && load.Waiting == 0 {
			break
		}
	}
	return alerts
}

// TestHour plays an hour of a large organisation, compressed, to three replicas on one PostgreSQL,
// and holds that nothing is lost or doubled. In every run it lasts a second; for the figures of
// CAPACITY.md:
//
//	go test ./bot -run '^TestHour$' -v -hour 60s -peak 30
func TestHour(t *testing.T) {
	t.Parallel()
	g := grid{workspaces: 2, channels: 20, own: 3, peak: 200, lasts: time.Second, pace: 10 * time.Millisecond}
	if *hourTakes > 0 {
		g = grid{workspaces: 10, channels: 50, own: 100, peak: *hourPeak, lasts: *hourTakes}
	}
	dsn := storetest.Postgres(t)
	cases := []*matcher.Case{
		{ID: "K1", Title: matcher.Text{En: "Kafka broker disk full"}, Signals: []string{"NodeFilesystemSpaceFillingUp"}, Symptoms: []string{"disk-full"}, Components: []string{"kafka"}},
		{ID: "K2", Title: matcher.Text{En: "Redis connection timeout"}, Signals: []string{"RedisTimeout"}},
	}
	f := newFleet(t, dsn, cases, g.pace)
	f.ownCases(g)
	before := meter(t, dsn)
	start := time.Now()
	alerts := f.play(g)
	spent, after := time.Since(start), meter(t, dsn)
	f.check(alerts)
	f.report(alerts, spent, before, after)
}

// ownCases has each workspace write its cases.
func (f *fleet) ownCases(g grid) {
	for n := range g.workspaces * g.own {
		c := store.OwnCase{
			Workspace: store.Workspace{Enterprise: "E1", Team: fmt.Sprint("T", n%g.workspaces)}, Channel: "C1", Author: "U1",
			At: time.UnixMilli(int64(n)),
		}
		_, err := f.bots[0].store.AddCase(f.t.Context(), c, func(id string) (string, error) {
			body, err := json.Marshal(matcher.Case{ID: id, Title: matcher.Text{En: fmt.Sprintf("Payment gateway %d refused card %d", n%7, n)}})
			return string(body), err
		})
		if err != nil {
			f.t.Fatal(err)
		}
	}
}

// check holds that each alert was dealt with, and answered at most once.
func (f *fleet) check(alerts int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	lost, doubled := len(f.sent)-len(f.took), 0
	for _, n := range f.slack.replies {
		if n > 1 {
			doubled++
		}
	}
	if lost != 0 || doubled != 0 || f.refused != 0 || len(f.sent) != alerts || f.reasons[Answered]+f.reasons[Storm] != len(f.slack.replies) {
		f.t.Errorf("%d alerts: %d lost, %d doubled, %d refused, %d replies, %v", alerts, lost, doubled, f.refused, len(f.slack.replies), f.reasons)
	}
}

// counts are what PostgreSQL has done so far.
type counts struct{ commits, changes, wal, bytes int64 }

func meter(t *testing.T, dsn string) (c counts) {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	time.Sleep(time.Second / 10)
	err = db.QueryRow(`
		SELECT xact_commit, tup_inserted + tup_updated + tup_deleted, CAST(pg_current_wal_lsn() - '0/0' AS BIGINT), pg_database_size(datname)
		FROM pg_stat_database WHERE datname = current_database()`).Scan(&c.commits, &c.changes, &c.wal, &c.bytes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (f *fleet) report(alerts int, spent time.Duration, before, after counts) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var took []time.Duration
	for _, d := range f.took {
		took = append(took, d)
	}
	slices.Sort(took)
	n, s := float64(alerts), spent.Seconds()
	f.t.Logf("%d alerts in %.1f s: %d replies, %d edits, %v", alerts, s, len(f.slack.replies), f.slack.edits, f.reasons)
	f.t.Logf("event to done: p50 %s, p99 %s", took[len(took)/2], took[len(took)*99/100])
	f.t.Logf("an alert: %.1f commits, %.1f rows written, %.1f kB of WAL; in all %.0f commits/s",
		float64(after.commits-before.commits)/n, float64(after.changes-before.changes)/n, float64(after.wal-before.wal)/1000/n, float64(after.commits-before.commits)/s)
	f.t.Logf("database grew by %.1f kB an alert; heap of the three: %.1f MB", float64(after.bytes-before.bytes)/1000/n, float64(m.HeapAlloc)/1e6)
}
