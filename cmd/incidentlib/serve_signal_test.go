package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A bot that starts says so: it lives and is not ready. A SIGHUP then does not end it, and is
// heeded once the bot has cases.
func TestServeWhileStarting(t *testing.T) {
	s := newServed(t)
	release := s.lockStore()
	s.start()
	waitReady(t, s.url+"/healthz")
	if status, body := s.get("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "starting") {
		t.Errorf("/readyz answers %d, %q", status, body)
	}
	s.signal(syscall.SIGHUP)
	time.Sleep(50 * time.Millisecond) // a signal that ends a program does so at once
	release()
	waitReady(t, s.url+"/readyz")
	s.waitLog("cases read anew")
	s.end()
}

// SIGTERM ends a bot that starts, and that is no failure.
func TestServeEndedWhileStarting(t *testing.T) {
	s := newServed(t)
	defer s.lockStore()()
	s.start()
	waitReady(t, s.url+"/healthz")
	s.end()
}

// SIGHUP takes up new cases. A file with a fault is told and left out, and a folder that has
// nothing to read takes nothing away.
func TestServeReload(t *testing.T) {
	s := newServed(t)
	s.start()
	waitReady(t, s.url+"/readyz")
	fresh := filepath.Join(s.cases, "OPS-2.json")
	write(t, fresh, `{"id":"OPS-2","title":"Redis lost its primary","signals":["RedisMasterMissing"]}`)
	write(t, filepath.Join(s.cases, "broken.json"), `{"id":"OPS-3",`)
	s.signal(syscall.SIGHUP)
	s.waitLog("cases read anew")
	if told := s.log.String(); !strings.Contains(told, "left out") || !strings.Contains(told, "broken.json") {
		t.Errorf("the log does not tell of the broken file: %s", told)
	}
	s.answers("[FIRING:1] RedisMasterMissing on cache-1", "OPS-2")
	s.answers("[FIRING:1] NodeConntrack conntrack_allowance_exceeded rises on ens6", "OPS-1")

	write(t, fresh, `{"id":`)
	if err := os.Remove(filepath.Join(s.cases, "OPS-1.json")); err != nil {
		t.Fatal(err)
	}
	s.signal(syscall.SIGHUP)
	s.waitLog("the cases stay as they are")
	s.answers("[FIRING:1] RedisMasterMissing on sessions-7", "OPS-2")
	s.end()
}

// A SIGHUP to a bot that finishes what it took does not stop it from that.
func TestServeSIGHUPWhileDraining(t *testing.T) {
	s := newServed(t)
	posting, release := s.holdPosts()
	s.start()
	waitReady(t, s.url+"/readyz")
	ts := s.post("[FIRING:1] NodeConntrack conntrack_allowance_exceeded rises on ens6")
	<-posting
	s.signal(syscall.SIGTERM)
	for status := 0; status != http.StatusServiceUnavailable; time.Sleep(5 * time.Millisecond) {
		status, _ = s.get("/readyz")
	}
	s.signal(syscall.SIGHUP)
	time.Sleep(50 * time.Millisecond)
	close(release)
	s.ended()
	if len(s.ws.Thread(s.channel, ts)) != 2 {
		t.Error("the alert that was taken got no reply")
	}
}
