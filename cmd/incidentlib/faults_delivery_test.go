package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/workspace"
)

// deliveryFaults are what goes wrong with what Slack sends, and with the sockets it sends it by.
var deliveryFaults = []crowd{
	{start: alone, atOnce: true, faults: []fault{
		{name: "events twice with other ids", do: doubling},
		{name: "edits before their messages", do: editedFirst},
		{name: "deleted before the answer", do: deletedFirst},
		{name: "Slack slow to take a post", do: acknowledgedFirst},
		{name: "alerts and votes at once", do: votesAtOnce},
		{name: "texts that no database takes", do: oddTexts},
	}},
	{start: alone, faults: []fault{
		{name: "socket cut without a word", do: disconnecting("")},
		{name: "socket told to go: warning", do: disconnecting("warning")},
		{name: "socket told to go: refresh", do: disconnecting("refresh_requested")},
		{name: "socket told to go: too many", do: disconnecting("too_many_websockets")},
		{name: "sockets that cannot be opened", do: unopened},
		{name: "100 reconnects", long: true, do: reconnects},
	}},
	{start: alone, faults: []fault{{name: "socket half open", long: true, do: halfOpen}}},
	{start: func(s *site) { s.start("INCIDENTLIB_STORM=3") }, faults: []fault{{name: "a flood in one channel", do: flood}}},
}

// doubling has every event come up to four times.
func doubling(a *arena) {
	for range times(1, 20) {
		for _, one := range a.alert(16) {
			for range 1 + rand.N(3) {
				if err := a.ws.Redeliver(a.app.ID, one.ts, rand.N(2) == 0); err != nil {
					a.Fatal(err)
				}
			}
		}
		a.answered(time.Now(), a.alerts)
		for range 8 { // and long after it was answered
			if err := a.ws.Redeliver(a.app.ID, a.alerts[rand.N(len(a.alerts))].ts, true); err != nil {
				a.Fatal(err)
			}
		}
	}
}

// unheard posts an alert of which Slack sends no event.
func (a *arena) unheard(channel string) (one *alerted, words json.RawMessage) {
	a.Helper()
	if err := a.ws.Remove(channel, a.app.BotUser); err != nil {
		a.Fatal(err)
	}
	one = a.post(channel, true)
	if err := a.ws.Invite(channel, a.app.BotUser); err != nil {
		a.Fatal(err)
	}
	return one, a.ws.Thread(channel, one.ts)[0]
}

func (a *arena) event(channel, event string, args ...any) {
	a.Helper()
	if err := a.ws.SendEvent(a.app.ID, channel, fmt.Appendf(nil, event, args...)); err != nil {
		a.Fatal(err)
	}
}

// editedFirst sends the edit of a message before the message.
func editedFirst(a *arena) {
	for i := range times(8, 40) {
		channel := a.channels[i%len(a.channels)]
		one, message := a.unheard(channel)
		a.event(channel, `{"type":"message","subtype":"message_changed","channel":%q,"ts":"%d.000001","message":%s,"previous_message":{"text":"nothing yet"}}`,
			channel, time.Now().Unix(), message)
		var inner map[string]any
		if err := json.Unmarshal(message, &inner); err != nil {
			a.Fatal(err)
		}
		inner["channel"] = channel
		raw, err := json.Marshal(inner)
		if err != nil {
			a.Fatal(err)
		}
		a.event(channel, "%s", raw)
		if one.ts == "" {
			a.Fatal("no message")
		}
	}
}

// deletedFirst deletes every second alert while the bot is busy with the first of its channel.
func deletedFirst(a *arena) {
	a.fail(workspace.Fault{Method: post, Times: 1, Delay: 400 * time.Millisecond})
	a.alert(len(a.channels))
	for range times(1, 4) {
		for i, one := range a.alert(2 * len(a.channels)) {
			if i%2 == 0 {
				continue
			}
			if err := a.ws.Delete(one.channel, one.ts); err != nil {
				a.Fatal(err)
			}
			one.why = string(bot.Gone)
		}
	}
}

// acknowledgedFirst holds posts until the alert is acknowledged: work must not come before that.
func acknowledgedFirst(a *arena) {
	for range times(1, 5) {
		one := make(chan *alerted, 1)
		a.ws.Fail(workspace.Fault{Method: post, Channel: a.channels[0], Times: 1, Met: func(workspace.Call) {
			alert := <-one
			a.until("the acknowledgement", func() bool { return a.acknowledged(alert) })
		}})
		one <- a.post(a.channels[0], true)
		a.answered(time.Now(), a.alerts)
	}
	a.backAfter = 0
}

// oddTexts are NULs, halves of characters and the like in what is read, kept and shown.
func oddTexts(a *arena) {
	for _, odd := range []string{`\u0000`, `\ud800`, `\udfff\u0000`, `\u202e\ufeff`, `\ufffe\uffff`, "';--", `\\\"`, `%s%d`} {
		one := &alerted{channel: a.channels[0], known: true}
		raw := bytes.Replace(a.word(true), []byte("NodeTrouble"), []byte("NodeTrouble"+odd), 1)
		ts, err := a.ws.PostAs(workspace.Bot{Name: "Alertmanager" + "\x00", Webhook: true}, one.channel, raw)
		if err != nil {
			a.Fatal(err)
		}
		one.ts = ts
		a.alerts = append(a.alerts, one)
	}
}

// votesAtOnce has people vote on answers while other alerts arrive.
func votesAtOnce(a *arena) {
	person := a.ws.AddUser("dana")
	for _, channel := range a.channels {
		if err := a.ws.Invite(channel, person); err != nil {
			a.Fatal(err)
		}
	}
	for range times(1, 5) {
		answered := a.alert(8)
		a.answered(time.Now(), answered)
		for _, one := range answered {
			if one.known {
				a.alert(2)
				a.until("a vote", func() bool { return a.ws.Click(person, one.channel, a.replyTo(one), "right") == nil }) // whose vote fails votes again
			}
		}
	}
	a.backAfter = 0
}

// replyTo is the time stamp of the reply to an alert.
func (a *arena) replyTo(one *alerted) string {
	return textAfter(string(a.ws.Thread(one.channel, one.ts)[1]), `"ts":"`)
}

// unopened has Slack open no socket for a while after it closed one.
func unopened(a *arena) {
	a.ws.Fail(workspace.Fault{Method: "apps.connections.open", Times: times(1, 8), Status: http.StatusServiceUnavailable})
	disconnecting("refresh_requested")(a)
}

// disconnecting has Slack send the sockets away while alerts arrive.
func disconnecting(reason string) func(*arena) {
	return func(a *arena) {
		for range times(1, 5) {
			before := a.alert(8)
			if err := a.ws.Disconnect(a.app.ID, reason); err != nil {
				a.Fatal(err)
			}
			a.answered(time.Now(), append(before, a.alert(8)...))
		}
	}
}

// halfOpen leaves the socket open and lets nothing through any more; new connections work.
func halfOpen(a *arena) {
	p := a.bots[0]
	mend := a.spoil(p.proxy, `{"type":"timeout","attributes":{"timeout":0}}`)
	began := time.Now()
	a.until("the dead socket to be noticed", func() bool {
		status, _ := p.get("/readyz")
		return status != 200
	})
	a.Logf("a dead socket was noticed after %v", time.Since(began))
	mend()
	a.answered(time.Now(), a.alert(8))
}

// reconnects sends the socket away a hundred times.
func reconnects(a *arena) {
	p := a.bots[0]
	before := p.sockets()
	for i := range 100 {
		opened := a.opened()
		if err := a.ws.Disconnect(a.app.ID, []string{"", "warning", "refresh_requested"}[i%3]); err != nil {
			a.Fatal(err)
		}
		if i%10 == 0 {
			a.alert(8)
		}
		a.until("another socket", func() bool { return a.opened() > opened && a.ws.Connections(a.app.ID) == 1 })
	}
	a.rest()
	a.until("what the old sockets used to be given back", func() bool { return p.sockets() <= before+2 })
}

func (a *arena) opened() (n int) {
	for _, c := range a.ws.Calls() {
		if c.Method == "apps.connections.open" {
			n++
		}
	}
	return n
}

// flood has more alerts come in one channel than can be answered singly.
func flood(a *arena) {
	for range times(40, 400) {
		a.post(a.channels[0], true)
		time.Sleep(10 * time.Millisecond)
	}
}
