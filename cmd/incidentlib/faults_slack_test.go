package main

import (
	"net/http"
	"slices"
	"time"

	"incidentlib/bot/workspace"
)

const post, edit = "chat.postMessage", "chat.update"

// slackFaults are what goes wrong with calls of Slack's Web API and the way to it.
var slackFaults = []crowd{{start: alone, atOnce: true, faults: []fault{
	{name: "nothing goes wrong", do: refusing()},
	{name: "429 with Retry-After", do: refusing(workspace.Fault{Method: post, Times: 1, RetryAfter: time.Second})},
	{name: "429 without a figure", do: refusing(workspace.Fault{Method: post, Times: 1, Status: http.StatusTooManyRequests})},
	{name: "429 with the wait in its body", do: refusing(workspace.Fault{
		Method: post, Times: 1, Status: http.StatusTooManyRequests, Body: `{"ok":false,"error":"rate_limited","retry_after":1}`})},
	{name: "ratelimited with status 200", do: refusing(
		workspace.Fault{Method: post, Times: 1, Error: "ratelimited"}, workspace.Fault{Method: post, Times: 1, Error: "rate_limited"})},
	{name: "5xx", do: refusing(workspace.Fault{Method: post, Times: 2, Status: http.StatusServiceUnavailable})},
	{name: "HTML for an answer", do: refusing(
		workspace.Fault{Method: post, Times: 1, Status: http.StatusBadGateway, Body: "<html>bad gateway</html>"},
		workspace.Fault{Method: post, Times: 1, Body: "<html>all is well</html>"})},
	{name: "fatal_error and internal_error", do: refusing(
		workspace.Fault{Method: post, Times: 1, Error: "fatal_error"}, workspace.Fault{Method: post, Times: 1, Error: "internal_error"})},
	{name: "answer lost after a post", do: refusing(workspace.Fault{Method: post, Times: 1, LoseAnswer: true})},
	{name: "answer lost, and the search for it fails", do: refusing(
		workspace.Fault{Method: post, Times: 1, LoseAnswer: true},
		workspace.Fault{Method: "conversations.replies", Times: 1, Status: http.StatusServiceUnavailable},
		workspace.Fault{Method: "conversations.replies", Times: 1, Body: "<html>"})},
}},
	{start: alone, faults: []fault{
		{name: "connections reset", do: spoiling(`{"type":"reset_peer","attributes":{"timeout":30}}`, time.Second)},
		{name: "answers slow and in pieces", do: spoiling(`{"type":"slicer","attributes":{"average_size":40,"size_variation":20,"delay":2000}}`, time.Second)},
	}},
	{start: alone, faults: []fault{
		{name: "answers cut short", do: spoiling(`{"type":"limit_data","attributes":{"bytes":120}}`, time.Second)},
		{name: "Slack hangs", do: spoiling(`{"type":"timeout","attributes":{"timeout":700}}`, time.Second)},
	}},
	{start: alone, faults: []fault{{name: "Slack takes and says nothing", long: true, do: spoiling(`{"type":"timeout","attributes":{"timeout":0}}`, 25*time.Second)}}},
	{start: alone, faults: []fault{{name: "Slack away", do: away(1500*time.Millisecond, time.Second)}}},
	{start: alone, faults: []fault{{name: "Slack away for a minute", long: true, do: away(time.Minute, time.Minute)}}},
}

// alone starts one bot.
func alone(s *site) { s.start() }

// refusing has calls fail, all kinds of failures one after the other, while alerts arrive.
func refusing(faults ...workspace.Fault) func(*arena) {
	return func(a *arena) {
		for range times(1, 20) {
			for _, f := range faults {
				a.fail(f)
			}
			a.answered(time.Now(), a.alert(16))
		}
		a.backAfter = 0
		for _, c := range a.tooSoon(faults) {
			a.Errorf("a call at %v, though Slack had said to wait", c.At)
		}
	}
}

// tooSoon finds calls in a channel that came before the time that a 429 asked for was over.
func (a *arena) tooSoon(faults []workspace.Fault) (out []workspace.Call) {
	if len(faults) == 0 || faults[0].RetryAfter == 0 {
		return nil
	}
	until := map[string]time.Time{}
	for _, c := range a.ws.Calls() {
		if c.Method != post || !slices.Contains(a.channels, c.Channel) {
			continue
		}
		if c.At.Before(until[c.Channel]) {
			out = append(out, c)
		}
		if c.Status == http.StatusTooManyRequests {
			until[c.Channel] = c.At.Add(faults[0].RetryAfter)
		}
	}
	return out
}

// spoiling spoils the way to and from Slack for a while, the socket included, while alerts
// arrive.
func spoiling(toxic string, lasts time.Duration) func(*arena) {
	return func(a *arena) {
		p := a.bots[0]
		for range times(1, 5) {
			before := a.alert(16)
			mend := a.spoil(p.proxy, toxic)
			during := a.alert(8)
			time.Sleep(lasts)
			mend()
			p.proxy.Stop() // what was spoilt is cut off, or it would hang for longer than the test lasts
			a.back(p.proxy)
			a.answered(time.Now(), append(before, during...))
		}
	}
}

// away takes Slack away: first its API while the socket goes on and alerts are acknowledged,
// then all of it.
func away(api, all time.Duration) func(*arena) {
	return func(a *arena) {
		p := a.bots[0]
		for range times(1, 2) {
			a.ws.Fail(workspace.Fault{Status: http.StatusServiceUnavailable})
			a.alert(16)
			time.Sleep(api)
			a.ws.Mend()
			p.proxy.Stop()
			a.alert(8)
			time.Sleep(all)
			a.back(p.proxy)
			since := time.Now()
			a.rest() // of what has waited for too long some is gathered
			a.backAfter = max(a.backAfter, time.Since(since))
		}
	}
}
