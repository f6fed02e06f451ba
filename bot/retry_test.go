package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// Whoever takes a note back takes one back, however often Slack fails before the answer is posted.
func TestUnnoteThroughTrouble(t *testing.T) {
	t.Parallel()
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
	if err := s.bot.edit(t.Context(), store.Item{Workspace: s.workspaceOf(), Payload: fmt.Sprintf(`{"channel":%q,"ts":%q}`, s.channel, ts)}); err != nil {
		t.Error(err)
	}
}

// An alert is told once when the state is away after its reply was posted, and comes back when the
// alert is stale by then.
func TestStaleAfterPosting(t *testing.T) {
	s := newStage(t, kafka(), Options{Hourly: 2, Storm: 1})
	s.disk("calm-0")
	host, why := s.disk("storm-0")
	if why != Storm {
		t.Fatal(why)
	}
	w := s.workspaceOf()
	s.stop()
	for i, taken := range []time.Time{time.Now(), time.Now().Add(-2 * staleAfter)} {
		key := store.MessageKey{Workspace: w, Channel: s.channel, TS: []string{s.stamps[host][:10] + ".900001", s.stamps[host][:10] + ".900002"}[i]}
		if err := s.store.Posted(t.Context(), key, kindReply, "1.000001"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.store.Accept(t.Context(), []store.Item{{Workspace: w, Lane: s.channel, ID: key.TS, Kind: "x"}}); err != nil {
			t.Fatal(err)
		}
		held, err := s.store.Take(t.Context(), "me", 1, time.Minute)
		if err != nil || len(held) != 1 {
			t.Fatal(held, err)
		}
		raw, _ := json.Marshal(map[string]string{"ts": key.TS, "text": "[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on late-" + key.TS, "bot_id": "B0OTHER", "subtype": "bot_message"})
		m := Message{Key: key, BotID: "B0OTHER", Subtype: "bot_message", Raw: raw, held: held[0], taken: taken}
		why, err := s.bot.handle(t.Context(), m)
		rec, _, _ := s.store.Get(t.Context(), key)
		if err != nil || why != Answered || rec.ReplyTS != "1.000001" || rec.ToldIn != "" {
			t.Errorf("%s, %v: reply %q, told in %q", why, err, rec.ReplyTS, rec.ToldIn)
		}
		s.store.Release(t.Context(), "me")
		s.store.Drop(t.Context(), w, key.TS)
	}
}

// The end of an alert that was kept quiet for longer than the window is told in the reply under
// which it was.
func TestMutedUntilResolvedForLong(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(kafkaAlert)
	s.stamps["first"] = ts
	s.choose("first", s.person("Dana"), actQuiet, "resolved")
	s.rest()
	s.pass(30 * time.Hour)
	if _, why := s.alert(kafkaAlert); why != string(Muted) {
		t.Fatal(why)
	}
	s.pass(time.Hour)
	if _, why := s.alert(strings.Replace(kafkaAlert, "[FIRING:1]", "[RESOLVED]", 1)); why != string(Closed) {
		t.Fatal(why)
	}
	rec := s.recordOf(ts)
	if rec.ResolvedAt.IsZero() {
		t.Error("the first is not resolved")
	}
	if m, ok := s.muteOf(rec); ok {
		t.Errorf("still muted: %+v", m)
	}
}

// Unmuting in the Home tab is noted, and shown in the reply of the alert, also where the state goes
// away after the mute has ended.
func TestUnmuteAtHomeThroughTrouble(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	s.stamps["alert"] = ts
	s.choose("alert", dana, actQuiet, "always")
	s.rest()
	rec := s.recordOf(ts)
	c := click{workspace: rec.Key.Workspace, user: dana, at: time.Now(), sent: time.Now(), action: actUnmute, value: s.channel + " " + rec.Fingerprint, home: true}
	s.ws.Fail(workspace.Fault{Method: "views.publish", Error: "internal_error", Times: 1})
	for i := range 2 {
		if err := s.bot.click(t.Context(), c); (err != nil) != (i == 0) {
			t.Fatal(err)
		}
	}
	s.rest()
	deeds, err := s.store.Deeds(t.Context(), rec.Key.Workspace, 10)
	if err != nil || len(deeds) != 2 || deeds[0].Action != "unmute" || deeds[0].Actor != dana {
		t.Errorf("deeds: %+v, %v", deeds, err)
	}
	if now, err := s.bot.since(t.Context(), s.recordOf(ts), Reply{}); err != nil || s.recordOf(ts).Shown != now.String() {
		t.Errorf("the reply shows %q, not %q", s.recordOf(ts).Shown, now.String())
	}
}

// Who unsubscribes from a digest hears so and is noted once, however often that is worked on.
func TestUnsubscribeTwice(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	w := s.workspaceOf()
	c := command{workspace: w, channel: s.channel, user: s.person("Dana"), text: "digest subscribe", at: time.Now(), id: "one"}
	ask := func() string {
		t.Helper()
		a, err := s.bot.reply(t.Context(), s.bot.read(c.text), c)
		if err != nil {
			t.Fatal(err)
		}
		return a.Text
	}
	ask()
	c.text, c.id = "digest unsubscribe", "two"
	for range 2 {
		if got := ask(); got != english.digest.unsubscribed {
			t.Error(got)
		}
	}
	c.id = "three"
	if got := ask(); got != english.digest.notSubscribed {
		t.Error(got)
	}
	if deeds, err := s.store.Deeds(t.Context(), w, 10); err != nil || len(deeds) != 2 {
		t.Errorf("deeds: %+v, %v", deeds, err)
	}
}

// Who asks while the state is away is told so once, however often it is tried again.
func TestToldOnceThatItFailed(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	s.stop()
	s.store.Close() // it is away
	payload := fmt.Sprintf(`{"team_id":%q,"channel_id":%q,"user_id":%q,"text":"quiet"}`, s.team().Team, s.channel, dana)
	item := store.Item{Workspace: s.team(), Kind: "slash_commands", ID: "command/1", Payload: payload, AcceptedAt: time.Now()}
	for range 3 {
		err := s.bot.do(t.Context(), store.Hold{}, item)
		if err == nil {
			t.Fatal("the state is there")
		}
		item.Error = err.Error()
	}
	told := s.ws.Ephemerals(dana, s.channel)
	if len(told) != 1 || !strings.Contains(string(told[0]), english.failed) {
		t.Errorf("told: %s", told)
	}
}
