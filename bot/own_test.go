package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

const ringAlert = `{"text":"[FIRING:1] CheckoutSlotLeak: checkout cannot take a slot on shop-7"}`

// room makes another channel with the bot and these people in it.
// While the cases of one workspace are read, others do not wait; and what is changed meanwhile is
// read again.
func TestOwners(t *testing.T) {
	var o owners
	ours, theirs := store.Workspace{Team: "T1"}, store.Workspace{Team: "T2"}
	done := o.reading(ours)
	o.reading(theirs)()
	_, edits, fresh := o.kept(ours)
	if fresh {
		t.Error("what was never read is fresh")
	}
	o.forget(theirs)
	o.keep(ours, &owned{}, edits)
	done()
	if _, _, fresh := o.kept(ours); !fresh {
		t.Error("what another workspace changed is read again")
	}
	for name, change := range map[string]func(){"one": func() { o.forget(ours) }, "all": o.forgetAll} {
		_, edits, _ := o.kept(ours)
		change()
		o.keep(ours, &owned{}, edits)
		if _, _, fresh := o.kept(ours); fresh {
			t.Errorf("%s changed while it was read, and that is missed", name)
		}
	}
}

func (s *stage) room(name string, private bool, people ...string) string {
	s.t.Helper()
	id := s.ws.AddChannel(workspace.Channel{Name: name, Private: private})
	for _, user := range append(people, s.app.BotUser) {
		if err := s.ws.Invite(id, user); err != nil {
			s.t.Fatal(err)
		}
	}
	return id
}

// readsPrivate gives the app what the manifest has for private channels.
func (s *stage) readsPrivate() {
	s.t.Helper()
	err := s.ws.Reinstall(s.app.ID, workspace.App{
		Name: "incidentlib", SocketMode: true, Commands: []workspace.Command{{Name: "/incidentlib", Escape: true}},
		Shortcuts: []workspace.Shortcut{{Type: "message", CallbackID: shortcutSave}, {Type: "message", CallbackID: shortcutSimilar}},
		Events:    []string{"message.channels", "message.groups", "app_mention"},
		Scopes:    []string{"app_mentions:read", "channels:history", "channels:read", "chat:write", "commands", "groups:history", "groups:read"},
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// teaches has somebody save a case in the stage's channel, and returns the confirmation.
func (s *stage) teaches(user string, values map[string]string) (shown, ts string) {
	s.t.Helper()
	view := s.opens(user, func(user string) error { return s.ws.Command(user, s.channel, "/incidentlib add") })
	return s.shown(user, func() error {
		faults, err := s.ws.SubmitView(user, object(view).text("id"), values)
		if len(faults) > 0 {
			return fmt.Errorf("%v", faults)
		}
		return err
	})
}

func ring() map[string]string {
	return map[string]string{inTitle: "Checkout ran out of slots", inSignals: "CheckoutSlotLeak", inLesson: "Alert on free slots."}
}

// What was learned in a private channel is told there, and nowhere else by any way of asking,
// until somebody shares it.
func TestPrivateCase(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	public := s.channel
	s.readsPrivate()
	secret := s.room("war-room", true, dana)
	s.channel = secret
	view := s.opens(dana, func(user string) error { return s.ws.Command(user, secret, "/incidentlib add") })
	if got := initial(view, inWhere); got != whereHere {
		t.Fatalf("in a private channel the form chooses %q", got)
	}
	shown, confirmed := s.teaches(dana, ring())
	if !strings.Contains(shown, english.own.tellsHere) {
		t.Errorf("confirmed with %s", shown)
	}
	told := func(where string) map[string]bool {
		s.channel = where
		out := map[string]bool{}
		for _, ask := range []string{"show OWN-0001", "CheckoutSlotLeak", "checkout slots"} {
			got, _ := s.asks(dana, ask)
			out[ask] = strings.Contains(got, "Checkout ran out of slots")
		}
		ts, why := s.alert(ringAlert)
		out["alert"] = why == "answered"
		got, _ := s.shown(dana, func() error { return s.ws.Shortcut(dana, where, ts, shortcutSimilar) })
		out["similar"] = strings.Contains(got, "Checkout ran out of slots")
		s.pass(30 * time.Hour)
		return out
	}
	if got := told(secret); slices.Contains(slices.Collect(maps.Values(got)), false) {
		t.Errorf("where it was learned: %v", got)
	}
	if got := told(public); slices.Contains(slices.Collect(maps.Values(got)), true) {
		t.Errorf("elsewhere: %v", got)
	}
	s.channel = secret
	shared, _ := s.shown(dana, func() error { return s.ws.Click(dana, secret, confirmed, actOwnShare) })
	if !strings.Contains(shared, english.own.shared("OWN-0001")) || strings.Contains(shared, actOwnShare) {
		t.Errorf("shared: %s", shared)
	}
	if got := told(public); slices.Contains(slices.Collect(maps.Values(got)), false) {
		t.Errorf("once it is shared: %v", got)
	}
}

// A button with the id of a case that is private elsewhere opens nothing.
func TestPrivateCaseByButton(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	w := s.recordOf(ts).Key.Workspace
	s.keepOwn(store.OwnCase{Workspace: w, ID: "OWN-0001", Channel: "CELSEWHERE", Private: true, Author: dana, Body: `{"id":"OWN-0001","title":"Checkout ran out of slots"}`})
	s.bot.owners.forgetAll()
	shown, _ := s.shown(dana, func() error {
		return s.bot.click(t.Context(), click{workspace: w, channel: s.channel, user: dana, userTeam: w.Team, action: actDetails, value: "en OWN-0001"})
	})
	if !strings.Contains(shown, english.noSuchCase("OWN-0001")) {
		t.Errorf("shown: %s", shown)
	}
}

// keepOwn keeps a case as another process would.
func (s *stage) keepOwn(c store.OwnCase) {
	s.t.Helper()
	if c.At.IsZero() {
		c.At = time.Now()
	}
	if _, err := s.store.SaveCase(s.t.Context(), c); err != nil {
		s.t.Fatal(err)
	}
}

// What another process keeps is answered from within seconds.
func TestOwnCaseOfAnotherProcess(t *testing.T) {
	t.Parallel()
	s := newStage(t, kafka(), Options{})
	ts, why := s.alert(ringAlert)
	if why == "answered" {
		t.Fatal("answered before there is a case")
	}
	s.keepOwn(store.OwnCase{Workspace: s.recordOf(ts).Key.Workspace, ID: "OWN-0001", Channel: s.channel, Author: "U1",
		Body: `{"id":"OWN-0001","title":"Checkout ran out of slots","signals":["CheckoutSlotLeak"]}`})
	s.until("the case to be known", func() bool {
		_, ok := s.bot.owned(t.Context(), s.recordOf(ts).Key.Workspace).cases["OWN-0001"]
		return ok
	})
	s.pass(time.Hour)
	if _, why := s.alert(`{"text":"[FIRING:1] CheckoutSlotLeak: checkout cannot take a slot on shop-8"}`); why != "answered" {
		t.Errorf("ended with %s", why)
	}
}

// On an equal score a workspace's own case goes first, and another workspace has none of it.
func TestOwnCaseGoesFirst(t *testing.T) {
	theirs := kafka()
	theirs[0].ID = "PUB-0001" // a word as long as ours: cases score equally
	s := newStage(t, theirs, Options{})
	ts, _ := s.alert(kafkaAlert)
	w := s.recordOf(ts).Key.Workspace
	s.keepOwn(store.OwnCase{Workspace: w, ID: "OWN-0001", Channel: s.channel, Author: "U1",
		Body: `{"id":"OWN-0001","title":"Kafka broker disk full","signals":["NodeFilesystemSpaceFillingUp"],"symptoms":["disk-full"],"components":["kafka"]}`})
	s.bot.owners.forgetAll()
	first := func(w store.Workspace) string {
		found, err := s.bot.heardIn(t.Context(), w, s.channel).library.Find(t.Context(), kafkaRead(t), 1)
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		return found[0].Case.ID
	}
	if got := first(w) + " " + first(store.Workspace{Team: "T9"}); got != "OWN-0001 PUB-0001" {
		t.Errorf("first are %s", got)
	}
}

// Ten thousand own cases are taken apart once. A vote or an alert does not do it again, and a
// change only for what changed.
func TestTenThousandOwnCases(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	s := newStage(t, kafka(), Options{})
	w := store.Workspace{Team: "T7"}
	for n := range 10_000 {
		s.keepOwn(store.OwnCase{Workspace: w, ID: fmt.Sprintf("OWN-%05d", n), Channel: fmt.Sprint("C", n%50), Private: n%2 == 0, Author: "U1", At: time.UnixMilli(int64(n) + 1),
			Body: fmt.Sprintf(`{"id":"OWN-%05d","title":"Service %d stalled on lock %d","signals":["Stall%dOf%d"]}`, n, n%97, n%89, n, n%7)})
	}
	ask := func() *owned {
		found, err := s.bot.heardIn(t.Context(), w, "C4").library.Find(t.Context(), matcher.Alert{Kind: matcher.Problem, Text: "Stall4Of4 and Stall6Of6"}, 3)
		if err != nil || len(found) == 0 || found[0].Case.ID != "OWN-00004" {
			t.Fatal(found, err)
		}
		for _, m := range found {
			if m.Case.ID == "OWN-00006" {
				t.Error("a case of another private channel is found")
			}
		}
		return s.bot.owned(t.Context(), w)
	}
	before := ask()
	began := time.Now()
	for range 50 {
		s.bot.heard.forget(w) // somebody voted
		if ask() != before {
			t.Fatal("read again though nothing changed")
		}
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("fifty alerts, each after a vote, take %v", took)
	}
	s.keepOwn(store.OwnCase{Workspace: w, ID: "OWN-00004", Channel: "C4", Private: true, Author: "U1", Body: `{"id":"OWN-00004","title":"Changed","signals":["Stall4Of4"]}`})
	s.bot.owners.forget(w)
	after := ask()
	if got := after.library.Case("OWN-00004").Title.En; got != "Changed" || after.library.Case("OWN-00005") != before.library.Case("OWN-00005") {
		t.Errorf("after the change it is %q, and others were read anew", got)
	}
}

// Only the author and the members of the channel that a case was learned in may change it.
func TestWhoMayChange(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(s *stage, own *store.OwnCase, c *click)
		want string // "" where they may
	}{
		{"the author", func(s *stage, own *store.OwnCase, c *click) { own.Author, own.Channel = c.user, "CELSEWHERE" }, ""},
		{"a member", func(s *stage, own *store.OwnCase, c *click) {}, ""},
		{"not a member", func(s *stage, own *store.OwnCase, c *click) { s.readsPrivate(); own.Channel = s.room("other", true) }, english.own.notYours},
		{"of another company", func(s *stage, own *store.OwnCase, c *click) { c.userTeam = "T9OUTSIDE" }, english.own.notYours},
		{"the author, now of another company", func(s *stage, own *store.OwnCase, c *click) { own.Author, c.userTeam = c.user, "T9OUTSIDE" }, english.own.notYours},
		{"it cannot be told", func(s *stage, own *store.OwnCase, c *click) {
			s.ws.Fail(workspace.Fault{Method: "conversations.members", Error: "missing_scope"})
		}, english.own.unknowable},
		{"no such case", func(s *stage, own *store.OwnCase, c *click) { c.value = "OWN-0009" }, english.noSuchCase("OWN-0009")},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, kafka(), Options{})
			dana := s.person("Dana")
			ts, _ := s.alert(kafkaAlert)
			w := s.recordOf(ts).Key.Workspace
			press := click{workspace: w, channel: s.channel, user: dana, userTeam: w.Team, action: actOwnDelete, value: "OWN-0001", at: time.Now()}
			own := store.OwnCase{Workspace: w, ID: "OWN-0001", Channel: s.channel, Author: "UAUTHOR", At: time.Now().Add(-time.Hour), Body: `{"id":"OWN-0001","title":"Checkout ran out of slots"}`}
			c.do(s, &own, &press)
			s.keepOwn(own)
			want := c.want
			if want == "" {
				want = english.own.removed("OWN-0001")
			}
			shown, _ := s.shown(dana, func() error { return s.bot.click(t.Context(), press) })
			if !strings.Contains(shown, want) {
				t.Errorf("shown: %s, want %q", shown, want)
			}
			_, there, err := s.store.OwnCase(t.Context(), w, "OWN-0001")
			if err != nil || there != (c.want != "") {
				t.Errorf("the case is there: %v, %v", there, err)
			}
		})
	}
}

// A form that is submitted again, as after a crash, makes one case; and so does every click.
func TestTaughtTwice(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	w := s.recordOf(ts).Key.Workspace
	values := map[string][]string{}
	for block, v := range ring() {
		values[block] = []string{v}
	}
	meta, _ := json.Marshal(ownMeta{Channel: s.channel, Lang: "en"})
	f := form{workspace: w, user: dana, userTeam: w.Team, at: time.Now(), name: formCase, meta: string(meta), values: values}
	for range 2 {
		if err := s.bot.submit(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	press := click{workspace: w, channel: s.channel, user: dana, userTeam: w.Team, action: actOwnDelete, value: "OWN-0001", at: time.Now().Add(time.Second)}
	for range 2 {
		if err := s.bot.click(t.Context(), press); err != nil {
			t.Fatal(err)
		}
	}
	versions, err := s.store.History(t.Context(), w, "OWN-0001")
	if err != nil || len(versions) != 2 {
		t.Errorf("%d versions, %v", len(versions), err)
	}
	deeds, err := s.store.Deeds(t.Context(), w, 10)
	if err != nil || len(deeds) != 2 || deeds[0].Action != "case deleted" || deeds[1].Action != "case saved" || deeds[1].Actor != dana {
		t.Errorf("noted: %v, %v", deeds, err)
	}
}

// Whoever edits what somebody else has changed meanwhile is told so, and nothing is lost.
func TestEditedByTwo(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana, kim := s.person("Dana"), s.person("Kim")
	_, confirmed := s.teaches(dana, ring())
	edit := func(user, ts string) string {
		view := s.opens(user, func(user string) error { return s.ws.Click(user, s.channel, ts, actOwnEdit) })
		return object(view).text("id")
	}
	first := edit(dana, confirmed)
	ts, _ := s.alert(kafkaAlert)
	w := s.recordOf(ts).Key.Workspace
	own, _, err := s.store.OwnCase(t.Context(), w, "OWN-0001")
	if err != nil {
		t.Fatal(err)
	}
	own.Author, own.At, own.Body = kim, time.Now(), strings.Replace(own.Body, "free slots", "every slot", 1)
	s.keepOwn(own)
	shown, _ := s.shown(dana, func() error {
		_, err := s.ws.SubmitView(dana, first, map[string]string{inTitle: "Checkout ran out of its slots"})
		return err
	})
	if !strings.Contains(shown, "version 3") || !strings.Contains(shown, english.own.overtaken) {
		t.Errorf("told: %s", shown)
	}
	view := s.opens(dana, func(user string) error { return s.ws.Click(user, s.channel, confirmed, actOwnEdit) })
	for _, want := range []string{"Version 3", "Version 2", "Version 1", kim, dana} {
		if !strings.Contains(string(view), want) {
			t.Errorf("the history does not tell %q", want)
		}
	}
}

// Where the thread cannot be read, the form has the message; where the form cannot be opened, the
// person is told; and who closes the form before it is filled has nothing.
func TestSaveThroughTrouble(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(ringAlert)
	save := func(user string) error { return s.ws.Shortcut(user, s.channel, ts, shortcutSave) }
	s.ws.Fail(workspace.Fault{Method: "conversations.replies", Error: "missing_scope", Times: 1})
	view := s.opens(dana, save)
	if !strings.Contains(string(view), english.own.unread) || !strings.Contains(initial(view, inSymptoms), "CheckoutSlotLeak") {
		t.Errorf("the form: %s", view)
	}
	s.ws.Fail(workspace.Fault{Method: "views.open", Error: "expired_trigger_id", Times: 1})
	if shown, _ := s.shown(dana, func() error { return save(dana) }); !strings.Contains(shown, english.own.tooLate) {
		t.Errorf("shown: %s", shown)
	}
	s.ws.Fail(workspace.Fault{Method: "views.update", Error: "not_found", Times: 1})
	if err := save(dana); err != nil {
		t.Fatal(err)
	}
	s.wait("the form to be filled in vain", func() bool { return s.calls("views.update") > 1 })
	s.rest()
	if buried, err := s.store.Buried(t.Context(), 5); err != nil || len(buried) > 0 {
		t.Errorf("given up: %v, %v", buried, err)
	}
}

// Neither secrets nor what could call somebody is kept or shown, wherever they were typed.
func TestHostileForm(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	bad := "<!channel> <@" + dana + "> `*_ \u202e\x07 password=FAKEFAKE dana@acme.com https://u:p4ssw0rd@db <https://evil.example|x>"
	values := map[string]string{inTitle: cut("Slots "+bad, maxTitle), inSymptoms: bad, inSignals: "CheckoutSlotLeak\n" + bad, inFix: bad, inLesson: strings.Repeat(bad+" ", 20)}
	s.teaches(dana, values)
	own, ok, err := s.store.OwnCase(t.Context(), s.workspaceOf(), "OWN-0001")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	for _, secret := range []string{"FAKEFAKE", "dana@acme.com", "p4ssw0rd", "\x07"} {
		if strings.Contains(own.Body, secret) {
			t.Errorf("%q is kept: %s", secret, own.Body)
		}
	}
	if _, why := s.alert(ringAlert); why != "answered" { // what is posted is looked at when the stage ends
		t.Errorf("ended with %s", why)
	}
	s.asks(dana, "show OWN-0001")
	if len(s.ws.Notices()) > 0 {
		t.Errorf("called: %v", s.ws.Notices())
	}
}

// workspaceOf is the workspace of the stage.
func (s *stage) workspaceOf() store.Workspace {
	s.t.Helper()
	who, err := s.bot.desk.api.AuthTestContext(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return store.Workspace{Team: who.TeamID}
}

// Of an alert with secrets in it, in its title and elsewhere, none is kept.
func TestRecordKeepsNoSecret(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(`{"attachments":[{"title":"NodeFilesystemSpaceFillingUp for dana@acme.com token=FAKEFAKE","fields":[{"title":"password","value":"hunter2"}],"text":"https://u:p4ssw0rd@kafka-1"}]}`)
	rec := fmt.Sprintf("%+v", s.recordOf(ts))
	for _, secret := range []string{"dana@acme.com", "FAKEFAKE", "hunter2", "p4ssw0rd"} {
		if strings.Contains(rec, secret) {
			t.Errorf("%q is kept: %s", secret, rec)
		}
	}
}
