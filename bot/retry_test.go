package bot

import (
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

// Whoever takes a note back takes one back, however often Slack fails before the answer is posted.
func TestUnnoteThroughTrouble(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	root, _ := s.alert(kafkaAlert)
	say := func(name, text string) {
		t.Helper()
		s.pass(time.Minute)
		ts, err := s.ws.Say(s.person("Dana"), s.channel, root, "<@"+s.app.BotUser+"> "+text)
		s.posted(name, ts, err)
	}
	say("one", "note: first")
	say("two", "note: second")
	say("three", "note: third")
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Error: "internal_error", Times: 1})
	say("off", "note off")
	left, err := s.store.Notes(t.Context(), s.workspaceOf(), "K1", s.channel, 10)
	if err != nil || len(left) != 2 || left[0].Body != "second" {
		t.Errorf("left: %+v, %v", left, err)
	}
	say("again", "note off")
	if left, err := s.store.Notes(t.Context(), s.workspaceOf(), "K1", s.channel, 10); err != nil || len(left) != 1 {
		t.Errorf("left: %+v, %v", left, err)
	}
}
