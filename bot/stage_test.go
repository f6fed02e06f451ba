package bot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// stage is a workspace with the bot in it.
type stage struct {
	t        testing.TB
	ws       *workspace.Workspace
	bot      *Bot
	store    *store.Store
	app      workspace.Installed
	manifest workspace.App
	page     string // the address of its page
	channel  string
	people   map[string]string // user ids by name
	stamps   map[string]string // time stamps by the name a story gives a message
	order    []string          // those names
	told     chan string       // "ts reason" of each message
	dups     bool              // whether second deliveries are told
	clock    time.Time
	now      atomic.Int64    // the same in nanoseconds, for the bot
	script   strings.Builder // what was told
	stop     func()          // ends the bot and waits for its end
}

func newStage(t testing.TB, cases []*matcher.Case, o Options) *stage {
	t.Helper()
	lib, err := matcher.NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	state := ":memory:"
	if _, measured := t.(*testing.B); measured {
		state = filepath.Join(t.TempDir(), "bot.db") // as the program keeps it
	}
	st, err := store.Open(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{
		t: t, store: st, people: map[string]string{}, stamps: map[string]string{}, told: make(chan string, 10_000),
		ws: workspace.New(workspace.Options{RetryAfter: []time.Duration{0}}),
	}
	manifest, err := os.ReadFile("../config/manifest.yaml") // with what it asks for, and no more
	if err != nil {
		t.Fatal(err)
	}
	app, err := workspace.FromManifest(manifest)
	if err != nil {
		t.Fatal(err)
	}
	s.app, s.manifest = s.ws.Install(app), app
	srv, err := s.ws.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.page = srv.URL
	o.BotToken, o.AppToken, o.APIURL = s.app.BotToken, s.app.AppToken, srv.APIURL
	o.PostEvery, o.EditEvery = cmp.Or(o.PostEvery, time.Millisecond), cmp.Or(o.EditEvery, time.Millisecond)
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	o.Clock = func() time.Time { return time.Unix(0, s.now.Load()) }
	o.Told = func(m Message, why Reason, err error) {
		if err != nil {
			why = Reason("error: " + err.Error())
		}
		s.told <- m.Key.TS + " " + string(why)
	}
	b, err := New(lib, st, o)
	if err != nil {
		t.Fatal(err)
	}
	s.bot = b
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.RunSocket(ctx) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the bot ended with: %v", err)
		}
	})
	t.Cleanup(func() {
		s.stop()
		if t, ok := t.(*testing.T); ok && !t.Failed() {
			s.checkCalls()
		}
		srv.Close()
		st.Close()
		lib.Close()
	})
	s.clock = time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC)
	s.pass(0)
	s.wait("the bot to connect", func() bool { return s.ws.Connections(s.app.ID) > 0 })
	s.until("the cases to be ready", func() bool {
		last, _, _ := b.owners.kept(s.team())
		return last != nil
	})
	b.owners.forgetAll()                                           // so that what a test puts into the store is found at once
	s.channel = s.ws.AddChannel(workspace.Channel{Name: "alerts"}) // now, so that no event waits for the bot
	if err := s.ws.Invite(s.channel, s.app.BotUser); err != nil {
		t.Fatal(err)
	}
	return s
}

// wait waits for something to hold in the workspace.
func (s *stage) wait(what string, until func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	if err := s.ws.Wait(ctx, until); err != nil {
		s.t.Fatalf("waited in vain for %s", what)
	}
}

// until waits for something to hold in the bot.
func (s *stage) until(what string, holds func() bool) {
	s.t.Helper()
	for since := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(since) > 10*time.Second {
			s.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// rest waits until the bot has nothing left to do.
func (s *stage) rest() {
	s.t.Helper()
	for since := time.Now(); ; time.Sleep(time.Millisecond) {
		load, err := s.store.Load(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		if load.Waiting == 0 {
			return
		}
		if time.Since(since) > 10*time.Second {
			waiting, _ := s.store.Waiting(s.t.Context(), 5)
			s.t.Fatalf("the bot does not come to rest: %+v", waiting)
		}
	}
}

// pass moves the clock that stamps messages.
func (s *stage) pass(d time.Duration) {
	s.clock = s.clock.Add(d)
	s.now.Store(s.clock.UnixNano())
	s.ws.SetTime(s.clock)
}

// naming puts the bot's id where a story says "@bot", and the address of a message where it says
// "@link/NAME".
func (s *stage) naming(data []byte) []byte {
	for name, ts := range s.stamps {
		address := "https://workspace.slack.com/archives/" + s.channel + "/p" + strings.Replace(ts, ".", "", 1)
		data = bytes.ReplaceAll(data, []byte("@link/"+name), []byte(address))
	}
	return bytes.ReplaceAll(data, []byte("@bot"), []byte("<@"+s.app.BotUser+">"))
}

// body is a message as JSON; text that is no JSON is a message of that text.
func (s *stage) body(data []byte, thread string) json.RawMessage {
	data = s.naming(data)
	body := object(data)
	if body == nil {
		text, _ := json.Marshal(strings.TrimSpace(string(data)))
		body = fields{"text": text}
	}
	if thread != "" {
		body["thread_ts"] = json.RawMessage(fmt.Sprintf("%q", s.stamps[thread]))
	}
	raw, _ := json.Marshal(body)
	return raw
}

func (s *stage) person(name string) string {
	if s.people[name] == "" {
		s.people[name] = s.ws.AddUser(name)
		if err := s.ws.Invite(s.channel, s.people[name]); err != nil {
			s.t.Fatal(err)
		}
	}
	return s.people[name]
}

func (s *stage) posted(name, ts string, err error) {
	s.t.Helper()
	s.stamps[name] = ts
	s.order = append(s.order, name)
	s.hear(name, err)
}

// hear waits for the bot's word about a message.
func (s *stage) hear(name string, err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("%s: %v", name, err)
	}
	for {
		select {
		case line := <-s.told:
			ts, why, _ := strings.Cut(line, " ")
			if why == string(Again) && !s.dups {
				continue // Slack tells of a mention twice, and the bot of either first
			}
			if ts == s.stamps[name] {
				fmt.Fprintf(&s.script, "%s: %s\n", name, why)
				s.rest()
				return
			}
		case <-time.After(10 * time.Second):
			s.t.Fatalf("%s: the bot said nothing about it", name)
		}
	}
}
