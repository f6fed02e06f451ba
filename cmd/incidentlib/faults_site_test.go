package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"incidentlib/bot/store"
	"incidentlib/bot/store/powercut"
	"incidentlib/bot/workspace"
)

// site is a look-alike of Slack with the program behind a network that can be spoilt.
type site struct {
	*testing.T
	program  string
	ws       *workspace.Workspace
	app      workspace.Installed
	slack    string // the address of the look-alike
	proxies  *toxiproxy.ApiServer
	state    string // the name of the state, as store.Open knows it
	database string // the address of the database as the program is told it; "" is a file
	dir      string
	listen   string // where the first bot is asked for its health, and gets events by HTTP
	mode     string
	disk     *powercut.Disk // where the data folder is; nil is the machine's
	atEnd    func()         // is called before the bots finish; nil does nothing

	mu    sync.Mutex
	bots  []*process
	words int // how many alerts were worded
}

// slackAgain is when the look-alike sends again what nobody acknowledged: soon, so that a test
// of a dead bot need not wait as long as Slack does, and for long enough.
func slackAgain() []time.Duration {
	again := make([]time.Duration, 10_000)
	for i := range again {
		again[i] = 300 * time.Millisecond
	}
	return again
}

func newSite(t *testing.T, program string, http bool) *site {
	t.Helper()
	s := &site{
		T: t, program: program, slack: quietAddress(t), dir: t.TempDir(), listen: quietAddress(t), mode: "socket",
		ws:      workspace.New(workspace.Options{Deadline: 1500 * time.Millisecond, RetryAfter: slackAgain(), PostsPerSecond: 1}),
		proxies: toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()),
	}
	s.state = filepath.Join(s.dir, "data", "incidentlib.db")
	if http {
		s.mode = "http"
	}
	s.app = install(t, s.ws, s.mode, s.listen)
	server, err := s.ws.Start(s.slack)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(s.cases(), os.DirFS("testdata/own")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, b := range s.bots {
			b.kill()
		}
		server.Close()
		s.proxies.Collection.Clear()
		if t.Failed() {
			s.show()
		}
	})
	return s
}

// quietAddress is an address to listen at that nobody takes while the listener is away for a
// moment: its port is none of those that systems lend for connections, and other tests, of this
// process or another, leave it alone while the UDP port of the same number is held.
func quietAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", 11_000+rand.N(20_000))
		claim, err := net.ListenPacket("udp", address)
		if err != nil {
			continue
		}
		if l, err := net.Listen("tcp", address); err == nil {
			t.Cleanup(func() { claim.Close() })
			l.Close()
			return address
		}
		claim.Close()
	}
	t.Fatal("no port is free")
	return ""
}

// cases is where the team's own cases are.
func (s *site) cases() string { return filepath.Join(s.dir, "cases") }

// show logs how the logs of the bots end.
func (s *site) show() {
	for _, b := range s.bots {
		lines := bytes.Split([]byte(b.log.String()), []byte("\n"))
		s.Logf("the end of the log of bot %s:\n%s", b.url, bytes.Join(lines[max(0, len(lines)-60):], []byte("\n")))
	}
}

// through puts a network that can be spoilt before an address.
func (s *site) through(name, upstream string) *toxiproxy.Proxy {
	s.Helper()
	p := toxiproxy.NewProxy(s.proxies, name, quietAddress(s.T), upstream)
	if err := s.proxies.Collection.Add(p, true); err != nil {
		s.Fatal(err)
	}
	return p
}

// back has a network that was stopped work again.
func (s *site) back(p *toxiproxy.Proxy) {
	s.Helper()
	s.until("the port of "+p.Name, func() bool {
		err := p.Start()
		return err == nil || errors.Is(err, toxiproxy.ErrProxyAlreadyStarted)
	})
}

// spoil adds a fault of the network, and returns what takes it away again.
func (s *site) spoil(p *toxiproxy.Proxy, toxic string) (mend func()) {
	s.Helper()
	made, err := p.Toxics.AddToxicJson(strings.NewReader(toxic))
	if err != nil {
		s.Fatal(err)
	}
	return func() { p.Toxics.RemoveToxic(s.Context(), made.Name) }
}

// until waits for something to hold; how long it may take goes by the form.
func (s *site) until(what string, holds func() bool) {
	s.Helper()
	limit := time.Duration(times(120, 1800)) * time.Second
	for since := time.Now(); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Since(since) > limit {
			s.Fatalf("waited in vain for %s", what)
		}
	}
}

// rest waits until everything was acknowledged and worked on.
func (s *site) rest() {
	s.Helper()
	st, err := store.Open(s.Context(), s.state)
	if err != nil {
		s.Fatal(err)
	}
	defer st.Close()
	s.until("the bots to come to rest", func() bool {
		time.Sleep(time.Duration(times(50, 500)) * time.Millisecond) // to look takes long when much was sent
		load, err := st.Load(s.Context())
		return err == nil && load.Waiting == 0 && s.unacked() == 0
	})
}

// unacked counts events that are on their way, or whose last try failed.
func (s *site) unacked() (n int) {
	last := map[string]string{}
	for _, d := range s.ws.Deliveries() {
		last[d.EventID] = d.Outcome
	}
	for _, outcome := range last {
		if outcome != "ok" {
			n++
		}
	}
	return n
}

// finish lets the bots finish, and ends them.
func (s *site) finish() {
	s.Helper()
	if s.atEnd != nil {
		s.atEnd()
	}
	s.rest()
	for _, b := range s.bots {
		b.end()
		s.secrets(b)
	}
	if slices.ContainsFunc(s.ws.Calls(), func(c workspace.Call) bool { return c.Method == "conversations.list" }) {
		s.Error("the bot lists all channels, which takes for ever in a large workspace")
	}
	st, err := store.Open(s.Context(), s.state)
	if err != nil {
		s.Fatal(err)
	}
	defer st.Close()
	if load, err := st.Load(s.Context()); err != nil || load.Dead > 0 {
		buried, _ := st.Buried(s.Context(), 5)
		s.Errorf("%d items could not be done: %v %+v", load.Dead, err, buried)
	}
}

// secrets looks for what must not be in a log.
func (s *site) secrets(p *process) {
	for _, secret := range []string{s.app.BotToken, s.app.AppToken, s.app.SigningSecret, s.database} {
		if secret != "" && strings.Contains(p.log.String(), secret) {
			s.Error("a secret is in the log")
		}
	}
	for _, odd := range []string{"panic", "<html"} {
		if strings.Contains(p.log.String(), odd) {
			s.Errorf("there is a %q in the log", odd)
		}
	}
}

// word gives the words of another alert. No two are about the same.
func (s *site) word(known bool) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words++
	return words(s.words, known)
}

// words are those of the nth alert.
func words(n int, known bool) []byte {
	what := "conntrack_allowance_exceeded rises"
	if !known {
		what = "TapeRobotJammed slot"
	}
	return fmt.Appendf(nil, `{"text":"[FIRING:1] NodeTrouble\n%s\ninstance: node-%d.example"}`, what, n)
}
