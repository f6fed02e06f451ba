package workspace_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"incidentlib/bot/workspace"
)

var alertmanager = workspace.Bot{Name: "Alertmanager", Webhook: true}

func TestAlertArrivesAndIsAnsweredInItsThread(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(func(r *socketmode.Request) (any, bool) {
		e, _ := object(t, r.Payload)["event"].(map[string]any)
		if e["username"] == "Alertmanager" {
			_, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText("seen before", false), slack.MsgOptionTS(e["ts"].(string)))
			if err != nil {
				t.Error(err)
			}
		}
		return nil, true
	})
	ts := w.post(alertmanager, `{"attachments":[{"color":"danger","title":"disk full","text":"a < b & c"}]}`)
	w.wait("the reply", func() bool { return len(w.Thread(w.channel, ts)) == 2 })
	reply := object(t, w.Thread(w.channel, ts)[1])
	if reply["text"] != "seen before" || reply["bot_id"] != w.app.BotID || reply["thread_ts"] != ts {
		t.Errorf("reply = %v", reply)
	}
	own := w.inner("the echo of the app's own post", func(e map[string]any) bool { return e["text"] == "seen before" })
	if own["user"] != w.app.BotUser || own["subtype"] != nil {
		t.Errorf("echo = %v", own)
	}
}

func TestEachEnvelopeGoesToOneConnection(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	var got [3]atomic.Int32
	for i := range got {
		w.connect(func(*socketmode.Request) (any, bool) { got[i].Add(1); return nil, true })
	}
	for range 9 {
		w.post(alertmanager, `{"text":"x"}`)
	}
	w.wait("nine acknowledgements", func() bool { return outcomes(w, "ok") == 9 })
	if a, b, c := got[0].Load(), got[1].Load(), got[2].Load(); a != 3 || b != 3 || c != 3 {
		t.Errorf("connections got %d, %d and %d events, want three each", a, b, c)
	}
}

// outcomes counts the messages' deliveries that ended so.
func outcomes(w *world, outcome string) (n int) {
	for _, d := range w.Deliveries() {
		if d.Event == "message" && d.Outcome == outcome {
			n++
		}
	}
	return n
}

func TestUnacknowledgedEventIsSentAgain(t *testing.T) {
	w := newWorld(t, workspace.Options{Deadline: 300 * time.Millisecond, RetryAfter: []time.Duration{0, time.Millisecond}})
	type try struct {
		attempt int
		reason  string
	}
	tries := make(chan try, 10)
	w.connect(func(r *socketmode.Request) (any, bool) {
		tries <- try{r.RetryAttempt, r.RetryReason}
		return nil, r.RetryAttempt == 2
	})
	w.post(alertmanager, `{"text":"x"}`)
	for i, want := range []try{{0, ""}, {1, "timeout"}, {2, "timeout"}} {
		if got := next(t, tries); got != want {
			t.Errorf("try %d = %+v, want %+v", i, got, want)
		}
	}
	w.wait("the last try", func() bool { return outcomes(w, "ok") == 1 })
	first, last := w.Deliveries()[len(w.Deliveries())-3], w.Deliveries()[len(w.Deliveries())-1]
	if first.EventID != last.EventID || first.Outcome != "timeout" {
		t.Errorf("first try %+v, last %+v: want one event_id", first, last)
	}
}

func TestEventDuringGapComesAsRetry(t *testing.T) {
	w := newWorld(t, workspace.Options{RetryAfter: slices.Repeat([]time.Duration{20 * time.Millisecond}, 500)})
	w.post(alertmanager, `{"text":"nobody listened"}`)
	w.connect(acknowledgeAll)
	e := w.inner("the retry", func(e map[string]any) bool { return e["text"] == "nobody listened" })
	if e["subtype"] != "bot_message" {
		t.Errorf("event = %v", e)
	}
}

func TestRedeliver(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(acknowledgeAll)
	ts := w.post(alertmanager, `{"text":"twice"}`)
	w.must(w.Redeliver(w.app.ID, ts, false))
	w.must(w.Redeliver(w.app.ID, ts, true))
	w.wait("three deliveries", func() bool { return outcomes(w, "ok") == 3 })
	var ids []string
	for _, d := range w.Deliveries() {
		if d.Event == "message" && d.Outcome == "ok" {
			ids = append(ids, d.EventID)
			if d.Attempt != 0 {
				t.Errorf("attempt = %d: a duplicate carries no retry mark", d.Attempt)
			}
		}
	}
	if ids[0] != ids[1] || ids[1] == ids[2] {
		t.Errorf("event ids %v, want two alike and a fresh one", ids)
	}
	if err := w.Redeliver(w.app.ID, "1.000000", true); err == nil {
		t.Error("redelivering an unknown event gave no error")
	}
}

func TestClientComesBackAfterDisconnect(t *testing.T) {
	for _, reason := range []string{"warning", "refresh_requested", "too_many_websockets", ""} {
		t.Run("reason "+reason, func(t *testing.T) {
			w := newWorld(t, workspace.Options{})
			w.connect(acknowledgeAll)
			w.must(w.Disconnect(w.app.ID, reason))
			w.wait("a new socket", func() bool { return w.Connections(w.app.ID) == 1 })
			w.post(alertmanager, `{"text":"after `+reason+`"}`)
			w.inner("an event on it", func(e map[string]any) bool { return e["text"] == "after "+reason })
		})
	}
}

func TestLinkDisabledEndsSocketMode(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	sock := w.dial()
	w.must(w.Disconnect(w.app.ID, "link_disabled"))
	if f := frame(t, sock); f["type"] != "disconnect" || f["reason"] != "link_disabled" {
		t.Errorf("frame = %v", f)
	}
	if _, _, err := socketmode.New(w.api).OpenContext(w.ctx); err == nil || err.Error() != "forbidden_team" {
		t.Errorf("apps.connections.open while Socket Mode is off: %v", err)
	}
	if err := w.Disconnect(w.app.ID, "boredom"); err == nil {
		t.Error("an unknown reason gave no error")
	}
}

func TestEleventhConnectionIsOneTooMany(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	for range 10 {
		w.dial()
	}
	f := frame(t, w.dialRaw())
	if f["type"] != "disconnect" || f["reason"] != "too_many_websockets" {
		t.Errorf("frame = %v", f)
	}
	if n := w.Connections(w.app.ID); n != 10 {
		t.Errorf("%d connections, want 10", n)
	}
}

func TestSocketTicketWorksOnce(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	_, url, err := socketmode.New(w.api).OpenContext(w.ctx)
	w.must(err)
	sock, _, err := websocket.DefaultDialer.DialContext(w.ctx, url, nil)
	w.must(err)
	defer sock.Close()
	if _, resp, err := websocket.DefaultDialer.DialContext(w.ctx, url, nil); err == nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("second use of a ticket: %v", err)
	}
}

func TestServerPings(t *testing.T) {
	w := newWorld(t, workspace.Options{PingEvery: 5 * time.Millisecond})
	sock := w.dial()
	pings := make(chan bool, 100)
	sock.SetPingHandler(func(string) error { pings <- true; return nil })
	go sock.ReadMessage()
	<-pings
	<-pings
}

func TestAcknowledgementOnAnotherConnection(t *testing.T) {
	w := newWorld(t, workspace.Options{RetryAfter: []time.Duration{}, Deadline: 10 * time.Second})
	first := w.dial()
	w.post(alertmanager, `{"text":"x"}`)
	id := frame(t, first)["envelope_id"]
	second := w.dial()
	w.must(first.Close())
	w.must(second.WriteJSON(map[string]any{"envelope_id": id}))
	w.wait("the acknowledgement", func() bool { return outcomes(w, "ok") == 1 })
}

func TestLargeAcknowledgementIsDropped(t *testing.T) {
	w := newWorld(t, workspace.Options{RetryAfter: []time.Duration{}, Deadline: 100 * time.Millisecond})
	sock := w.dial()
	w.post(alertmanager, `{"text":"x"}`)
	id := frame(t, sock)["envelope_id"]
	w.must(sock.WriteJSON(map[string]any{"envelope_id": id, "payload": map[string]string{"text": string(make([]byte, 20<<10))}}))
	w.wait("the deadline", func() bool { return outcomes(w, "timeout") == 1 })
}

func TestBrokenPayloadsCanBeSent(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	w.connect(acknowledgeAll)
	w.must(w.SendEvent(w.app.ID, w.channel, json.RawMessage(`{"type":"never_heard_of"}`)))
	w.must(w.SendRaw(w.app.ID, "events_api", json.RawMessage(`{"type":"app_rate_limited","minute_rate_limited":1}`)))
	w.wait("the limit notice", func() bool {
		ds := w.Deliveries()
		return ds[len(ds)-1].Event == "app_rate_limited"
	})
	if err := w.SendEvent(w.app.ID, "", json.RawMessage(`[]`)); err == nil {
		t.Error("a list as an event gave no error")
	}
}

// dial opens a socket by hand and reads its hello.
func (w *world) dial() *websocket.Conn {
	w.t.Helper()
	sock := w.dialRaw()
	if f := frame(w.t, sock); f["type"] != "hello" {
		w.t.Fatalf("first frame = %v, want hello", f)
	}
	return sock
}

func (w *world) dialRaw() *websocket.Conn {
	w.t.Helper()
	_, url, err := socketmode.New(w.api).OpenContext(w.ctx)
	w.must(err)
	ctx, cancel := context.WithTimeout(w.ctx, 5*time.Second)
	defer cancel()
	sock, _, err := websocket.DefaultDialer.DialContext(ctx, url, nil)
	w.must(err)
	w.t.Cleanup(func() { sock.Close() })
	return sock
}

func frame(t *testing.T, sock *websocket.Conn) map[string]any {
	t.Helper()
	sock.SetReadDeadline(time.Now().Add(5 * time.Second))
	_, raw, err := sock.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	return object(t, raw)
}
