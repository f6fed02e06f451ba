package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"fmt"
	"github.com/Shopify/toxiproxy/v2"
)

// process is the program, started as an administrator would, and started again after it died.
type process struct {
	*site
	proxy *toxiproxy.Proxy // between it and Slack
	url   string           // where it answers health checks
	env   []string
	log   *told

	mu  sync.Mutex
	cmd *exec.Cmd // nil while it is dead
}

// start starts a process with settings beside the usual ones, and waits until it is ready.
func (s *site) start(settings ...string) *process {
	s.Helper()
	p := s.process(settings...)
	p.again()
	p.ready()
	return p
}

// process prepares one.
func (s *site) process(settings ...string) *process {
	s.Helper()
	listen := s.listen
	if len(s.bots) > 0 {
		listen = quietAddress(s.T)
	}
	p := &process{site: s, url: "http://" + listen, proxy: s.through(fmt.Sprint("slack-", len(s.bots)), s.slack), log: &told{}}
	p.env = append(os.Environ(),
		"SLACK_BOT_TOKEN="+s.app.BotToken, "SLACK_APP_TOKEN="+s.app.AppToken, "SLACK_SIGNING_SECRET="+s.app.SigningSecret,
		"SLACK_API_URL=http://"+p.proxy.Listen+"/api/", "INCIDENTLIB_HTTP_LISTEN="+listen, "INCIDENTLIB_SLACK_MODE="+s.mode,
		"INCIDENTLIB_DATA="+s.dir+"/data", "INCIDENTLIB_DATABASE_URL="+s.database, "INCIDENTLIB_LANGUAGE=en", "INCIDENTLIB_STORM=1000", "INCIDENTLIB_HOURLY=1000",
		"INCIDENTLIB_LIBRARY_BUNDLED=no", "INCIDENTLIB_LIBRARY_FOLDERS="+s.cases())
	if *form != "long" {
		p.env = append(p.env, "GOGC=400") // dozens of starts are most of the work of the short form
	}
	p.env = append(p.env, settings...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bots = append(s.bots, p)
	return p
}

// again starts the program, anew when it has run before.
func (p *process) again() {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		p.Fatal("it runs already")
	}
	cmd := exec.Command(p.program, "serve")
	cmd.Env, cmd.Stderr = p.env, p.log
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	p.cmd = cmd
}

func (p *process) ready() {
	p.Helper()
	p.until("a process to be ready", func() bool {
		resp, err := http.Get(p.url + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
}

// kill ends the program as a power switch would, as far as the machine is concerned that it
// runs on. It may be called when it is dead.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		p.cmd = nil
	}
}

// alive says whether it was started and not killed since.
func (p *process) alive() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cmd != nil
}

// signal sends a signal to a program that runs.
func (p *process) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		p.cmd.Process.Signal(s)
	}
}

// end ends the program as an administrator would.
func (p *process) end() {
	p.Helper()
	p.signal(syscall.SIGCONT)
	p.signal(syscall.SIGTERM)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return
	}
	ended := make(chan error, 1)
	go func() { ended <- p.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			p.Errorf("ended with %v, want status 0", err)
		}
	case <-time.After(2 * time.Minute):
		p.Error("it does not end", errors.Join(p.cmd.Process.Kill(), <-ended))
	}
	p.cmd = nil
}

func (p *process) get(page string) (status int, body string) {
	resp, err := http.Get(p.url + page)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(data)
}

// sockets counts the open sockets of the program: what a connection that was not given back
// would hold.
func (p *process) sockets() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	folder := fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		p.Fatal(err)
	}
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(folder, e.Name())); err == nil && strings.HasPrefix(to, "socket:") {
			n++
		}
	}
	return n
}
