package bot

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"incidentlib/matcher"
)

// Two people say in the details that it was the second case: the next alert like it ranks that
// first, and alerts of other kinds are answered as before.
func TestVotesForTheSecondCase(t *testing.T) {
	cases := []*matcher.Case{
		{ID: "K1", Title: matcher.Text{En: "Kafka broker disk full"}, Signals: []string{"NodeFilesystemSpaceFillingUp"}, Components: []string{"kafka"}, Symptoms: []string{"disk-full"}},
		{ID: "K2", Title: matcher.Text{En: "Kafka log segments were never deleted"}, Signals: []string{"NodeFilesystemSpaceFillingUp"}, Components: []string{"kafka"}},
		{ID: "K3", Title: matcher.Text{En: "Redis connection timeout"}, Signals: []string{"RedisTimeout"}, Components: []string{"redis"}},
	}
	const redis = `{"text":"[FIRING:1] RedisTimeout: redis connection timeout on cache-1"}`
	s := newStage(t, cases, Options{Language: "en", Care: Eager})
	before, _ := s.alert(redis)
	ts, why := s.alert(kafkaAlert)
	if got := s.recordOf(ts).CaseIDs; why != "answered" || len(got) < 2 || got[0] != "K1" || got[1] != "K2" {
		t.Fatalf("at first: %s, %v", why, got)
	}
	alert := s.stamps["alert"]
	for _, name := range []string{"Dana", "Kim"} {
		user := s.person(name)
		top := func() json.RawMessage { v := s.ws.Views(user); return v[len(v)-1] }
		press := func(action string) {
			t.Helper()
			view := string(top())
			if err := s.ws.ClickView(user, object(top()).text("id"), action, ""); err != nil {
				t.Fatal(err)
			}
			s.wait("the modal to change", func() bool { return string(top()) != view })
			s.rest()
		}
		if err := s.ws.Click(user, s.channel, s.recordOf(ts).ReplyTS, actDetails); err != nil {
			t.Fatal(err)
		}
		s.wait("the details", func() bool { return len(s.ws.Views(user)) > 0 })
		press(actRelated + "/reply1")
		press(actRight)
		if got := string(top()); !strings.Contains(got, english.right+" · ") {
			t.Errorf("%s sees %s", name, got)
		}
	}
	s.stamps["alert"] = alert
	if got := string(s.replyTo("alert")["blocks"]); !strings.Contains(got, "This is it: K2 2") {
		t.Errorf("the reply says %s", got)
	}
	s.pass(30 * time.Hour)
	if again, why := s.alert(kafkaAlert); why != "answered" || s.recordOf(again).CaseIDs[0] != "K2" {
		t.Errorf("the same again: %s, %v", why, s.recordOf(again).CaseIDs)
	}
	after, _ := s.alert(redis)
	if a, b := s.recordOf(before), s.recordOf(after); a.CaseIDs[0] != "K3" || b.CaseIDs[0] != "K3" || a.Confidence != b.Confidence {
		t.Errorf("another kind: %v %v, then %v %v", a.CaseIDs, a.Confidence, b.CaseIDs, b.Confidence)
	}
}
