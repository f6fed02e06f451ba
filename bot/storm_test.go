package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

// disk posts an alert about one broker's disk, and says what became of it.
func (s *stage) disk(broker string) (name string, why Reason) {
	s.t.Helper()
	s.script.Reset()
	ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel,
		fmt.Appendf(nil, `{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on %s\ninstance: %[1]s"}`, broker))
	s.posted(broker, ts, err)
	_, told, _ := strings.Cut(strings.TrimSpace(s.script.String()), ": ")
	return broker, Reason(told)
}

// A flood of alerts is answered in one place, which is edited as more come; it does not fill
// the channel, and repeats are counted there.
func TestStorm(t *testing.T) {
	s := newStage(t, kafka(), Options{Storm: 3, Language: "en"})
	for i := range 3 {
		if _, why := s.disk(fmt.Sprint("calm-", i)); why != Answered {
			t.Fatalf("alert %d: %s", i, why)
		}
	}
	host, why := s.disk("storm-0")
	if why != Storm {
		t.Fatalf("the fourth within five minutes: %s, want %s", why, Storm)
	}
	if got := string(s.replyTo(host)["blocks"]); !strings.Contains(got, "Many alerts at once") {
		t.Errorf("the first of a storm is answered with %s", got)
	}
	for i := 1; i < 4; i++ {
		if name, why := s.disk(fmt.Sprint("storm-", i)); why != Gathered || len(s.ws.Thread(s.channel, s.stamps[name])) != 1 {
			t.Errorf("%s: %s, with %d messages", name, why, len(s.ws.Thread(s.channel, s.stamps[name])))
		}
	}
	if _, why := s.disk("storm-2"); why != Repeat {
		t.Errorf("a repeat of what is told of elsewhere: %s", why)
	}
	got := string(s.replyTo(host)["blocks"])
	for _, want := range []string{"4 alerts at once", "storm-0", "storm-1", "storm-2", " (2×)", "storm-3", "Kafka broker disk full"} {
		if !strings.Contains(got, want) {
			t.Errorf("the reply for all does not say %q: %s", want, got)
		}
	}
	if n := s.calls("chat.postMessage"); n != 4 {
		t.Errorf("%d posts, want 4", n)
	}
	s.pass(stormLasts + time.Minute)
	if _, why := s.disk("calm-9"); why != Answered {
		t.Errorf("after the storm: %s", why)
	}
}

// A message that was deleted before its turn gets no reply; one that is deleted later keeps it.
func TestDeletedBeforeItsTurn(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Times: 1, Delay: 300 * time.Millisecond}) // the lane is busy
	post := func(host string) string {
		ts, err := s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel,
			fmt.Appendf(nil, `{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on %s\ninstance: %[1]s"}`, host))
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	first, second := post("kafka-1"), post("kafka-2")
	if err := s.ws.Delete(s.channel, second); err != nil {
		t.Fatal(err)
	}
	s.stamps["first"], s.stamps["second"] = first, second
	s.hear("first", nil)
	s.hear("second", nil)
	if got := s.script.String(); !strings.HasSuffix(got, "second: deleted\n") {
		t.Errorf("told %q", got)
	}
	if n := s.calls("chat.postMessage"); n != 1 {
		t.Errorf("%d posts, want the one to the first alert", n)
	}
}

// A channel that gets a new id keeps its history: a repeat under the new id is a repeat.
func TestChannelGetsAnotherID(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.alert(kafkaAlert)
	event := func(raw string) {
		if err := s.ws.SendEvent(s.app.ID, s.channel, json.RawMessage(raw)); err != nil {
			t.Fatal(err)
		}
	}
	event(fmt.Sprintf(`{"type":"channel_id_changed","old_channel_id":"%s","new_channel_id":"C9NEW"}`, s.channel))
	s.until("the new id to be known", func() bool {
		_, known, _ := s.store.Get(t.Context(), store.MessageKey{Workspace: store.Workspace{Team: "T00000001"}, Channel: "C9NEW", TS: s.stamps["alert"]})
		return known
	})
	event(`{"type":"message","channel":"C9NEW","ts":"1762160500.000900","bot_id":"B1","subtype":"bot_message","text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-2"}`)
	s.stamps["again"] = "1762160500.000900"
	s.hear("again", nil)
	if got := s.script.String(); !strings.HasSuffix(got, "again: repeat\n") {
		t.Errorf("told %q", got)
	}
}

// Without its workspace the bot says why it is not ready.
func TestAppIsRemoved(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.until("the bot to be ready", func() bool { return s.bot.Trouble(t.Context()) == nil })
	if err := s.ws.SendEvent(s.app.ID, s.channel, json.RawMessage(`{"type":"app_uninstalled"}`)); err != nil {
		t.Fatal(err)
	}
	s.until("the bot to notice", func() bool { return s.bot.Trouble(t.Context()) != nil })
	if err := s.bot.Trouble(t.Context()); !strings.Contains(err.Error(), "install it again") {
		t.Errorf("trouble: %v", err)
	}
}
