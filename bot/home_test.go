package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

// ownCases keeps cases that people wrote: one whole, one without a lesson, one of a private channel.
func (s *stage) ownCases(private string) {
	s.t.Helper()
	for _, c := range []store.OwnCase{
		{ID: "OWN-1", Body: `{"id":"OWN-1","title":{"en":"Checkout was down"},"lessons":{"en":"Warm the cache."}}`, Channel: s.channel},
		{ID: "OWN-2", Body: `{"id":"OWN-2","title":{"en":"Login <!channel> loops"}}`, Channel: s.channel},
		{ID: "OWN-3", Body: `{"id":"OWN-3","title":{"en":"A secret outage"}}`, Channel: private, Private: true},
	} {
		c.Workspace, c.Author, c.At = s.team(), "U1", time.Now().Add(-2*time.Hour)
		if _, err := s.store.SaveCase(s.t.Context(), c); err != nil {
			s.t.Fatal(err)
		}
	}
}

// homeText is what the Home tab of a person shows, as it is sent.
func (s *stage) homeText(name string) string {
	s.t.Helper()
	s.script.Reset()
	s.openHome(name)
	return s.script.String() + string(s.ws.Home(s.person(name), s.app.ID))
}

// The Home tab tells of the week, of the channels somebody shares with the bot, of what is muted
// and of own cases; of nothing that they may not see.
func TestHome(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	s.clock = time.Now().Add(-time.Hour)
	s.pass(0)
	app := s.manifest
	app.Scopes = append(app.Scopes, "groups:read", "groups:history")
	if err := s.ws.Reinstall(s.app.ID, app); err != nil {
		t.Fatal(err)
	}
	secret := s.ws.AddChannel(workspace.Channel{Name: "secret", Private: true})
	kim := s.person("Kim")
	for _, who := range []string{s.app.BotUser, kim} {
		if err := s.ws.Invite(secret, who); err != nil {
			t.Fatal(err)
		}
	}
	s.ownCases(secret)
	ts, _ := s.alert(kafkaAlert)
	s.votes(ts, actWrong, "Not this: 1", "Dana")
	s.votes(ts, actRight, "This is it: 2", "Kim", "Lee")
	s.alert(`{"text":"[FIRING:1] ZebraCrossing: paint is wet"}`)
	for _, channel := range []string{s.channel, secret} {
		m := store.Mute{Workspace: s.team(), Channel: channel, Fingerprint: "f1", Title: "Noise in " + channel, By: "U1", At: time.Now(), Until: time.Now().Add(3*time.Hour + 30*time.Second)}
		if err := s.store.Mute(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	got := s.homeText("Dana")
	for _, want := range []string{
		"Alerts read: 2. Answered: 1.", "Silent: 1 (no case 1)", "2 “This is it”, 1 “Not this”. Right: 67 %", "2 alerts, 1 answered", "On · Careful · In the alert's thread",
		"Noise in " + s.channel, "#alerts · for 3 h more", "Checkout was down · OWN-1 · added 2 h ago", "loops · OWN-2",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("Dana does not see %q in\n%s", want, got)
		}
	}
	for _, no := range []string{"secret", secret, "OWN-3"} { // also not in what is sent
		if strings.Contains(got, no) {
			t.Errorf("Dana sees %q in\n%s", no, got)
		}
	}
	if strings.Contains(got, `"value":"OWN-1"`) {
		t.Errorf("a case with a lesson waits for one:\n%s", got)
	}
	if got := s.homeText("Kim"); !strings.Contains(got, "A secret outage") || !strings.Contains(got, "Noise in "+secret) || !strings.Contains(got, "#"+secret) {
		t.Errorf("Kim does not see what is theirs in\n%s", got)
	}
	s.script.Reset()
	s.pressHome(actUnmute, "Dana")
	if got := s.script.String(); !strings.Contains(got, "No longer muted: Noise in "+s.channel) || !strings.Contains(got, english.home.noMutes) {
		t.Errorf("after unmuting:\n%s", got)
	}
	if left, err := s.store.Mutes(t.Context(), s.team(), "", time.Now()); err != nil || len(left) != 1 || left[0].Channel != secret {
		t.Errorf("muted: %+v, %v", left, err)
	}
}

// A channel is set from the Home tab, and the Home tab says what was changed.
func TestSettingsFromHome(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "ko"})
	dana := s.person("Dana")
	if got := s.homeText("Dana"); !strings.Contains(got, korean.home.quiet) || !strings.Contains(got, korean.home.noRecent) || !strings.Contains(got, "알림 0건") {
		t.Errorf("a Home tab where nothing happened:\n%s", got)
	}
	home := object(s.ws.Home(dana, s.app.ID))
	if err := s.ws.ClickView(dana, home.text("id"), actSettings, ""); err != nil {
		t.Fatal(err)
	}
	s.wait("the settings to open", func() bool { return len(s.ws.Views(dana)) > 0 })
	view := object(s.ws.Views(dana)[0]).text("id")
	if faults, err := s.ws.SubmitView(dana, view, map[string]string{setMode: ChannelOff}); err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	s.wait("the Home tab to change", func() bool { return object(s.ws.Home(dana, s.app.ID)).text("hash") != home.text("hash") })
	s.script.Reset()
	s.tell("home", s.ws.Home(dana, s.app.ID))
	if got := s.script.String(); !strings.Contains(got, korean.settings.saved) || !strings.Contains(got, "→ 끔") {
		t.Errorf("after a change:\n%s", got)
	}
	if err := s.ws.Remove(s.channel, dana); err != nil {
		t.Fatal(err)
	}
	from := asker{workspace: s.team(), channel: s.channel, user: dana, userTeam: s.team().Team, home: true}
	if err := s.bot.configure(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	if got := string(s.ws.Home(dana, s.app.ID)); !strings.Contains(got, korean.settings.notMember) {
		t.Errorf("somebody who left the channel is told %s", got)
	}
}

// People are greeted in the language of their Slack, where the bot may know it.
func TestHomeInTheirLanguage(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	if err := s.ws.SetPerson(dana, false, "ko-KR"); err != nil {
		t.Fatal(err)
	}
	if got := s.homeText("Dana"); !strings.Contains(got, english.home.week) {
		t.Errorf("without the scope:\n%s", got)
	}
	s.adminScope()
	if got := s.homeText("Dana"); !strings.Contains(got, korean.home.week) {
		t.Errorf("with it:\n%s", got)
	}
}

// What is newer wins: a Home tab that was filled meanwhile is filled anew, and a fault that
// passes is tried again.
func TestHomeIsFilled(t *testing.T) {
	t.Parallel()
	s := newStage(t, kafka(), Options{Language: "en"})
	s.ws.Fail(workspace.Fault{Method: "views.publish", Error: "hash_conflict", Times: 1})
	if got := s.homeText("Dana"); !strings.Contains(got, english.home.week) {
		t.Errorf("after a conflict:\n%s", got)
	}
	if err := s.bot.showHome(t.Context(), s.team(), s.person("Dana"), "stale", "done"); err != nil {
		t.Error(err)
	}
	if got := string(s.ws.Home(s.person("Dana"), s.app.ID)); !strings.Contains(got, "✓ done") {
		t.Errorf("after filling a view that is not there any more:\n%s", got)
	}
	s.ws.Fail(workspace.Fault{Method: "users.conversations", Error: "internal_error", Times: 1})
	if got := s.homeText("Dana"); !strings.Contains(got, "#"+s.channel) {
		t.Errorf("after a fault that passes:\n%s", got)
	}
	s.ws.Fail(workspace.Fault{Method: "users.conversations", Error: "not_allowed_token_type"})
	if got := s.homeText("Dana"); !strings.Contains(got, english.home.blind) {
		t.Errorf("when Slack does not tell the channels:\n%s", got)
	}
}

// However much there is, the Home tab fits Slack, and so does whatever people wrote.
func TestHomeFits(t *testing.T) {
	long := strings.Repeat("긴 <!channel> &lt; `title` ", 300)
	h := home{lang: "ko", at: time.Now(), told: long, sums: map[string]int{}, names: map[string]string{}, replied: 5, yes: 3, no: 1}
	for i := range 500 {
		id := fmt.Sprint("C", i)
		h.rooms = append(h.rooms, room{seat: seat{id: id, name: long}, set: Channel{Mode: ChannelOn, Reply: ReplyInThread}, held: korean.governor.isAsked(30)})
		h.names[id] = long
		h.mutes = append(h.mutes, store.Mute{Channel: id, Fingerprint: strings.Repeat("f", 64), Title: long})
		one := ownCase{id: fmt.Sprint("OWN-", i), title: long, at: h.at}
		h.waiting, h.recent = append(h.waiting, one), append(h.recent, one)
		h.sums[fmt.Sprint("reason ", i)] = 1
	}
	h.waiting[0].title = ""
	s := newStage(t, kafka(), Options{})
	raw, err := json.Marshal(slack.HomeTabViewRequest{Type: slack.VTHomeTab, Blocks: slack.Blocks{BlockSet: h.blocks()}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.bot.desk.call(t.Context(), "views.publish", map[string][]string{"user_id": {s.person("Dana")}, "view": {string(raw)}}); err != nil {
		t.Error(err)
	}
	if n := len(h.blocks()); n > 100 {
		t.Errorf("%d blocks", n)
	}
}

// A mute that is ended in the Home tab is ended under the reply too, however often the click is
// worked on.
func TestUnmuteShowsInReply(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	rec := s.recordOf(ts)
	s.choose("alert", dana, actQuiet, "always")
	s.rest()
	if reply := string(s.replyTo("alert")["blocks"]); !strings.Contains(reply, english.quiet.undo) {
		t.Fatalf("the reply of a muted alert: %s", reply)
	}
	c := click{workspace: s.team(), user: dana, action: actUnmute, value: s.channel + " " + rec.Fingerprint, home: true, at: time.Now(), sent: time.Now()}
	if c.lane() != (click{action: actQuiet, channel: s.channel}).lane() {
		t.Errorf("ending a mute does not wait for the mutes of its channel: %s", c.lane())
	}
	for range 2 {
		if err := s.bot.click(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	s.rest()
	if reply := string(s.replyTo("alert")["blocks"]); strings.Contains(reply, english.quiet.undo) {
		t.Errorf("the reply still says that it is quiet: %s", reply)
	}
	deeds, err := s.store.Deeds(t.Context(), s.team(), 10)
	if err != nil || len(deeds) != 2 || deeds[0].Action != "unmute" || deeds[0].Actor != dana {
		t.Errorf("deeds: %+v, %v", deeds, err)
	}
}
