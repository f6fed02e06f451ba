package main

import (
	"bytes"
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

// served is the program itself, a process of its own, in Socket Mode with a look-alike of Slack.
type served struct {
	*testing.T
	ws      *workspace.Workspace
	channel string
	api     string   // of the look-alike
	env     []string // the rest of its settings
	url     string   // where it answers health checks
	cases   string   // its folder of cases
	data    string
	log     *told
	process *exec.Cmd
}

func newServed(t *testing.T) *served {
	t.Parallel()
	listen := quietAddress(t)
	s := &served{
		T: t, ws: workspace.New(workspace.Options{}), url: "http://" + listen, log: &told{},
		cases: filepath.Join(t.TempDir(), "cases"), data: filepath.Join(t.TempDir(), "data"),
	}
	if err := os.CopyFS(s.cases, os.DirFS("testdata/own")); err != nil {
		t.Fatal(err)
	}
	app := install(t, s.ws, "socket", listen)
	server, err := s.ws.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	s.channel = s.ws.AddChannel(workspace.Channel{Name: "alerts"})
	if err := s.ws.Invite(s.channel, app.BotUser); err != nil {
		t.Fatal(err)
	}
	s.api = server.APIURL
	s.env = append(os.Environ(),
		"SLACK_BOT_TOKEN="+app.BotToken, "SLACK_APP_TOKEN="+app.AppToken,
		"INCIDENTLIB_HTTP_LISTEN="+listen, "INCIDENTLIB_DATA="+s.data,
		"INCIDENTLIB_LIBRARY_BUNDLED=no", "INCIDENTLIB_LIBRARY_FOLDERS="+s.cases)
	return s
}

func (s *served) start() {
	s.process = exec.Command("incidentlib", "serve")
	s.process.Env, s.process.Stderr = append(s.env, "SLACK_API_URL="+s.api), io.MultiWriter(s.log, s.Output())
	if err := s.process.Start(); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { s.process.Process.Kill(); s.process.Wait() })
}

func (s *served) signal(sig os.Signal) {
	s.Helper()
	if err := s.process.Process.Signal(sig); err != nil {
		s.Fatal(err)
	}
}

// end ends the program as an administrator would.
func (s *served) end() {
	s.Helper()
	s.signal(syscall.SIGTERM)
	s.ended()
}

func (s *served) ended() {
	s.Helper()
	if err := s.process.Wait(); err != nil {
		s.Errorf("ended with %v, want status 0", err)
	}
}

func (s *served) get(page string) (status int, body string) {
	s.Helper()
	resp, err := http.Get(s.url + page)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		s.Fatal(err)
	}
	return resp.StatusCode, string(data)
}

func (s *served) post(text string) (ts string) {
	s.Helper()
	ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel, []byte(`{"text":"`+text+`"}`))
	if err != nil {
		s.Fatal(err)
	}
	return ts
}

// answers posts an alert, whose reply must name a case.
func (s *served) answers(text, id string) {
	s.Helper()
	ts := s.post(text)
	s.until("a reply to "+text, func() bool { return len(s.ws.Thread(s.channel, ts)) == 2 })
	if reply := string(s.ws.Thread(s.channel, ts)[1]); !strings.Contains(reply, id) {
		s.Errorf("the reply to %q does not show %s: %s", text, id, reply)
	}
}

func (s *served) waitLog(line string) {
	s.Helper()
	s.until("the log's "+line, func() bool { return strings.Contains(s.log.String(), line) })
}

func (s *served) until(what string, ok func() bool) {
	s.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatalf("waited in vain for %s", what)
		}
	}
}

// lockStore keeps the program from opening its store until release is called.
func (s *served) lockStore() (release func()) {
	s.Helper()
	path := filepath.Join(s.data, "incidentlib.db")
	st, err := store.Open(s.Context(), path)
	if err != nil {
		s.Fatal(err)
	}
	defer st.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		s.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN IMMEDIATE"); err != nil {
		s.Fatal(err)
	}
	return func() { db.Close() }
}

// holdPosts puts a gate before what the program posts: posting is told of a post, which waits
// until release is closed.
func (s *served) holdPosts() (posting, release chan struct{}) {
	s.Helper()
	posting, release = make(chan struct{}, 10), make(chan struct{})
	slack, err := url.Parse(s.api)
	if err != nil {
		s.Fatal(err)
	}
	behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: slack.Scheme, Host: slack.Host})
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "chat.postMessage") {
			posting <- struct{}{}
			<-release
		}
		behind.ServeHTTP(w, r)
	}))
	s.Cleanup(gate.Close)
	s.api = gate.URL + slack.Path
	return posting, release
}

// told is a log that is read while it is written.
type told struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *told) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *told) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
