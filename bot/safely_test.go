package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
)

// A panic is logged once, with its stack, and without words that may be somebody's.
func TestSafely(t *testing.T) {
	var log bytes.Buffer
	to := slog.New(slog.NewTextHandler(&log, nil))
	err := Safely(to, "try", func() error { panic("the text of a message") })
	if !errors.Is(err, errPanic) || troubleOf(err) != broken {
		t.Errorf("it ends with %v", err)
	}
	var none []int
	err = errors.Join(err, Safely(to, "try", func() error { return fmt.Errorf("%d", none[len(none)]) }))
	if !strings.Contains(err.Error(), "index out of range") || strings.Contains(err.Error()+log.String(), "message") {
		t.Errorf("%v, logged: %s", err, log.String())
	}
	if n := strings.Count(log.String(), "safely_test.go"); n < 2 || strings.Contains(err.Error(), ".go") {
		t.Errorf("the stack is not in the log, or in the error: %v\n%s", err, log.String())
	}
	if err := Safely(to, "try", func() error { return errUnknown }); err != errUnknown {
		t.Errorf("%v", err)
	}
}

// What panics when it is taken, by whichever way it came, is left to Slack, and the bot goes on.
func TestPanicWhenTaken(t *testing.T) {
	bots, _ := replicas(t, 1)
	b := bots[0]
	b.self.Store(nil) // whoever asks panics
	told := 0
	b.take(delivery{"events_api", json.RawMessage(`{"team_id":"T1","event":{"type":"message","channel":"C1","ts":"1.1"}}`)}, func(reply any, err error) {
		told++
		if !errors.Is(err, errPanic) {
			t.Errorf("told %v, %v", reply, err)
		}
	})
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// Whatever panics in the work on an item costs that item alone: it is tried five times and buried,
// and the next of its lane are done. So it is for each kind of item, and for looking around.
func TestPanicAtWork(t *testing.T) {
	t.Parallel()
	bots, st := replicas(t, 2)
	b, sick := bots[0], bots[1]
	sick.store, sick.desk = nil, nil // whoever asks panics
	sick.self.Store(nil)
	payload := func(event string) string { return `{"team_id":"T1","event":` + event + `}` }
	items := []store.Item{
		{Kind: "events_api", ID: "message", Payload: payload(`{"type":"message","channel":"C1","ts":"1.1","text":"x"}`)},
		{Kind: "events_api", ID: "gone", Payload: payload(`{"type":"message","subtype":"message_deleted","channel":"C1","deleted_ts":"1.1"}`)},
		{Kind: "events_api", ID: "renamed", Payload: payload(`{"type":"channel_id_changed","old_channel_id":"C1","new_channel_id":"C2"}`)},
		{Kind: "events_api", ID: "home", Payload: payload(`{"type":"app_home_opened","user":"U1","tab":"home"}`)},
		{Kind: "slash_commands", ID: "command", Payload: `{"text":"help","user_id":"U1"}`},
		{Kind: "interactive", ID: "form", Payload: `{"type":"view_submission","view":{"callback_id":"settings"}}`},
		{Kind: "interactive", ID: "click", Payload: `{"type":"block_actions","actions":[{"action_id":"settings"}]}`},
		{Kind: kindGovern, ID: "govern", Payload: `{}`},
		{Kind: kindDigest, ID: "digest", Payload: `{"Zone":"UTC","Cron":"0 9 * * 1","Kind":"weekly","Channel":"C1"}`},
		{Kind: kindEdit, ID: "edit", Payload: `{"channel":"C1","ts":"1.1"}`},
	}
	for _, it := range items {
		it.Tries, it.AcceptedAt, it.Workspace = mostTries, time.Now(), store.Workspace{Team: "T1"}
		err := sick.do(t.Context(), store.Hold{}, it)
		if !errors.Is(err, errPanic) {
			t.Errorf("%s ends with %v", it.ID, err)
		}
		if v := sick.after(it, err); !v.bury {
			t.Errorf("%s is tried for ever", it.ID)
		}
	}

	var mu sync.Mutex
	done := map[string]int{}
	w := newWork(st, slog.New(slog.DiscardHandler), "me")
	w.wrong = func(doing string, err error) { t.Errorf("%s: %v", doing, err) }
	w.after = func(it store.Item, err error) verdict { return verdict{bury: b.verdictOn(it, err).bury} } // without a pause
	looked := make(chan bool, 10)
	w.idle = func(context.Context) { looked <- true; panic("odd") }
	w.do = func(ctx context.Context, h store.Hold, it store.Item) error {
		return Safely(b.log, "it", func() error {
			mu.Lock()
			done[it.ID]++
			mu.Unlock()
			if it.ID == "1" {
				panic("odd")
			}
			return nil
		})
	}
	for i, id := range []string{"1", "2"} {
		it := store.Item{Workspace: store.Workspace{Team: "T1"}, ID: id, Lane: "C1", Seq: int64(i)}
		if _, err := st.Accept(t.Context(), []store.Item{it}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() { w.run(ctx); close(ended) }()
	for range 2 {
		<-looked
	}
	for load, err := st.Load(t.Context()); load.Waiting > 0; load, err = st.Load(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	<-ended
	if done["1"] != mostTries || done["2"] != 1 {
		t.Errorf("tried: %v", done)
	}
}

// One schedule that panics, or cannot be kept, keeps no other from its time, and is not looked at
// all the time.
func TestBrokenSchedule(t *testing.T) {
	bots, st := replicas(t, 1)
	w := store.Workspace{Team: "T1"}
	start := time.Date(2025, 1, 6, 0, 0, 0, 0, time.UTC)
	for _, channel := range []string{"A", strings.Repeat("B", 1490), "C"} { // the lane of the second has too long a name
		if _, err := bots[0].subscribe(t.Context(), w, channel, DigestWeekly, "0 9 * * 1", "UTC", "U1", start); err != nil {
			t.Fatal(err)
		}
	}
	now := start.Add(9*time.Hour + time.Minute)
	if err := bots[0].dueDigests(t.Context(), now); err == nil || !strings.Contains(err.Error(), "weekly digest of BBB") {
		t.Errorf("nobody hears of it: %v", err)
	}
	if due := dueItems(t, st); len(due["A"]) != 1 || len(due["C"]) != 1 || len(due) != 2 {
		t.Errorf("due: %v", due)
	}
	if err := bots[0].dueDigests(t.Context(), now.Add(time.Minute)); err != nil {
		t.Errorf("it is looked at again at once: %v", err)
	}
}
