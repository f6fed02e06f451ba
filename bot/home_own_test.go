package bot

import (
	"strings"
	"sync"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Whoever presses a button of the Home tab learns there what came of it, also where they are not
// in the channel of the case.
func TestOwnCaseFromHome(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	other := s.room("ops", false, dana)
	kim := s.person("Kim") // who is not in it
	s.keepOwn(store.OwnCase{Workspace: s.team(), ID: "OWN-0001", Channel: other, Author: dana, Body: `{"id":"OWN-0001","title":"Checkout ran out of slots"}`, At: time.Now().Add(-time.Hour)})
	s.homeText("Kim")
	s.script.Reset()
	s.pressHome(actOwnEdit, "Kim")
	if got := s.script.String(); !strings.Contains(got, english.own.notYours) {
		t.Errorf("Kim sees %s", got)
	}
	if err := s.ws.Invite(other, kim); err != nil {
		t.Fatal(err)
	}
	view := s.opens(kim, func(user string) error {
		return s.ws.ClickView(user, object(s.ws.Home(user, s.app.ID)).text("id"), actOwnEdit, "")
	})
	before := string(s.ws.Home(kim, s.app.ID))
	faults, err := s.ws.SubmitView(kim, object(view).text("id"), map[string]string{inLesson: "Alert on free slots.", inSymptoms: "No slots."})
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	s.wait("the Home tab to change", func() bool { return string(s.ws.Home(kim, s.app.ID)) != before })
	s.script.Reset()
	s.tell("home", s.ws.Home(kim, s.app.ID))
	if got := s.script.String(); !strings.Contains(got, english.own.changed("OWN-0001", 2)) || !strings.Contains(got, english.home.noWaiting) {
		t.Errorf("Kim sees %s", got)
	}
}

// Whoever saves a case that somebody deleted meanwhile is told that it is back.
func TestEditedWhileDeleted(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "ko"})
	dana := s.person("Dana")
	_, confirmed := s.teaches(dana, ring())
	view := s.opens(dana, func(user string) error { return s.ws.Click(user, s.channel, confirmed, actOwnEdit) })
	own, _, err := s.store.OwnCase(t.Context(), s.team(), "OWN-0001")
	if err != nil {
		t.Fatal(err)
	}
	own.Author, own.At, own.Body = "UKIM", time.Now(), ""
	s.keepOwn(own)
	shown, _ := s.shown(dana, func() error {
		_, err := s.ws.SubmitView(dana, object(view).text("id"), map[string]string{inTitle: "Checkout ran out of its slots"})
		return err
	})
	if !strings.Contains(shown, korean.own.revived) {
		t.Errorf("shown: %s", shown)
	}
}

// The day of a case that is saved from a thread is that of the workspace.
func TestDayOfThread(t *testing.T) {
	s := newStage(t, kafka(), Options{Zone: "Asia/Seoul"})
	dana := s.person("Dana")
	s.clock = time.Date(2025, 11, 3, 22, 30, 0, 0, time.UTC) // on the 4th in Seoul
	s.pass(0)
	ts, _ := s.alert(kafkaAlert)
	view := s.opens(dana, func(user string) error { return s.ws.Shortcut(user, s.channel, ts, shortcutSave) })
	if day := initial(view, inDate); day != "2025-11-04" {
		t.Errorf("it began on %s", day)
	}
}

// A form is faulty by what would be kept of it, so that none is taken and then lost.
func TestFaultsOfWhatIsKept(t *testing.T) {
	for _, c := range []struct{ block, typed, faulty string }{
		{inTitle, strings.Repeat("\u200b", 12), inTitle}, {inTitle, strings.Repeat("\x01", 12), inTitle}, {inTitle, "a" + strings.Repeat(" ", 12) + "b", inTitle},
		{inTitle, "xoxb-123456789012-abcdefghijklmnop", inTitle}, {inSymptoms, "\x01\u202e", inSymptoms}, {inSignals, "\u202e\u202e\u202e", inSymptoms},
		{inComponents, "ghp_abcdefghijklmnopqrstuvwxyz0123456789", inComponents}, {inLesson, "\u200b", ""}, {inTitle, "가족 👩‍👩‍👧 결제가 멈춤 그리고 더", ""},
	} {
		f := form{meta: `{"lang":"en","channel":"C1"}`, values: map[string][]string{inTitle: {"Checkout ran out of slots"}, inSymptoms: {"No slots."}}}
		if c.block == inSignals {
			delete(f.values, inSymptoms)
		}
		f.values[c.block] = []string{c.typed}
		faults := caseFaults(f)
		if got := faults[c.faulty]; c.faulty != "" && got == "" || c.faulty == "" && len(faults) > 0 {
			t.Errorf("%s %q: %v", c.block, c.typed, faults)
		}
		if _, err := encoded(caseFrom(f, matcher.Case{ID: "OWN-0001"})); len(faults) == 0 && err != nil {
			t.Errorf("%s %q is taken and cannot be kept: %v", c.block, c.typed, err)
		}
	}
}

// While the cases or the votes of one workspace are read, those of another are asked.
func TestWorkspacesDoNotWait(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	slow, other := store.Workspace{Team: "TSLOW"}, store.Workspace{Team: "TOTHER"}
	for what, read := range map[string]func() (done func()){
		"cases": func() func() { return s.bot.owners.reading(slow) },
		"votes": func() func() { e := s.bot.heard.of(slow); e.reading.Lock(); return e.reading.Unlock },
	} {
		done := read()
		var waiting sync.WaitGroup
		waiting.Go(func() { s.bot.heardIn(t.Context(), slow, "C1") })
		time.Sleep(50 * time.Millisecond) // so that it has begun
		asked := make(chan struct{})
		waiting.Go(func() { s.bot.heardIn(t.Context(), other, "C1"); close(asked) })
		select {
		case <-asked:
		case <-time.After(5 * time.Second):
			t.Errorf("another workspace waits while %s are read", what)
		}
		done()
		waiting.Wait()
	}
}
