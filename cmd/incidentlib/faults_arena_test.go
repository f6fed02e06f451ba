package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/workspace"
)

// arena is the part of a site that one fault has to itself: some channels, and the alerts in
// them.
type arena struct {
	*testing.T
	*site
	name      string
	channels  []string
	alerts    []*alerted
	backAfter time.Duration
}

// alerted is an alert that was posted.
type alerted struct {
	channel, ts string
	known       bool   // there is a case like it
	why         string // where it is to be left alone, the only reason for that
}

func (s *site) arena(name string) *arena {
	s.Helper()
	a := &arena{T: s.T, site: s, name: name}
	a.open(8)
	return a
}

// open gives the arena so many channels with the bot in them.
func (a *arena) open(channels int) {
	a.Helper()
	for len(a.channels) < channels {
		channel := a.ws.AddChannel(workspace.Channel{Name: fmt.Sprint("alerts-", len(a.channels))})
		if err := a.ws.Invite(channel, a.app.BotUser); err != nil {
			a.Fatal(err)
		}
		a.channels = append(a.channels, channel)
	}
}

// fail has calls in the arena's channels fail; Times counts for each channel.
func (a *arena) fail(f workspace.Fault) {
	for _, channel := range a.channels {
		f.Channel = channel
		a.ws.Fail(f)
	}
}

// alert posts so many alerts, one channel after the other; one in eight is like no case.
func (a *arena) alert(count int) []*alerted {
	a.Helper()
	var out []*alerted
	for range count {
		n := len(a.alerts)
		out = append(out, a.post(a.channels[n%len(a.channels)], (n+n/8)%8 != 7))
	}
	return out
}

func (a *arena) post(channel string, known bool) *alerted {
	a.Helper()
	one := &alerted{channel: channel, known: known}
	ts, err := a.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, channel, a.word(known))
	if err != nil {
		a.Fatal(err)
	}
	one.ts = ts
	a.alerts = append(a.alerts, one)
	return one
}

// answered waits for the replies to alerts that are like a case, and notes how long that took
// since a moment at which the bot could go back to work.
func (a *arena) answered(since time.Time, alerts []*alerted) {
	a.Helper()
	a.until("the replies", func() bool {
		for _, one := range alerts {
			if one.known && one.why == "" && len(a.ws.Thread(one.channel, one.ts)) < 2 {
				return false
			}
		}
		return true
	})
	a.backAfter = max(a.backAfter, time.Since(since))
}

// acknowledged says whether the event of an alert was acknowledged.
func (a *arena) acknowledged(one *alerted) bool {
	for _, d := range slices.Backward(a.ws.Deliveries()) {
		if d.Outcome == "ok" && strings.Contains(string(d.Payload), `"ts":"`+one.ts+`"`) {
			return true
		}
	}
	return false
}

// ours finds the replies that the bot gave, by the alert in whose thread they are.
func (a *arena) ours() map[string][]string {
	out := map[string][]string{}
	for _, channel := range a.channels {
		for _, raw := range a.ws.Messages(channel) {
			var m struct {
				BotID   string `json:"bot_id"`
				Subtype string
				Thread  string `json:"thread_ts"`
			}
			if err := json.Unmarshal(raw, &m); err != nil {
				a.Fatal(err)
			}
			if m.BotID == a.app.BotID {
				key := channel + " " + m.Thread
				out[key] = append(out[key], string(raw))
			}
		}
	}
	return out
}
