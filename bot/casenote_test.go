package bot

import (
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
)

func TestNoteIn(t *testing.T) {
	for text, want := range map[string]noteWanted{
		"note: check retention":           {body: "check retention"},
		" Note IL-0461:  look\nat it ":    {caseID: "IL-0461", body: "look\nat it"},
		"메모: 보존 기간":                       {body: "보존 기간"},
		"메모 OWN-0001：먼저 확인":               {caseID: "OWN-0001", body: "먼저 확인"},
		"note:":                           {},
		"note off":                        {off: true},
		"note OWN-0001 OFF":               {caseID: "OWN-0001", off: true},
		"메모 해제":                           {off: true},
		"note: off-by-one in the sharder": {body: "off-by-one in the sharder"},
	} {
		if got, ok := noteIn(text); !ok || got != want {
			t.Errorf("noteIn(%q) = %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "notes: x", "note", "note the error: x", "please note: x", "kafka note: x", "메모리 부족"} {
		if got, ok := noteIn(text); ok {
			t.Errorf("noteIn(%q) = %+v", text, got)
		}
	}
}

// A note goes when its message goes, and changes with it; its secrets are hidden.
func TestNoteFollowsItsMessage(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	root, _ := s.alert(kafkaAlert)
	w := s.workspaceOf()
	notes := func() string {
		t.Helper()
		all, err := s.store.Notes(t.Context(), w, "K1", s.channel, 10)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, n := range all {
			out = append(out, n.Body)
		}
		return strings.Join(out, " | ")
	}
	say := func(name, text string) {
		t.Helper()
		s.pass(time.Minute)
		ts, err := s.ws.Say(s.person("Dana"), s.channel, root, text)
		s.posted(name, ts, err)
	}
	edit := func(name, text string) {
		t.Helper()
		s.pass(time.Minute)
		s.hear(name, s.ws.EditAs(s.channel, s.stamps[name], s.body([]byte(`{"text":"`+text+`","blocks":[],"thread_ts":"`+root+`"}`), ""), true))
	}
	at := "<@" + s.app.BotUser + "> "
	say("one", at+"note: the vault has it, password=FAKEFAKE, ask dana@acme.com")
	if got := notes(); got != "the vault has it, password=•••, ask •••" {
		t.Errorf("noted: %s", got)
	}
	edit("one", at+"note: look at retention")
	say("two", at+"note: second")
	if got := notes(); got != "second | look at retention" {
		t.Errorf("after an edit: %s", got)
	}
	edit("one", at+"kafka disk?")
	if got := notes(); got != "second" {
		t.Errorf("after an edit to something else: %s", got)
	}
	s.hear("two", s.ws.Delete(s.channel, s.stamps["two"]))
	if got := notes(); got != "" {
		t.Errorf("after it was deleted: %s", got)
	}
}

// What is noted in a private channel is shown there alone, and so is what is noted where it cannot
// be told who reads it.
func TestPrivateNote(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	w := s.workspaceOf()
	for _, channel := range []string{s.channel, "CUNKNOWN"} {
		_, err := s.bot.note(t.Context(), noteWanted{caseID: "K1", body: "x"}, store.MessageKey{Workspace: w, Channel: channel, TS: "100.1"}, "", "U1", &english)
		if err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.store.Notes(t.Context(), w, "K1", "CUNKNOWN", 10)
	if err != nil || len(all) != 2 {
		t.Errorf("where they were left: %v, %v", all, err)
	}
	others, err := s.store.Notes(t.Context(), w, "K1", "COTHER", 10)
	if err != nil || len(others) != 1 || others[0].Private {
		t.Errorf("elsewhere: %v, %v", others, err)
	}
}

// A note in the thread of a repeat is about the case that the first one was answered with.
func TestNoteOnRepeat(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.alert(kafkaAlert)
	s.pass(time.Minute)
	again, why := s.alert(kafkaAlert)
	if why != "repeat" {
		t.Fatalf("the second ends with %s", why)
	}
	told, err := s.bot.note(t.Context(), noteWanted{body: "x"}, store.MessageKey{Workspace: s.workspaceOf(), Channel: s.channel, TS: "100.1"}, again, "U1", &english)
	if err != nil || !strings.Contains(told, "K1") {
		t.Errorf("%s, %v", told, err)
	}
}
