package bot

import (
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

// opensSettings has a person open the modal of settings, and returns its id.
func (s *stage) opensSettings(user string) (view string) {
	s.t.Helper()
	if err := s.ws.Command(user, s.channel, "/incidentlib settings"); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the settings to open", func() bool { return len(s.ws.Views(user)) > 0 })
	return object(s.ws.Views(user)[0]).text("id")
}

// configure fills in the modal of settings, and tells what the person was told. What is wrong
// is told too.
func (s *stage) configure(name string, data []byte) {
	user, values := s.person(name), map[string]string{}
	for line := range strings.Lines(string(data)) {
		if k, v, ok := strings.Cut(line, ":"); ok {
			values[k] = strings.TrimSpace(v)
		}
	}
	view := s.opensSettings(user)
	shown := len(s.ws.Ephemerals(user, s.channel))
	faults, err := s.ws.SubmitView(user, view, values)
	if err != nil {
		s.t.Fatal(err)
	}
	fmt.Fprintf(&s.script, "settings\n")
	if len(faults) > 0 {
		for _, input := range slices.Sorted(maps.Keys(faults)) {
			fmt.Fprintf(&s.script, "\t%s: %s\n", input, faults[input])
		}
		if err := s.ws.CloseView(user, view); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	s.wait("a word about the settings", func() bool { return len(s.ws.Ephemerals(user, s.channel)) > shown })
	s.tell("only "+name+" sees", s.ws.Ephemerals(user, s.channel)[shown])
}

// openHome opens the Home tab of a person and tells what it shows.
func (s *stage) openHome(name string) {
	user := s.person(name)
	s.rest()
	before := string(s.ws.Home(user, s.app.ID))
	if err := s.ws.OpenHome(user, s.app.ID); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the Home tab", func() bool { return string(s.ws.Home(user, s.app.ID)) != before })
	s.tell("home of "+name, s.ws.Home(user, s.app.ID))
}

// pressHome presses a button of the Home tab and tells what it shows then.
func (s *stage) pressHome(action, name string) {
	user := s.person(name)
	before := string(s.ws.Home(user, s.app.ID))
	if err := s.ws.ClickView(user, object(json.RawMessage(before)).text("id"), action, ""); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the Home tab to change", func() bool { return string(s.ws.Home(user, s.app.ID)) != before })
	s.tell("home of "+name, s.ws.Home(user, s.app.ID))
}

// set sets something by hand.
func (s *stage) set(channel, name, value string) {
	s.t.Helper()
	if err := s.store.Set(s.t.Context(), s.team(), channel, name, value, "U1", time.Now()); err != nil {
		s.t.Fatal(err)
	}
	s.bot.channels.clear()
}

func (s *stage) team() store.Workspace { return store.Workspace{Team: "T00000001"} }

// adminScope installs the app with users:read.
func (s *stage) adminScope() {
	s.t.Helper()
	app := s.manifest
	app.Scopes = append(slices.Clone(app.Scopes), "users:read")
	if err := s.ws.Reinstall(s.app.ID, app); err != nil {
		s.t.Fatal(err)
	}
}

// saves fills in the modal and returns what the person is told.
func (s *stage) saves(user string, values map[string]string) string {
	s.t.Helper()
	view := s.opensSettings(user)
	told, _ := s.shown(user, func() error {
		faults, err := s.ws.SubmitView(user, view, values)
		if len(faults) > 0 {
			s.t.Fatalf("faults: %v", faults)
		}
		return err
	})
	return told
}

// In a shadowed channel nothing is posted and nothing is edited, whatever happens to an alert.
func TestShadowTouchesNothing(t *testing.T) {
	redis := &matcher.Case{ID: "K2", Title: matcher.Text{En: "Redis connection timeout"}, Signals: []string{"RedisTimeout"}}
	s := newStage(t, append(kafka(), redis), Options{Language: "en"})
	ts, _ := s.alert(kafkaAlert)
	s.set(s.channel, setMode, ChannelShadow)
	if _, why := s.alert(kafkaAlert); why != string(Repeat) {
		t.Errorf("a repeat: %s", why)
	}
	s.stamps["alert"] = ts
	for _, text := range []string{"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk very full on kafka-broker-2", "[FIRING:1] RedisTimeout: redis connection timeout on cache-1", "[RESOLVED] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-2"} {
		s.hear("alert", s.ws.EditAs(s.channel, ts, s.body([]byte(text), ""), true))
	}
	if _, why := s.disk("broker-9"); why != Shadow {
		t.Errorf("a new alert: %s", why)
	}
	if posts, edits := s.calls("chat.postMessage"), s.calls("chat.update"); posts != 1 || edits != 0 {
		t.Errorf("%d posts, of which one before, and %d edits", posts, edits)
	}
	if rec := s.recordOf(s.stamps["broker-9"]); len(rec.CaseIDs) != 1 || rec.Confidence == 0 || rec.Reply != "" {
		t.Errorf("of the decision is kept %+v", rec)
	}
}

// Without users:read nobody is known as an admin: channels can be set, the workspace cannot.
func TestSettingsWithoutScope(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	view := s.opensSettings(dana)
	if got := string(s.ws.Views(dana)[0]); strings.Contains(got, boxScope) || strings.Contains(got, boxAdmins) {
		t.Errorf("somebody of whom nothing is known is offered the whole workspace: %s", got)
	}
	s.ws.CloseView(dana, view)
	s.set("", setAdmins, "1")
	told, _ := s.asks(dana, "settings")
	if !strings.Contains(told, english.settings.whoAdmin) {
		t.Errorf("told %s", told)
	}
}

// Admins set things for the whole workspace, what a channel has of its own stays, and what was
// not touched is not spread; and admins keep others from changing anything.
func TestSettingsByAdmins(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	s.adminScope()
	dana, kim := s.person("Dana"), s.person("Kim")
	if err := s.ws.SetPerson(dana, true, ""); err != nil {
		t.Fatal(err)
	}
	s.set("C0OTHER", setCare, "eager")
	s.set("", setCare, "careful")
	s.set(s.channel, setMode, ChannelShadow)
	s.set(s.channel, setCare, "eager")
	told := s.saves(dana, map[string]string{setCare: "balanced", boxScope: ticked, boxAdmins: ticked})
	for _, want := range []string{english.settings.savedAll, "Careful → Balanced", english.settings.admins.label} {
		if !strings.Contains(told, want) {
			t.Errorf("told %s, want %q", told, want)
		}
	}
	here, _ := s.bot.channel(t.Context(), s.team(), s.channel)
	other, _ := s.bot.channel(t.Context(), s.team(), "C0OTHER")
	third, _ := s.bot.channel(t.Context(), s.team(), "C0THIRD")
	if here.Care != Balanced || other.Care != Eager || third.Care != Balanced || third.Mode != ChannelOn || here.Mode != ChannelShadow {
		t.Errorf("here %+v\nother %+v\nthird %+v", here, other, third)
	}
	if told, _ := s.asks(kim, "settings"); !strings.Contains(told, english.settings.notAdmin) {
		t.Errorf("one who is no admin is told %s", told)
	}
	deeds, err := s.store.Deeds(t.Context(), s.team(), 10)
	if err != nil || len(deeds) != 1 || deeds[0].Actor != dana || !strings.Contains(deeds[0].Subject, "care=balanced") {
		t.Errorf("kept of it: %+v, %v", deeds, err)
	}
	if told := s.saves(dana, map[string]string{}); !strings.Contains(told, english.settings.unchanged) {
		t.Errorf("after saving nothing: %s", told)
	}
}

// A form that is submitted by somebody who may no longer change anything changes nothing, nor
// does one of another company; and the same form twice is one deed.
func TestSettingsAreCheckedAgain(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	f := form{
		workspace: s.team(), user: dana, userTeam: s.team().Team, at: time.Now(), name: viewSettings,
		meta: fmt.Sprintf(`{"channel":%q,"lang":"en","own":{}}`, s.channel), values: map[string][]string{setMode: {ChannelOff}},
	}
	stranger, scoped := f, f
	stranger.userTeam = "T9OUTSIDE"
	scoped.values = map[string][]string{setMode: {ChannelOff}, boxScope: {ticked}}
	for want, f := range map[string]form{english.settings.stranger: stranger, english.settings.notAdmin: scoped} {
		told, _ := s.shown(dana, func() error { return s.bot.submit(t.Context(), f) })
		if c, _ := s.bot.channel(t.Context(), s.team(), s.channel); !strings.Contains(told, want) || c.Mode != ChannelOn {
			t.Errorf("told %s, want %q; mode %s", told, want, c.Mode)
		}
	}
	for range 2 {
		if err := s.bot.submit(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := s.bot.channel(t.Context(), s.team(), s.channel)
	deeds, _ := s.store.Deeds(t.Context(), s.team(), 10)
	if c.Mode != ChannelOff || len(deeds) != 1 {
		t.Errorf("mode %s, %d deeds", c.Mode, len(deeds))
	}
}

// A modal that opens too late, a mention and a direct message show the settings otherwise.
func TestSettingsOtherwise(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	s.ws.Fail(workspace.Fault{Method: "views.open", Error: "expired_trigger_id", Times: 1})
	told, ts := s.asks(dana, "settings")
	if !strings.Contains(told, english.settings.labels[setCare]) || !strings.Contains(told, "Careful") {
		t.Errorf("told %s", told)
	}
	if err := s.ws.Click(dana, s.channel, ts, actSettings); err != nil {
		t.Fatal(err)
	}
	s.wait("the settings to open", func() bool { return len(s.ws.Views(dana)) > 0 })
}

// Every setting that is a choice fits Slack in both languages, with the longest lists there are.
func TestSettingsViewFits(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.adminScope()
	dana := s.person("Dana")
	if err := s.ws.SetPerson(dana, true, ""); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i := range mostIDs {
		ids = append(ids, fmt.Sprintf("U%020d", i))
	}
	for _, channel := range []string{"", s.channel} {
		s.set(channel, setOnly, strings.Join(ids, ","))
		s.set(channel, setNever, strings.ReplaceAll(strings.Join(ids, ","), "U", "B"))
	}
	s.set(s.channel, setGovernor, governor{governAsked, time.Now().UnixMilli()}.String())
	for _, lang := range []string{"en", "ko"} {
		s.set("", setLanguage, lang)
		s.opensSettings(dana)
		for name := range settingsLabels(lang) {
			for _, v := range choicesOf(name) {
				if wordsIn(lang).settings.choices[v].label == "" {
					t.Errorf("%s: %s has no label for %s", lang, name, v)
				}
			}
		}
		if _, err := s.ws.SubmitView(dana, object(s.ws.Views(dana)[0]).text("id"), nil); err != nil {
			t.Fatal(err)
		}
		s.rest()
	}
}

func settingsLabels(lang string) map[string]string { return wordsIn(lang).settings.labels }
