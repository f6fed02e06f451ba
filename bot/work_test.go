package bot

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

// What has arrived when the end is told is still done: nobody may be there to do it for long.
func TestEndTakesWhatHasArrived(t *testing.T) {
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if _, err := st.Accept(t.Context(), []store.Item{{Workspace: store.Workspace{Team: "T1"}, ID: "1", Lane: "C1"}}); err != nil {
		t.Fatal(err)
	}
	done := 0
	w := newWork(st, slog.New(slog.DiscardHandler), "me")
	w.do = func(context.Context, store.Hold, store.Item) error { done++; return nil }
	w.wrong = func(doing string, err error) { t.Errorf("%s: %v", doing, err) }
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w.run(ctx)
	if done != 1 {
		t.Errorf("%d items done, want 1", done)
	}
}

// However many channels wait for Slack, a person who asks or clicks is answered meanwhile.
func TestPeopleBeforeAlerts(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	posts := make(chan struct{})
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Met: func(workspace.Call) { <-posts }})
	resume := sync.OnceFunc(func() { close(posts) })
	defer resume()
	for i := range workers + spare + 5 {
		id := s.ws.AddChannel(workspace.Channel{Name: fmt.Sprint("loud-", i)})
		if err := s.ws.Invite(id, s.app.BotUser); err != nil {
			t.Fatal(err)
		}
		if _, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, id, []byte(kafkaAlert)); err != nil {
			t.Fatal(err)
		}
	}
	s.until("the alerts to have all hands they get", func() bool { return len(s.bot.work.slots) >= workers })
	if shown, _ := s.asks(s.person("Dana"), "kafka disk full"); !strings.Contains(shown, "Kafka broker disk full") {
		t.Errorf("shown: %s", shown)
	}
	resume()
	s.rest()
	if n := s.calls("chat.postMessage"); n != workers+spare+5 {
		t.Errorf("%d posts, want one for each of %d alerts", n, workers+spare+5)
	}
}

// While the bot looks around, which may take long after a start, lanes are taken.
func TestLookingKeepsNobodyWaiting(t *testing.T) {
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	w := newWork(st, slog.New(slog.DiscardHandler), "me")
	w.wrong = func(doing string, err error) { t.Errorf("%s: %v", doing, err) }
	looks, done := make(chan bool, 1), make(chan bool)
	w.idle = func(ctx context.Context) {
		select {
		case looks <- true:
		default:
		}
		<-ctx.Done()
	}
	w.do = func(context.Context, store.Hold, store.Item) error { close(done); return nil }
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() { w.run(ctx); close(ended) }()
	<-looks
	if _, err := st.Accept(t.Context(), []store.Item{{Workspace: store.Workspace{Team: "T1"}, ID: "1", Lane: "C1"}}); err != nil {
		t.Fatal(err)
	}
	w.nudge()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("nobody takes the lane")
	}
	stop()
	<-ended
}
