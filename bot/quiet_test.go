package bot

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
)

func TestSpanOf(t *testing.T) {
	for typed, want := range map[string]span{
		"1m": {lasts: time.Minute}, "30min": {lasts: 30 * time.Minute}, "2H": {lasts: 2 * time.Hour}, "24h": {lasts: 24 * time.Hour},
		"30d": {lasts: 30 * 24 * time.Hour}, "720h": {lasts: 30 * 24 * time.Hour}, "2시간": {lasts: 2 * time.Hour}, "3일": {lasts: 72 * time.Hour},
		"resolved": {resolved: true}, "해소": {resolved: true}, "always": {}, "forever": {}, "계속": {},
	} {
		if got, ok := spanOf(typed); !ok || got != want {
			t.Errorf("spanOf(%q) = %+v, %v", typed, got, ok)
		}
	}
	for _, typed := range []string{"", "0m", "31d", "721h", "43201m", "99999d", "-1h", "1.5h", "2", "h", "2w", "２h", "1h30m", "999999999999h", "2h\x00"} {
		if got, ok := spanOf(typed); ok {
			t.Errorf("spanOf(%q) = %+v, want none", typed, got)
		}
	}
}

// Text that only begins like a request to keep quiet is text to find cases for.
func TestHushRequest(t *testing.T) {
	for text, want := range map[string]hushRequest{
		"quiet":                     {},
		" Quiet  last 2h":           {"last", "2h"},
		"mute last for 2h":          {"last", "2h"},
		"quiet last until resolved": {"last", "resolved"},
		"quiet 2h":                  {"", "2h"},
		"quiet off":                 {"", "off"},
		"quiet 2 weeks":             {"", "2 weeks"},
		"<@U1> quiet 2h":            {"", "2h"},
		"quiet <https://a.slack.com/archives/C1/p1762160400000100?thread_ts=1.2&amp;cid=C1|link> 7d": {"https://a.slack.com/archives/C1/p1762160400000100?thread_ts=1.2&cid=C1", "7d"},
		"조용히 마지막 2시간": {"마지막", "2시간"},
	} {
		if got, ok := hushRequestFrom(text); !ok || got != want {
			t.Errorf("hushRequestFrom(%q) = %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "disk full", "quiet neighbour", "quiet disk after failover of the primary", "quietly failing", "mute audio service errors"} {
		if got, ok := hushRequestFrom(text); ok {
			t.Errorf("hushRequestFrom(%q) = %+v, want none", text, got)
		}
	}
}

// muteOf is the mute that holds for an alert now, whatever the time in the story.
func (s *stage) muteOf(rec store.Record) (store.Mute, bool) {
	s.t.Helper()
	m, ok, err := s.store.MuteOf(s.t.Context(), rec.Key.Workspace, s.channel, rec.Fingerprint, time.Time{})
	if err != nil {
		s.t.Fatal(err)
	}
	return m, ok
}

// People of other companies keep nothing quiet, end no mute and read no case; they are told so.
func TestStrangersClick(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(kafkaAlert)
	if err := s.ws.Share(s.channel, true, ""); err != nil {
		t.Fatal(err)
	}
	guest := s.ws.AddOutsideUser("Guest")
	if err := s.ws.Invite(s.channel, guest); err != nil {
		t.Fatal(err)
	}
	rec := s.recordOf(ts)
	for action, want := range map[string]string{actQuiet: english.quiet.notOurs, actDetails: english.whole.notOurs} {
		option := ""
		if action == actQuiet {
			option = "24h"
		}
		shown, _ := s.shown(guest, func() error { return s.ws.Choose(guest, s.channel, rec.ReplyTS, action, option) })
		if !strings.Contains(shown, want) {
			t.Errorf("%s shows the guest %s", action, shown)
		}
	}
	if m, ok := s.muteOf(rec); ok {
		t.Errorf("a guest muted: %+v", m)
	}
	if views := s.ws.Views(guest); len(views) > 0 {
		t.Errorf("the guest reads %s", views)
	}
	s.stamps["alert"] = ts
	s.choose("alert", s.person("Dana"), actQuiet, "always")
	shown, _ := s.shown(guest, func() error { return s.ws.Click(guest, s.channel, rec.ReplyTS, actUnquiet) })
	if _, ok := s.muteOf(rec); !ok || !strings.Contains(shown, english.quiet.notOurs) {
		t.Errorf("the guest ends the mute: %v, and is shown %s", !ok, shown)
	}
}

// Who cannot be told from a stranger reads no case where strangers read.
func TestDetailsUntold(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	rec := s.recordOf(ts)
	s.ws.Fail(workspace.Fault{Method: "conversations.info", Error: "missing_scope"})
	err := s.bot.click(t.Context(), click{workspace: rec.Key.Workspace, channel: s.channel, ts: rec.ReplyTS, user: dana, action: actDetails, value: "en K1"})
	shown := s.ws.Ephemerals(dana, s.channel)
	if err != nil || len(shown) != 1 || !strings.Contains(string(shown[0]), english.whole.untold) || len(s.ws.Views(dana)) > 0 {
		t.Errorf("%v; shown %s", err, shown)
	}
}

// Whoever mutes and unmutes is noted, once for each time however often the click is worked on.
func TestMutesAreAudited(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	rec := s.recordOf(ts)
	at := time.Date(2025, 11, 3, 10, 0, 0, 0, time.UTC)
	mute := click{
		workspace: rec.Key.Workspace, at: at, sent: at, channel: s.channel, ts: rec.ReplyTS, user: dana, userName: "dana",
		userTeam: rec.Key.Workspace.Team, action: actQuiet, value: "24h",
	}
	undo := mute
	undo.action, undo.value, undo.sent = actUnquiet, rec.Fingerprint, at.Add(time.Minute)
	for _, c := range []click{mute, mute} {
		if err := s.bot.click(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if m, ok := s.muteOf(rec); !ok || !m.Until.Equal(at.Add(24*time.Hour)) || m.By != dana || m.ByName != "dana" || m.Title == "" {
			t.Fatalf("mute: %+v, %v", m, ok)
		}
	}
	for range 2 {
		if err := s.bot.click(t.Context(), undo); err != nil {
			t.Fatal(err)
		}
	}
	if m, ok := s.muteOf(rec); ok {
		t.Errorf("still muted: %+v", m)
	}
	deeds, err := s.store.Deeds(t.Context(), rec.Key.Workspace, 10)
	if err != nil || len(deeds) != 2 || deeds[0].Action != "unmute" || deeds[1].Action != "mute" || deeds[1].Actor != dana {
		t.Errorf("deeds: %+v, %v", deeds, err)
	}
	s.rest()
}

// The list of mutes fits a message, however many there are and whatever they are called.
func TestManyMutes(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	rec := s.recordOf(ts)
	for i := range 60 {
		m := store.Mute{
			Workspace: rec.Key.Workspace, Channel: s.channel, Fingerprint: strings.Repeat("f", i+1), By: dana, ByName: "*d<!here>*", At: time.Now(),
			Until: time.Now().Add(time.Hour), Title: strings.Repeat("<!channel> *가* ", 50)[:i*3],
		}
		if err := s.store.Mute(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	shown, _ := s.asks(dana, "quiet")
	var m struct{ Blocks []json.RawMessage }
	if err := json.Unmarshal([]byte(shown), &m); err != nil || len(m.Blocks) != 2+2*mostListed {
		t.Errorf("%d blocks, %v", len(m.Blocks), err)
	}
}

// A muted alert stays quiet when nothing is known any more of the reply under which it was muted.
func TestMutedAfterPruning(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(kafkaAlert)
	s.stamps["alert"] = ts
	s.choose("alert", s.person("Dana"), actQuiet, "always")
	s.rest()
	if _, err := s.store.Prune(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.pass(30 * time.Hour)
		if _, why := s.alert(kafkaAlert); why != string(Muted) {
			t.Errorf("the alert ends with %s", why)
		}
	}
}
