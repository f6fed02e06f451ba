package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// casts keeps votes of people on the reply to an alert, as if cast just now.
func (s *stage) casts(ts string, right bool, people ...string) {
	s.t.Helper()
	rec := s.recordOf(ts)
	for _, p := range people {
		v := store.Vote{Key: rec.Key, CaseID: "K1", Person: p, For: right, At: time.Now()}
		if _, err := s.store.Vote(s.t.Context(), v); err != nil {
			s.t.Fatal(err)
		}
	}
	time.Sleep(2 * time.Millisecond) // the clock of votes has milliseconds
	if err := s.bot.governSoon(s.t.Context(), rec.Key.Workspace, rec.Key.Channel); err != nil {
		s.t.Fatal(err)
	}
	s.rest()
	s.bot.channels.clear()
}

func names(prefix string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprint(prefix, i))
	}
	return out
}

// said counts the messages of the bot in the channel that hold a text.
func (s *stage) said(text string) (n int) {
	for _, raw := range s.ws.Messages(s.channel) {
		if strings.Contains(string(raw), text) {
			n++
		}
	}
	return n
}

func (s *stage) here() Channel {
	s.t.Helper()
	c, err := s.bot.channel(s.t.Context(), s.team(), s.channel)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// Where most votes say "Not this" the bot becomes careful, then answers only when asked, says
// each once, and lets go when somebody says so.
func TestGovernor(t *testing.T) {
	t.Parallel()
	redis := &matcher.Case{ID: "K2", Title: matcher.Text{En: "Redis connection timeout"}, Signals: []string{"RedisTimeout"}}
	s := newStage(t, append(kafka(), redis), Options{Language: "en", Care: Eager})
	s.clock = time.Now() // what was posted is looked for by the clock of the bot
	s.pass(0)
	ts, _ := s.alert(kafkaAlert)
	s.casts(ts, false, names("A", 5)...)
	if c := s.here(); c.Care != Eager {
		t.Fatalf("after five votes: %+v", c)
	}
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Times: 1, LoseAnswer: true}) // so it is tried again
	s.votes(ts, actWrong, "Not this: 6", "Dana")
	s.rest()
	s.bot.channels.clear()
	if c := s.here(); c.Care != Careful || c.Reply != ReplyInThread || s.said("Over half of the latest votes here say") != 1 {
		t.Errorf("after six votes: %+v, said %d times", c, s.said("Over half of the latest votes here say"))
	}
	s.casts(ts, true, names("C", 3)...)
	s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Times: 1, Error: "internal_error"}) // so it is tried again, and was not there
	s.casts(ts, false, names("B", 5)...)
	if c := s.here(); c.Reply != ReplyWhenAsked || s.said("answer only people who ask me") != 1 || s.said("Over half") != 2 {
		t.Errorf("after more of them: %+v", c)
	}
	if _, why := s.alert(`{"text":"[FIRING:1] RedisTimeout: redis connection timeout on cache-1"}`); why != string(Unasked) {
		t.Errorf("another alert ends with %s", why)
	}
	dana := s.person("Dana")
	told, _ := s.asks(dana, "NodeFilesystemSpaceFillingUp")
	if !strings.Contains(told, "Kafka broker disk full") {
		t.Errorf("who asks is told %s", told)
	}
	notice := ""
	for _, raw := range s.ws.Messages(s.channel) {
		if strings.Contains(string(raw), actUngovern) {
			notice = object(raw).text("ts")
		}
	}
	told, _ = s.shown(dana, func() error { return s.ws.Click(dana, s.channel, notice, actUngovern) })
	if c := s.here(); !strings.Contains(told, english.governor.undone) || c.Care != Eager || c.Reply != ReplyInThread {
		t.Errorf("after it was undone: %+v, told %s", c, told)
	}
	if deeds, _ := s.store.Deeds(t.Context(), s.team(), 5); len(deeds) != 1 || deeds[0].Actor != dana {
		t.Errorf("kept of it: %+v", deeds)
	}
	s.casts(ts, false, names("D", 5)...)
	if c := s.here(); c.Care != Eager {
		t.Errorf("votes from before count again: %+v", c)
	}
}

// One person alone does not hold the bot back, and good votes or time let it go.
func TestGovernorLetsGo(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	votes := func(right, wrong int, person string) (out []store.Vote) {
		for i := range right + wrong {
			p := person
			if p == "" {
				p = fmt.Sprint("U", i)
			}
			out = append(out, store.Vote{Person: p, For: i < right})
		}
		return out
	}
	for _, c := range []struct {
		name  string
		step  int
		votes []store.Vote
		want  int
	}{
		{"no votes", 0, nil, 0},
		{"too few", 0, votes(0, 5, ""), 0},
		{"over the floor", 0, votes(2, 4, ""), 1},
		{"at the floor", 0, votes(3, 3, ""), 0},
		{"one person", 0, votes(0, 20, "U1"), 0},
		{"still over it", 1, votes(9, 11, ""), 2},
		{"over it for ever", 2, votes(0, 20, ""), 2},
		{"good votes", 2, votes(5, 1, ""), 0},
		{"fair votes", 1, votes(4, 3, ""), 1},
		{"good votes without a governor", 0, votes(20, 0, ""), 0},
	} {
		before := governor{Step: c.step, Since: 5}
		if got := before.heeding(c.votes, now); got.Step != c.want || got != before && got.Since != now.UnixMilli() {
			t.Errorf("%s: %+v, want step %d", c.name, got, c.want)
		}
	}
	kept := governor{governAsked, now.UnixMilli()}.String()
	if g := governorOf(kept, now.Add(governorLasts)); g.Step != governAsked {
		t.Errorf("it ends early: %+v", g)
	}
	if g := governorOf(kept, now.Add(governorLasts+time.Second)); g.Step != 0 || g.Since <= now.UnixMilli() {
		t.Errorf("it does not end: %+v", g)
	}
	for _, bad := range []string{"", "x", "{", `{"step":"2"}`} {
		if g := governorOf(bad, now); g.Step != 0 {
			t.Errorf("%q holds the bot back: %+v", bad, g)
		}
	}
}

// In a channel that is careful anyway nothing is said at the first step, for nothing changes.
func TestGovernorOfCareful(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	ts, _ := s.alert(kafkaAlert)
	s.casts(ts, false, names("A", 6)...)
	set, _ := s.bot.settings(t.Context(), s.team())
	if n := s.said("Over half"); n != 0 || s.bot.governed(set, s.channel, "en") == "" {
		t.Errorf("said %d times; in the settings %q", n, s.bot.governed(set, s.channel, "en"))
	}
	s.set(s.channel, setMode, ChannelShadow)
	s.casts(ts, false, names("B", 6)...)
	if c := s.here(); c.Reply != ReplyWhenAsked || s.said("Over half") != 0 {
		t.Errorf("in a channel in which nothing is posted: %+v, said %d times", c, s.said("Over half"))
	}
}

// A channel gets so many replies an hour and no more; people who ask are answered all the same.
func TestHourly(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en", Hourly: 3})
	for i := range 5 {
		name, why := s.disk(fmt.Sprint("broker-", i))
		s.pass(6 * time.Minute) // no storm
		if want := map[bool]Reason{true: Answered, false: ForNow}[i < 3]; why != want {
			t.Errorf("%s: %s, want %s", name, why, want)
		}
	}
	told, _ := s.asks(s.person("Dana"), "NodeFilesystemSpaceFillingUp")
	if !strings.Contains(told, "Kafka broker disk full") {
		t.Errorf("who asks is told %s", told)
	}
	s.pass(time.Hour)
	if name, why := s.disk("broker-9"); why != Answered {
		t.Errorf("%s, an hour later: %s", name, why)
	}
}

// A mention where the bot is switched off is answered by a private word.
func TestMentionWhereOff(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	s.set(s.channel, setMode, ChannelOff)
	told, _ := s.shown(dana, func() error {
		_, err := s.ws.Say(dana, s.channel, "", "<@"+s.app.BotUser+"> NodeFilesystemSpaceFillingUp")
		return err
	})
	if !strings.Contains(told, english.settings.off) || s.calls("chat.postMessage") > 0 {
		t.Errorf("told %s", told)
	}
}

// Nor does a storm bring more replies than an hour has.
func TestHourlyInStorm(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en", Storm: 2, Hourly: 2})
	for i, want := range []Reason{Answered, Answered, ForNow, ForNow} {
		if name, why := s.disk(fmt.Sprint("broker-", i)); why != want {
			t.Errorf("%s: %s, want %s", name, why, want)
		}
	}
}
