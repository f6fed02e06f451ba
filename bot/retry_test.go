package bot

import (
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
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

// A reply that Slack would not let the bot edit is no work for ever: it holds up no other edits of
// its channel.
func TestBarredEdit(t *testing.T) {
	s := newStage(t, append(kafka(), &matcher.Case{ID: "R1", Title: matcher.Text{En: "Redis lost its primary"}, Signals: []string{"RedisMasterMissing"}}), Options{})
	ts, _ := s.alert(kafkaAlert)
	s.ws.Fail(workspace.Fault{Method: "chat.update", Error: "not_in_channel", Times: 1})
	s.pass(time.Minute)
	s.hear("alert", s.ws.EditAs(s.channel, ts, s.body([]byte(`{"text":"[FIRING:1] RedisMasterMissing on cache-1","blocks":[]}`), ""), true))
	if told := s.script.String(); !strings.Contains(told, string(Barred)) {
		t.Fatalf("the edit ends with %s", told)
	}
	if rec := s.recordOf(ts); len(rec.CaseIDs) != 1 || rec.CaseIDs[0] != "K1" || rec.Reason != string(Answered) {
		t.Errorf("what is kept is not what the reply tells: %+v", rec)
	}
	if err := s.bot.edit(t.Context(), store.Item{Workspace: s.workspaceOf(), Payload: s.channel + " " + ts}); err != nil {
		t.Error(err)
	}
}
