package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"incidentlib/bot/store/storetest"
	"incidentlib/bot/workspace"
)

// longFaults are all faults at once, for as long as ten thousand alerts take.
var longFaults = []crowd{
	{start: alone, faults: []fault{{name: "all faults and 200 kills, SQLite", long: true, do: everything(10_000, 200)}}},
	{start: replicas(3), faults: []fault{{name: "all faults and 200 kills, 3 replicas on PostgreSQL", long: true, do: everything(10_000, 200)}}},
	{faults: []fault{{name: "PostgreSQL fails over, 3 replicas", long: true, do: failover}}},
	{start: alone, faults: []fault{{name: "Slack away until answers are stale", long: true, do: stale}}},
}

// mishaps are what happens to one call in twenty, each as often as the next.
var mishaps = []workspace.Fault{
	{Method: post, RetryAfter: time.Second},
	{Method: post, Error: "ratelimited"},
	{Method: post, Status: http.StatusServiceUnavailable},
	{Method: post, Body: "<html>"},
	{Method: post, Error: "fatal_error"},
	{Method: post, LoseAnswer: true},
	{Method: post, LoseAnswer: true, Delay: 200 * time.Millisecond},
	{Method: "conversations.replies", Status: http.StatusInternalServerError},
	{Method: edit, LoseAnswer: true},
}

// everything posts so many alerts while calls fail, the way to Slack is cut, sockets drop,
// events come twice and bots are killed at random moments, and some are frozen.
func everything(alerts, kills int) func(*arena) {
	return func(a *arena) {
		a.open(64)
		var rest atomic.Bool
		done := make(chan struct{})
		go func() {
			defer close(done)
			for kills := kills; kills > 0 && !a.Failed(); kills-- {
				time.Sleep(rand.N(3 * time.Second))
				a.mishap()
				p := a.bots[rand.N(len(a.bots))]
				p.kill()
				time.Sleep(rand.N(200 * time.Millisecond))
				p.again()
				if len(a.bots) == 1 || kills%5 == 0 {
					p.ready() // with bots that never get to work there would be nothing to kill
				}
			}
			rest.Store(true)
		}()
		for n := 0; n < alerts || !rest.Load(); n++ {
			one := a.alert(1)[0]
			if n%20 == 0 {
				f := mishaps[rand.N(len(mishaps))]
				f.Times, f.Channel = 1, a.channels[rand.N(len(a.channels))]
				a.ws.Fail(f)
			}
			if n%10 == 0 {
				a.ws.Redeliver(a.app.ID, one.ts, n%20 == 0)
			}
			if n < alerts {
				time.Sleep(rand.N(90 * time.Millisecond))
			} else {
				time.Sleep(time.Second) // more only to have something going on at the last kills
			}
		}
		<-done
	}
}

// mishap does something to the network, the sockets or a bot.
func (a *arena) mishap() {
	p := a.bots[rand.N(len(a.bots))]
	switch rand.N(6) {
	case 0:
		a.ws.Disconnect(a.app.ID, []string{"", "warning", "refresh_requested"}[rand.N(3)])
	case 1:
		p.proxy.Stop()
		time.Sleep(rand.N(500 * time.Millisecond))
		a.back(p.proxy)
	case 2:
		mend := a.spoil(p.proxy, `{"type":"limit_data","attributes":{"bytes":150}}`)
		time.Sleep(rand.N(300 * time.Millisecond))
		mend()
	case 3:
		if a.database != "" {
			a.between().Stop()
			time.Sleep(rand.N(500 * time.Millisecond))
			a.back(a.between())
		}
	case 4:
		p.signal(syscall.SIGSTOP)
		time.AfterFunc(rand.N(12*time.Second), func() { p.signal(syscall.SIGCONT) })
	}
}

// stale leaves alerts that were acknowledged unanswered for so long that their answers are
// gathered.
func stale(a *arena) {
	a.ws.Fail(workspace.Fault{Status: http.StatusServiceUnavailable})
	var alerts []*alerted
	for range 30 {
		alerts = append(alerts, a.post(a.channels[0], true))
	}
	time.Sleep(130 * time.Second)
	a.ws.Mend()
	since := time.Now()
	a.rest()
	a.backAfter = time.Since(since)
	replies := 0
	for _, one := range alerts {
		replies += len(a.ws.Thread(one.channel, one.ts)) - 1
	}
	if replies > 3 {
		a.Errorf("%d alerts that waited for two minutes got %d replies", len(alerts), replies)
	}
}

// failover takes the first of two PostgreSQL servers away while alerts arrive; the second, which
// has all that was committed, takes over. The bots are back at work when the last of the channels
// has got a reply again; all that has piled up in each takes as long as Slack's pace of posts does.
func failover(a *arena) {
	first := storetest.New(a.site.T)
	second := first.Standby(a.site.T)
	address := func(c *storetest.Cluster) string { return fmt.Sprint("127.0.0.1:", c.Port()) }
	a.state = strings.Replace(first.Database(a.site.T), address(first), address(first)+","+address(second), 1) + "&target_session_attrs=read-write"
	a.database = a.state
	for range 3 {
		a.start()
	}
	a.open(24)
	var alerts []*alerted
	post := func(count int) {
		for range count {
			alerts = append(alerts, a.alert(1)...)
			time.Sleep(rand.N(20 * time.Millisecond))
		}
	}
	post(400)
	first.Stop(a.T)
	post(100)
	second.Promote(a.T)
	since := time.Now()
	for _, p := range a.bots {
		p.ready()
	}
	a.Logf("ready %v after the second server took over", time.Since(since))
	post(100)
	a.answered(since, alerts[400:500]) // which arrived without a database
	a.backAfter = a.firstPosts(since)
}

// firstPosts is how long after a moment the last of the channels got a post again.
func (a *arena) firstPosts(since time.Time) (last time.Duration) {
	first := map[string]time.Time{}
	for _, c := range a.ws.Calls() {
		if c.Method == post && c.Error == "" && c.At.After(since) && first[c.Channel].IsZero() {
			first[c.Channel] = c.At
			last = max(last, c.At.Sub(since))
		}
	}
	if len(first) < len(a.channels) {
		a.Errorf("%d of %d channels got a post again", len(first), len(a.channels))
	}
	return last
}
