package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"incidentlib/bot/workspace"
)

// killFaults end the program at once, with kill -9, at the points that can be seen from outside.
var killFaults = []crowd{
	{start: alone, faults: []fault{
		{name: "killed before the acknowledgement", do: killed(func(a *arena, kill func()) { kill() })},
		{name: "killed after the acknowledgement", do: killed(func(a *arena, kill func()) {
			one := a.post(a.channels[0], true)
			a.until("the acknowledgement", func() bool { return a.acknowledged(one) })
			kill()
		})},
		{name: "killed while it edits", do: killedEditing},
		{name: "killed, then an alert ends", do: killedThenResolved},
	}},
	{start: alone, faults: []fault{
		{name: "killed while it posts", do: killed(at(post, func(f *workspace.Fault, kill func(workspace.Call)) { f.Met, f.Delay = kill, 100*time.Millisecond }))},
		{name: "killed, and the post is done", do: killed(at(post, func(f *workspace.Fault, kill func(workspace.Call)) { f.Met = kill }))},
		{name: "killed before the answer to a post", do: killed(at(post, func(f *workspace.Fault, kill func(workspace.Call)) { f.Done = kill }))},
	}},
	{start: alone, faults: []fault{
		{name: "killed at the answer to a post", do: killed(at(post, func(f *workspace.Fault, kill func(workspace.Call)) {
			f.Done = func(c workspace.Call) { time.AfterFunc(rand.N(3*time.Millisecond), func() { kill(c) }) }
		}))},
		{name: "killed while it looks for its post", do: killed(func(a *arena, kill func()) {
			a.ws.Fail(workspace.Fault{Method: post, Times: 1, LoseAnswer: true})
			at("conversations.replies", func(f *workspace.Fault, kill func(workspace.Call)) { f.Met = kill })(a, kill)
		})},
	}},
	{start: alone, http: true, faults: []fault{
		{name: "HTTP: killed before the acknowledgement", do: killed(func(a *arena, kill func()) { kill() })},
		{name: "HTTP: killed before the answer to a post", do: killed(at(post, func(f *workspace.Fault, kill func(workspace.Call)) { f.Done = kill }))},
	}},
	{faults: []fault{{name: "killed while it starts", do: killedStarting}}},
}

// at arms a fault that kills at one point of the next call of a method.
func at(method string, arm func(f *workspace.Fault, kill func(workspace.Call))) func(*arena, func()) {
	return func(a *arena, kill func()) {
		f := workspace.Fault{Method: method, Times: 1}
		arm(&f, func(workspace.Call) { kill() })
		a.ws.Fail(f)
	}
}

// killed has the program killed at a point again and again, and started again at once.
func killed(point func(a *arena, kill func())) func(*arena) {
	return func(a *arena) {
		for range times(1, 20) {
			a.killedOnce(a.alert(4), point)
		}
	}
}

// killedOnce has the program killed at a point, and started again at once. alerts are those that
// it may be at.
func (a *arena) killedOnce(alerts []*alerted, point func(a *arena, kill func())) {
	a.Helper()
	p, dead := a.bots[0], make(chan struct{})
	kill := sync.OnceFunc(func() { p.kill(); close(dead) })
	point(a, kill)
	alerts = append(alerts, a.alert(4)...)
	a.until("the point to be killed at", func() bool {
		select {
		case <-dead:
			return true
		default:
			return false
		}
	})
	a.ws.Mend()
	since := time.Now()
	p.again()
	a.answered(since, alerts)
}

// killedEditing has the program killed while it tells of a repeat.
func killedEditing(a *arena) {
	n := a.words + 1
	a.answered(time.Now(), []*alerted{a.post(a.channels[0], true)})
	for range times(1, 20) {
		a.killedOnce(nil, func(a *arena, kill func()) {
			at(edit, func(f *workspace.Fault, kill func(workspace.Call)) { f.Done = kill })(a, kill)
			_, err := a.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, a.channels[0], words(n, true))
			if err != nil {
				a.Fatal(err)
			}
		})
	}
}

// killedThenResolved has an alert end after the bot that answered it has died. Its reply tells of
// that, and nothing else is posted.
func killedThenResolved(a *arena) {
	n := a.words + 1
	one := a.post(a.channels[0], true)
	a.answered(time.Now(), []*alerted{one})
	a.killedOnce(nil, func(a *arena, kill func()) { kill() })
	over := bytes.Replace(words(n, true), []byte("FIRING"), []byte("RESOLVED"), 1)
	if err := a.ws.EditAs(one.channel, one.ts, over, true); err != nil {
		a.Fatal(err)
	}
	a.until("the reply to tell that it is over", func() bool {
		return strings.Contains(string(a.ws.Thread(one.channel, one.ts)[1]), "Resolved after")
	})
}

// killedStarting kills the program at random moments of its start, the first of which makes the
// tables of its state.
func killedStarting(a *arena) {
	p := a.process()
	alerts := a.alert(8)
	for range times(2, 100) {
		p.again()
		time.Sleep(rand.N(400 * time.Millisecond))
		p.kill()
	}
	since := time.Now()
	p.again()
	a.answered(since, alerts)
}
