package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFigures measures the real program beside the look-alike of Slack on the same machine. It
// runs in the long form only, and alone: what it is held against are promises, with the figures
// in bot/README.md.
func TestFigures(t *testing.T) {
	if *form != "long" {
		t.Skip("it takes minutes: -faults=long")
	}
	program := builtFor(t)
	for _, f := range []fault{
		{name: "idle", do: idle},
		{name: "event to post", do: eventToPost},
		{name: "accepted on one core", do: oneCore},
		{name: "storm", do: storm},
		{name: "back to work", do: backToWork},
		{name: "memory over 100,000 events", do: soak},
	} {
		t.Run(titled(f.name), func(t *testing.T) { f.do(newSite(t, program, false).arena(f.name)) })
	}
}

// idle is what a bot costs that has nothing to do.
func idle(a *arena) {
	p := a.start()
	a.answered(time.Now(), a.alert(8))
	before := p.cpu()
	time.Sleep(30 * time.Second)
	used := float64(p.cpu()-before) / float64(30*time.Second) * 100
	a.Logf("idle: %.2f %% of a core, %d MB", used, p.memory("VmRSS")>>20)
	if used > 1 {
		a.Errorf("an idle bot takes %.2f %% of a core", used)
	}
}

// eventToPost is how long an alert waits for its reply when nothing else is going on.
func eventToPost(a *arena) {
	a.open(100)
	a.start()
	for range 500 {
		a.alert(1)
		time.Sleep(20 * time.Millisecond)
	}
	a.rest()
	posted := map[string]time.Time{}
	for _, d := range a.ws.Deliveries() {
		if ts := textAfter(string(d.Payload), `"ts":"`); posted[ts].IsZero() {
			posted[ts] = d.At
		}
	}
	var took []time.Duration
	for _, c := range a.ws.Calls() {
		if thread := textAfter(string(c.Args), `"thread_ts":"`); c.Method == post && !posted[thread].IsZero() {
			took = append(took, c.At.Sub(posted[thread]))
		}
	}
	slices.Sort(took)
	a.Logf("event to post: p50 %v, p99 %v of %d, of which every channel has one in two seconds", at50(took), at99(took), len(took))
}

func textAfter(text, name string) string {
	_, rest, _ := strings.Cut(text, name)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

func at50(sorted []time.Duration) time.Duration {
	return sorted[len(sorted)/2].Round(100 * time.Microsecond)
}
func at99(sorted []time.Duration) time.Duration {
	return sorted[len(sorted)*99/100].Round(100 * time.Microsecond)
}

// oneCore is how many events a second are kept and acknowledged by a bot that has one core.
func oneCore(a *arena) {
	a.open(50)
	p := a.start("GOMAXPROCS=1")
	const events = 10_000
	before, began := p.cpu(), time.Now()
	for n := range events { // which need no answer, and are kept as all others are
		a.post(a.channels[n%50], false)
		for n%100 == 99 && a.unacked() > 500 { // as much as Slack would have under way
			time.Sleep(time.Millisecond)
		}
	}
	a.until("the acknowledgements", func() bool { return a.unacked() == 0 })
	took := time.Since(began)
	a.rest()
	a.Logf("one core: %d events acknowledged in %v, %.0f a second; with the work on them %v of CPU, %.0f a second of it",
		events, took, events/took.Seconds(), p.cpu()-before, events/(p.cpu()-before).Seconds())
}

// storm has fifty alerts arrive a second for a minute, and looks at what the bot makes of it.
func storm(a *arena) {
	a.open(20)
	p := a.start("INCIDENTLIB_STORM=10")
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var memory int
	for n := range 3000 {
		<-tick.C
		a.post(a.channels[n%20], true)
		if n%50 == 0 {
			memory = max(memory, p.memory("VmRSS"))
		}
	}
	posts, busiest := 0, 0.0
	a.rest()
	times := map[string][]time.Time{}
	for _, c := range a.ws.Calls() {
		if c.Method == post && c.Error == "" {
			posts++
			times[c.Channel] = append(times[c.Channel], c.At)
		}
	}
	for _, at := range times {
		if len(at) > 1 {
			busiest = max(busiest, float64(len(at)-1)/at[len(at)-1].Sub(at[0]).Seconds())
		}
	}
	a.Logf("storm: ack p99 %v, at most %d MB, %d replies to %d alerts, %.2f posts a second in the busiest channel",
		at99(a.acks()), memory>>20, posts, len(a.alerts), busiest)
	a.checked()
}

func (a *arena) told(format string, args ...any) { a.Log(fmt.Sprintf(format, args...)) }

// acks are how long events waited for their acknowledgements, sorted.
func (a *arena) acks() (took []time.Duration) {
	for _, d := range a.ws.Deliveries() {
		took = append(took, d.Took)
	}
	slices.Sort(took)
	return took
}

// checked ends the bot and holds what it did against the ledger.
func (a *arena) checked() {
	a.finish()
	if r := a.audit(); r.lost+r.doubled > 0 {
		a.Errorf("%d lost, %d doubled", r.lost, r.doubled)
	}
}

// backToWork is how long after a kill -9 the bot answers the next alert, in a channel where it
// need not wait for its turn.
func backToWork(a *arena) {
	quiet := a.site.arena("next")
	p := a.start()
	var took []time.Duration
	for range 10 {
		one := a.alert(8)[0]
		a.until("the acknowledgement", func() bool { return a.acknowledged(one) })
		p.kill()
		last := quiet.post(quiet.channels[0], true)
		since := time.Now()
		p.again()
		a.answered(since, []*alerted{last})
		took = append(took, time.Since(since))
		a.rest()
	}
	slices.Sort(took)
	a.Logf("back to work after a kill: median %v, worst %v", took[len(took)/2], took[len(took)-1])
}

// soak looks whether memory grows with the events that were dealt with.
func soak(a *arena) {
	a.open(100)
	p := a.start()
	var memory []int
	for n := range 100_000 {
		if n%20 == 0 {
			a.post(a.channels[n%100], n%1000 == 0) // most are like no case
		} else {
			a.SendEvent(a.channels[n%100], n)
		}
		if n%1000 == 999 {
			time.Sleep(200 * time.Millisecond)
		}
		if n%10_000 == 9999 {
			a.until("the bot to keep up", func() bool { time.Sleep(500 * time.Millisecond); return a.unacked() == 0 })
			memory = append(memory, p.memory("VmRSS")>>20)
		}
	}
	a.Logf("MB after each 10,000 events: %v", memory)
	if first, last := memory[1], memory[len(memory)-1]; last > first+first/10+8 {
		a.Errorf("memory grew from %d to %d MB", first, last)
	}
}

// SendEvent sends an event of somebody's message that is no alert.
func (a *arena) SendEvent(channel string, n int) {
	a.Helper()
	err := a.ws.SendEvent(a.app.ID, channel, fmt.Appendf(nil, `{"type":"message","channel":%q,"user":"U1","ts":"%d.%06d","text":"good morning"}`, channel, 1_700_000_000+n/1000, n%1000))
	if err != nil {
		a.Fatal(err)
	}
}

// memory reads how much memory the program has, in bytes: VmRSS now, VmHWM at most.
func (p *process) memory(which string) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.Fatal(err)
	}
	var kb int
	_, rest, _ := strings.Cut(string(data), which+":")
	fmt.Sscan(rest, &kb)
	return kb << 10
}

// cpu is how much of a processor the program has used.
func (p *process) cpu() time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.Fatal(err)
	}
	fields := strings.Fields(string(data)[strings.LastIndex(string(data), ")")+2:])
	var user, system int
	fmt.Sscan(fields[11], &user)
	fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}
