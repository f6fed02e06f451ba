package bot

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

// votes has each person click on the reply to an alert, and waits until that many votes show.
func (s *stage) votes(ts, action, shows string, people ...string) {
	s.t.Helper()
	s.stamps["alert"] = ts
	for _, name := range people {
		if err := s.ws.Click(s.person(name), s.channel, s.replyTo("alert").text("ts"), action); err != nil {
			s.t.Fatal(err)
		}
	}
	s.wait("the votes to show", func() bool { return strings.Contains(string(s.replyTo("alert")["blocks"]), shows) })
}

// Votes count for the alert they were given on, however long it is and however much of it
// stands in labels; and no word of it is kept for them.
func TestVotesOnLongAlert(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	var trace strings.Builder
	for i := range 800 {
		fmt.Fprintf(&trace, "\\n  at com.acme.%c%cservice.Worker%c%c.run", 'a'+i%26, 'a'+i/26%26, 'a'+i%26, 'a'+i/26%26)
	}
	body := fmt.Sprintf(`{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-2","attachments":[{"text":"%s"}]}`, trace.String())
	ts, why := s.alert(body)
	if why != "answered" {
		t.Fatalf("the first ends with %s", why)
	}
	s.votes(ts, actWrong, "Not this: 2", "Dana", "Kim")
	s.pass(30 * time.Hour)
	if _, why := s.alert(body); why != "weak_evidence" {
		t.Errorf("after two votes against the case the alert ends with %s", why)
	}
	rec := s.recordOf(ts)
	if raw, err := base64.RawStdEncoding.DecodeString(rec.Alert); err != nil || len(raw) < 400 {
		t.Errorf("of the alert is kept %.80q, %v", rec.Alert, err)
	}
	if silent := s.recordOf(s.stamps["alert"]); silent.Alert != "" {
		t.Errorf("of an alert without a reply is kept %.80q", silent.Alert)
	}
}

// recordOf is what the bot knows of a message.
func (s *stage) recordOf(ts string) store.Record {
	s.t.Helper()
	who, err := s.bot.desk.api.AuthTestContext(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	rec, ok, err := s.bot.store.Get(s.t.Context(), store.MessageKey{Workspace: store.Workspace{Team: who.TeamID}, Channel: s.channel, TS: ts})
	if !ok || err != nil {
		s.t.Fatalf("record of %s: %v, %v", ts, ok, err)
	}
	return rec
}

// Whoever votes under each of many replies has one vote all the same: nobody silences a case
// alone.
func TestOneVoteAPerson(t *testing.T) {
	s := newStage(t, kafka(), Options{Care: Eager})
	for n := range 4 {
		ts, why := s.alert(kafkaAlert)
		if why != "answered" {
			t.Fatalf("after %d votes of one person against the case the alert ends with %s", n, why)
		}
		s.votes(ts, actWrong, "Not this: 1", "Dana")
		s.pass(30 * time.Hour)
	}
}

// A double click is one vote, and also takes one back once; a press some time later is another.
func TestDoubleClick(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana, kim := s.person("Dana"), s.person("Kim")
	ts, _ := s.alert(kafkaAlert)
	rec := s.recordOf(ts)
	press := func(user string, after time.Duration) {
		t.Helper()
		err := s.bot.vote(t.Context(), click{
			workspace: rec.Key.Workspace, at: time.Now(), sent: s.clock.Add(after), channel: s.channel, ts: rec.ReplyTS,
			user: user, action: actRight, value: "K1",
		})
		if err != nil {
			t.Error(err)
		}
	}
	counts := func(want int) {
		t.Helper()
		if yes, _, err := s.store.VotesOn(t.Context(), rec.Key, "K1"); yes != want || err != nil {
			t.Errorf("%d votes, %v; want %d", yes, err, want)
		}
	}
	press(dana, 0)
	press(dana, 200*time.Millisecond)
	press(kim, 300*time.Millisecond)
	counts(2)
	press(dana, 5*time.Second)
	press(dana, 5200*time.Millisecond)
	counts(1)
	press(dana, 10*time.Second)
	counts(2)
}

// Who is of another company, or may be, has no vote; and nobody has one on a case that the reply
// does not show.
func TestNoVote(t *testing.T) {
	shared := func(s *stage) error { return s.ws.Share(s.channel, true, "") }
	for _, c := range []struct {
		name string
		do   func(*stage) error // before the click
		with func(*click)
		want string // what the person is shown; "" where the vote counts
	}{
		{"a member", nil, func(c *click) {}, ""},
		{"a member in a shared channel", shared, func(c *click) {}, ""},
		{"another company", shared, func(c *click) { c.userTeam = "T9OUTSIDE" }, english.noVote},
		{"nobody knows whose", nil, func(c *click) { c.userTeam = "" }, ""},
		{"nobody knows whose, in a shared channel", shared, func(c *click) { c.userTeam = "" }, english.whose},
		{"nobody knows whose, nor who reads", func(s *stage) error {
			s.ws.Fail(workspace.Fault{Method: "conversations.info", Error: "missing_scope"})
			return nil
		}, func(c *click) { c.userTeam = "" }, english.whose},
		{"a case that is not shown", nil, func(c *click) { c.value = "K9" }, english.notShown("K9")},
		{"no case", nil, func(c *click) { c.value = "" }, english.notShown("")},
		{"a reply nobody knows", nil, func(c *click) { c.ts = "1.2" }, english.tooOld},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, kafka(), Options{})
			dana := s.person("Dana")
			ts, _ := s.alert(kafkaAlert)
			rec := s.recordOf(ts)
			vote := click{
				workspace: rec.Key.Workspace, at: time.Now(), channel: s.channel, ts: rec.ReplyTS, user: dana,
				userTeam: rec.Key.Workspace.Team, action: actRight, value: "K1",
			}
			c.with(&vote)
			if c.do != nil {
				if err := c.do(s); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.bot.click(t.Context(), vote); err != nil {
				t.Fatal(err)
			}
			yes, no, err := s.bot.store.VotesOn(t.Context(), rec.Key, "K1")
			if err != nil || no > 0 || (yes == 1) != (c.want == "") {
				t.Errorf("%d and %d votes, %v", yes, no, err)
			}
			shown := s.ws.Ephemerals(dana, s.channel)
			if c.want == "" && len(shown) > 0 || c.want != "" && (len(shown) != 1 || !strings.Contains(string(shown[0]), c.want)) {
				t.Errorf("the person is shown %s, want %q", shown, c.want)
			}
		})
	}
}

// Somebody of another company who clicks in a shared channel is told that they have no vote.
func TestOutsiderClicks(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(kafkaAlert)
	if err := s.ws.Share(s.channel, true, ""); err != nil {
		t.Fatal(err)
	}
	guest := s.ws.AddOutsideUser("Guest")
	if err := s.ws.Invite(s.channel, guest); err != nil {
		t.Fatal(err)
	}
	shown, _ := s.shown(guest, func() error { return s.ws.Click(guest, s.channel, s.recordOf(ts).ReplyTS, actWrong) })
	if !strings.Contains(shown, english.noVote) {
		t.Errorf("the person is shown %s", shown)
	}
}
