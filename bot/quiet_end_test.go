package bot

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Votes and the menu change nothing in a shadowed channel that anybody sees; what was voted counts.
func TestShadowIsNotEditedByClicks(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	ts, _ := s.alert(kafkaAlert)
	dana, reply := s.person("Dana"), s.recordOf(ts).ReplyTS
	s.set(s.channel, setMode, ChannelShadow)
	for _, use := range [][2]string{{actRight, ""}, {actQuiet, "1h"}} {
		if err := s.ws.Choose(dana, s.channel, reply, use[0], use[1]); err != nil {
			t.Fatal(err)
		}
		s.rest()
	}
	if n := s.calls("chat.update"); n != 0 {
		t.Errorf("%d edits", n)
	}
	if yes, _, err := s.store.VotesOn(t.Context(), s.recordOf(ts).Key, "K1"); err != nil || yes != 1 {
		t.Errorf("%d votes, %v", yes, err)
	}
}

// The word that an alert is kept quiet goes from its reply when that is over, also when the bot
// was not there at that moment.
func TestMuteIsOver(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	s.alert(kafkaAlert)
	reply := func() string { return string(s.replyTo("alert")["blocks"]) }
	s.order = append(s.order, "alert")
	s.choose("alert", s.person("Dana"), actQuiet, "1h")
	if got := reply(); !strings.Contains(got, "🔕") || !strings.Contains(got, english.quiet.undo) {
		t.Fatalf("muted: %s", got)
	}
	s.stop()
	s.pass(2 * time.Hour)
	if err := s.bot.endMutes(t.Context()); err != nil { // as a bot does that starts later
		t.Fatal(err)
	}
	items, err := s.store.Waiting(t.Context(), 10)
	if err != nil || len(items) != 1 {
		t.Fatalf("to be done: %+v, %v", items, err)
	}
	item := store.Item{Workspace: s.team(), Kind: kindEdit, Payload: fmt.Sprintf(`{"channel":%q,"ts":%q}`, s.channel, s.stamps["alert"])}
	if err := s.bot.edit(t.Context(), item); err != nil {
		t.Fatal(err)
	}
	if got := reply(); strings.Contains(got, "🔕") || strings.Contains(got, english.quiet.undo) || !strings.Contains(got, english.quiet.menu) {
		t.Errorf("after the mute: %s", got)
	}
}

// A bot that runs takes the word away by itself.
func TestRunningBotEndsMutes(t *testing.T) {
	t.Parallel()
	s := newStage(t, kafka(), Options{Language: "en"})
	s.alert(kafkaAlert)
	s.choose("alert", s.person("Dana"), actQuiet, "1h")
	s.pass(2 * time.Hour)
	s.wait("the end of the mute to show", func() bool { return !strings.Contains(string(s.replyTo("alert")["blocks"]), "🔕") })
}

// The reply to a storm has the menu too: it keeps quiet about all alerts told there, and takes all
// of that back.
func TestQuietInAStorm(t *testing.T) {
	s := newStage(t, kafka(), Options{Storm: 1, Language: "en"})
	s.disk("calm")
	host, why := s.disk("storm-0")
	s.disk("storm-1")
	if why != Storm {
		t.Fatalf("the second: %s", why)
	}
	muted := func() (n int) {
		all, err := s.store.Mutes(t.Context(), s.team(), s.channel, s.clock)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if got := string(s.replyTo(host)["blocks"]); !strings.Contains(got, english.quiet.menuAll) {
		t.Fatalf("no menu in %s", got)
	}
	s.choose(host, s.person("Dana"), actQuiet, "24h")
	got := string(s.replyTo(host)["blocks"])
	if muted() != 2 || !strings.Contains(got, "🔕") || !strings.Contains(got, english.quiet.undo) || !strings.Contains(got, "2 alerts at once") {
		t.Errorf("%d are muted: %s", muted(), got)
	}
	if _, why := s.disk("storm-1"); why != Muted {
		t.Errorf("one of them again: %s", why)
	}
	s.choose(host, s.person("Dana"), actUnquiet, "")
	if got := string(s.replyTo(host)["blocks"]); muted() != 0 || strings.Contains(got, "🔕") {
		t.Errorf("after undo %d are muted: %s", muted(), got)
	}
}

// People of other companies are told nothing of digests and mutes, and change none.
func TestOutsidersAskForNothing(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	s.alert(kafkaAlert)
	for _, asked := range []string{"digest", "digest preview", "digest now", "digest subscribe", "digest unsubscribe", "quiet", "quiet last 24h"} {
		c := command{workspace: s.team(), channel: s.channel, user: "U9", userTeam: "T9OUTSIDE", text: asked, id: asked, at: s.clock}
		a, err := s.bot.reply(t.Context(), s.bot.read(asked), c)
		if err != nil || a.Text != notice(english.ask.outsider) {
			t.Errorf("%s: %q, %v", asked, a.Text, err)
		}
	}
	schedules, err := s.store.Schedules(t.Context(), s.team())
	items, err2 := s.store.Waiting(t.Context(), 10)
	mutes, err3 := s.store.Mutes(t.Context(), s.team(), s.channel, s.clock)
	if err != nil || err2 != nil || err3 != nil || len(schedules)+len(items)+len(mutes) != 0 {
		t.Errorf("it came to %v, %v, %v; %v %v %v", schedules, items, mutes, err, err2, err3)
	}
}

// Where the state goes away while a mute ends with its alert, the reply hears of it when it is back.
func TestMuteEndsThroughTrouble(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bot.db")
	st, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	b, err := New(nil, st, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	key := store.MessageKey{Workspace: store.Workspace{Team: "T1"}, Channel: "C1", TS: "1762160400.000001"}
	a := matcher.Alert{Kind: matcher.Recovery, Title: "disk full", Text: "disk full"}
	m := Message{Key: key}
	rec := store.Record{Key: key, Fingerprint: m.fingerprint(a), Reason: string(Answered), ReplyTS: "1762160400.000002", Reply: "{}"}
	if err := errors.Join(st.Finish(t.Context(), rec, m.At()), st.Mute(t.Context(), store.Mute{
		Workspace: key.Workspace, Channel: key.Channel, Fingerprint: rec.Fingerprint, Resolved: true, By: "U1", At: m.At(),
	})); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TRIGGER away BEFORE INSERT ON inbox BEGIN SELECT RAISE(FAIL, 'away'); END`); err != nil {
		t.Fatal(err)
	}
	if err := b.heardEnd(t.Context(), m, a); err == nil {
		t.Fatal("the state was there")
	}
	if _, err := db.Exec(`DROP TRIGGER away`); err != nil {
		t.Fatal(err)
	}
	if err := b.heardEnd(t.Context(), m, a); err != nil {
		t.Fatal(err)
	}
	items, err := st.Waiting(t.Context(), 10)
	if _, muted, err2 := st.MuteOf(t.Context(), key.Workspace, key.Channel, rec.Fingerprint, m.At()); err != nil || err2 != nil || muted || len(items) == 0 {
		t.Errorf("muted: %v, to be edited: %+v; %v, %v", muted, items, err, err2)
	}
}
