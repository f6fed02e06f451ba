package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// BenchmarkEventToPost measures how long after a tool posted an alert the bot's reply
// arrives at chat.postMessage, over real sockets, alerts coming side by side in ten
// channels. It fails when an alert is lost or answered twice. For the figures:
//
//	go test ./bot -run '^$' -bench EventToPost -benchtime 1000x
func BenchmarkEventToPost(b *testing.B) {
	s := newStage(b, []*matcher.Case{
		{ID: "K1", Title: matcher.Text{En: "Kafka broker disk full"}, Signals: []string{"NodeFilesystemSpaceFillingUp"}, Symptoms: []string{"disk-full"}, Components: []string{"kafka"}},
		{ID: "K2", Title: matcher.Text{En: "Redis connection timeout"}, Signals: []string{"RedisTimeout"}},
	}, Options{Storm: math.MaxInt, Hourly: math.MaxInt})
	s.ws.SetTime(time.Time{}) // the real clock
	var channels []string
	for i := range 10 {
		id := s.ws.AddChannel(workspace.Channel{Name: fmt.Sprintf("alerts-%d", i)})
		if err := s.ws.Invite(id, s.app.BotUser); err != nil {
			b.Fatal(err)
		}
		channels = append(channels, id)
	}
	posted := map[string]time.Time{} // by channel and time stamp
	b.ResetTimer()
	for i := range b.N {
		channel := channels[i%len(channels)]
		body := fmt.Appendf(nil, `{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-%d"}`, i)
		at := time.Now()
		ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, channel, body)
		if err != nil {
			b.Fatal(err)
		}
		posted[channel+ts] = at
		time.Sleep(2 * time.Millisecond) // some 500 alerts a second
	}
	took := s.replies(b, posted)
	b.StopTimer()
	quantiles(b, "", took)
}

// replies waits for one reply to each message and returns how long each took.
func (s *stage) replies(b *testing.B, posted map[string]time.Time) []time.Duration {
	answers := func() []workspace.Call {
		var out []workspace.Call
		for _, c := range s.ws.Calls() {
			if c.Method == "chat.postMessage" {
				out = append(out, c)
			}
		}
		return out
	}
	for before, since := 0, time.Now(); ; time.Sleep(20 * time.Millisecond) {
		n := s.calls("chat.postMessage")
		if n >= len(posted) {
			break
		}
		if n > before {
			before, since = n, time.Now()
		}
		if time.Since(since) > 30*time.Second {
			b.Fatalf("%d of %d alerts have a reply, and no more come", n, len(posted))
		}
	}
	var took []time.Duration
	seen := map[string]bool{}
	for _, c := range answers() {
		var args struct {
			Thread string `json:"thread_ts"`
		}
		if err := json.Unmarshal(c.Args, &args); err != nil {
			b.Fatal(err)
		}
		key := c.Channel + args.Thread
		if _, ok := posted[key]; !ok || seen[key] {
			b.Errorf("a reply under %s that nobody waits for, or a second one", key)
		}
		seen[key] = true
		took = append(took, c.At.Sub(posted[key]))
	}
	if len(took) != len(posted) {
		b.Errorf("%d alerts, %d replies", len(posted), len(took))
	}
	return took
}

// BenchmarkAskedInAStorm measures how long after somebody typed a command or clicked a button
// it is acknowledged, and they see what comes of it, while fifty alerts a second arrive in twenty
// channels and the bot posts and edits at Slack's pace. For the figures:
//
//	go test ./bot -run '^$' -bench AskedInAStorm -benchtime 300x
func BenchmarkAskedInAStorm(b *testing.B) {
	s := newStage(b, kafka(), Options{PostEvery: postEvery, EditEvery: editEvery})
	s.ws.SetTime(time.Time{}) // the real clock
	stop := s.storm(b, 20)
	defer stop()
	time.Sleep(3 * time.Second) // by now every channel has more to say than Slack takes
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		user := s.person(fmt.Sprint("Dana", i/2%10))
		at := time.Now()
		if i%2 == 0 {
			s.asks(user, "kafka disk full")
		} else {
			s.opensDetails(user)
		}
		took = append(took, time.Since(at))
		time.Sleep(10 * time.Millisecond)
	}
	b.StopTimer()
	quantiles(b, "", took)
	var acks []time.Duration
	for _, d := range s.ws.Deliveries() {
		if d.Kind != "events_api" {
			acks = append(acks, d.Took)
		}
	}
	quantiles(b, "ack-", acks)
}

// storm lets fifty alerts a second arrive in so many channels, until stop is called.
func (s *stage) storm(b *testing.B, channels int) (stop func()) {
	var rooms []string
	for i := range channels {
		id := s.ws.AddChannel(workspace.Channel{Name: fmt.Sprintf("storm-%d", i)})
		if err := s.ws.Invite(id, s.app.BotUser); err != nil {
			b.Fatal(err)
		}
		rooms = append(rooms, id)
	}
	ctx, cancel := context.WithCancel(b.Context())
	var storm sync.WaitGroup
	storm.Go(func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, rooms[i%len(rooms)],
					fmt.Appendf(nil, `{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-%d\ninstance: kafka-%[1]d"}`, i))
			}
		}
	})
	return func() { cancel(); storm.Wait() }
}

// opensDetails has a person open the case that they were shown last, and close it again. Where it
// is too late for a modal, they are shown it as a message.
func (s *stage) opensDetails(user string) {
	shown := s.ws.Ephemerals(user, s.channel)
	if err := s.ws.Click(user, s.channel, object(shown[len(shown)-1]).text("ts"), actDetails); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the case", func() bool {
		return len(s.ws.Views(user)) > 0 || len(s.ws.Ephemerals(user, s.channel)) > len(shown)
	})
	for _, v := range s.ws.Views(user) {
		if err := s.ws.CloseView(user, object(v).text("id")); err != nil {
			s.t.Fatal(err)
		}
	}
}

// quantiles reports the median and the 99th percentile.
func quantiles(b *testing.B, name string, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"p99-ms")
}
