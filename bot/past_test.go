package bot

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// A Past keeps to the window, to storms and to the limit of an hour.
func TestPastLimits(t *testing.T) {
	library, err := matcher.NewLibrary([]*matcher.Case{{
		ID: "TEAM-1", Title: matcher.Text{En: "The quota keeper refused every tenant"}, Org: "Platform team", Date: "2024-05-02",
		Signals: []string{"quota-keeper: token bucket for tenant … drained below …"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	p := NewPast(library, PastOptions{Care: Eager, Storm: 2, Hourly: 3})
	for _, step := range []struct {
		after time.Duration
		host  string
		want  Reason
		told  bool
	}{
		{0, "a", Answered, true},
		{time.Minute, "a", Repeat, true},
		{2 * time.Minute, "b", Answered, true},
		{3 * time.Minute, "c", Storm, true},
		{4 * time.Minute, "d", Gathered, true},
		{5 * time.Minute, "d", Repeat, true},
		{20 * time.Minute, "e", ForNow, false}, // three replies stand in this hour
		{25 * time.Hour, "a", Answered, true},  // the window is over
	} {
		ts := fmt.Sprintf("%d.000100", 1772445600+int(step.after.Seconds()))
		raw, err := json.Marshal(map[string]string{"type": "message", "bot_id": "B1", "ts": ts,
			"text": "ERROR quota-keeper: token bucket for tenant 42 drained below 5 permits on keeper-" + step.host + ".example.com"})
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Decide(t.Context(), p.Read("C1", false, raw))
		if err != nil || v.Reason != step.want || (v.Told != "") != step.told {
			t.Errorf("after %v, %s: %s, told in %q, %v; want %s", step.after, step.host, v.Reason, v.Told, err, step.want)
		}
	}
}

// The same messages end alike in a running bot and in a Past: alerts that repeat, that end, that
// come as a storm and beyond what an hour holds, and what is none.
func TestPastDecidesAsTheBot(t *testing.T) {
	t.Parallel()
	cases := append(kafka(), &matcher.Case{ID: "K2", Title: matcher.Text{En: "Redis connection timeout"}, Signals: []string{"RedisTimeout"}})
	s := newStage(t, cases, Options{Care: Balanced, Storm: 3, Hourly: 8, Language: "en"})
	p := NewPast(s.bot.library(), PastOptions{Self: *s.bot.self.Load(), Care: Balanced, Storm: 3, Hourly: 8})
	dana := s.person("Dana")
	texts := []string{
		"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on %s\ninstance: %[1]s", "[FIRING:1] RedisTimeout: redis connection timeout on %s\ninstance: %[1]s",
		"[RESOLVED] NodeFilesystemSpaceFillingUp: kafka disk full on %s\ninstance: %[1]s", "[FIRING:1] LampFlickers: lamp %s flickers at the gate",
		"Deployed %s to production, all checks passed", "disk full on %s", "[FIRING:1] Watchdog: alerting works on %s",
	}
	r := rand.New(rand.NewPCG(4, 2))
	root, ended := "", map[string]Reason{}
	for n := range 250 {
		s.pass(time.Duration(r.IntN(20)) * time.Second)
		if n%20 == 19 {
			s.pass(time.Duration(r.IntN(3)*r.IntN(20)) * time.Hour)
		}
		text := fmt.Sprintf(texts[r.IntN(len(texts))], fmt.Sprint("host-", r.IntN(30)))
		var ts string
		var err error
		switch roll := r.IntN(10); {
		case roll == 0:
			ts, err = s.ws.Say(dana, s.channel, "", text)
		case roll == 1 && root != "":
			ts, err = s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel, fmt.Appendf(nil, `{"text":%q,"thread_ts":%q}`, text, root))
		default:
			ts, err = s.ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, s.channel, fmt.Appendf(nil, `{"text":%q}`, text))
			root = ts
		}
		s.script.Reset()
		s.posted("m", ts, err)
		_, why, _ := strings.Cut(strings.TrimSpace(s.script.String()), ": ")
		ended[ts] = Reason(why)
	}
	seen := map[Reason]int{}
	for _, raw := range s.ws.Messages(s.channel) {
		m := p.Read(s.channel, false, raw)
		v, err := p.Decide(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		want, ours := ended[m.TS], v.Reason
		if want == "" {
			continue
		}
		seen[want]++
		if ours != want {
			t.Errorf("%s %.100q: %s, the bot said %s", m.TS, m.Alert.Text, ours, want)
		}
	}
	for _, why := range []Reason{Answered, Repeat, Closed, Storm, Gathered, ForNow} {
		if seen[why] == 0 {
			t.Errorf("nothing ended as %s: %v", why, seen)
		}
	}
}
