package bot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/digest"
	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

var digestCases = map[string]*matcher.Case{
	"K1": {ID: "K1", Title: matcher.Text{En: "Kafka broker disk full", Ko: "카프카 브로커 디스크 가득 참"}, Org: "Acme", Date: "2025",
		Lessons:     matcher.Text{En: "Watch retention, not only disk.", Ko: "디스크만 보지 말고 보존 기간을 보라."},
		ActionItems: []matcher.Step{{Text: matcher.Text{En: "Alert at 70 %", Ko: "70 %에서 알리기"}}}},
	"K2": {ID: "K2", Title: matcher.Text{En: "Redis connection timeout", Ko: "레디스 연결 시간 초과"}, Org: "Acme", Date: "2024"},
}

// week is a week of alerts of that many kinds; the first kinds come most often.
func week(kinds, most int) digest.Input {
	from := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	in := digest.Input{
		From: from, To: from.AddDate(0, 0, 7), Zone: time.UTC,
		Cases: func(id string) *matcher.Case { return digestCases[id] }, Own: []string{"K1", "K2"}, Shown: map[string]int{"K1": 3},
	}
	random := rand.New(rand.NewPCG(3, 4))
	for kind := range kinds {
		for n := range max(1, most/(kind+1)) {
			l := store.Line{
				TS: fmt.Sprintf("17724096%02d.%06d", kind%100, n), Fingerprint: fmt.Sprint("f", kind), Title: fmt.Sprintf("Alert number %d on host-%d", kind, kind),
				Reason: "no_case", At: from.Add(time.Duration(random.Int64N(int64(7 * 24 * time.Hour)))),
			}
			if kind%3 == 0 {
				l.Reason, l.CaseID, l.Replied = "answered", "K1", n == 0
				if n > 0 {
					l.Reason = "repeat"
				}
			}
			in.Lines = append(in.Lines, l)
			if n%2 == 0 {
				in.Before = append(in.Before, l)
			}
		}
	}
	return in
}

func votes(in digest.Input, yes, no int) digest.Input {
	for range yes {
		in.Votes = append(in.Votes, store.Vote{CaseID: "K1", For: true})
	}
	for range no {
		in.Votes = append(in.Votes, store.Vote{CaseID: "K2"})
	}
	in.Updated = []*matcher.Case{digestCases["K2"]}
	in.Mutes = []store.Mute{{Title: "Alert number 9 on host-9", Until: in.To.Add(5 * time.Hour)}, {Title: "for ever"}}
	return in
}

// What digests say, in both languages, with charts and where a workspace takes none. To look at
// a change: go test ./bot -run DigestSays -update, then git diff.
func TestDigestSays(t *testing.T) {
	for name, in := range map[string]digest.Input{
		"empty": week(0, 0), "quiet": week(1, 1), "busy": votes(week(7, 12), 5, 1), "stormy": votes(week(80, 300), 12, 4),
	} {
		for _, lang := range []string{"en", "ko"} {
			for look, shown := range map[string]looks{"chart": {charts: true}, "text": {late: true}} {
				d := digest.Make(in)
				var out strings.Builder
				for i, r := range sayDigest(d, DigestWeekly, wordsIn(lang), lang, shown) {
					if len(r.Blocks.BlockSet) > 50 {
						t.Errorf("%s: %d blocks", name, len(r.Blocks.BlockSet))
					}
					fmt.Fprintf(&out, "-- part %d, %d blocks --\n%s\n", i+1, len(r.Blocks.BlockSet), r.Text)
					out.WriteString(r.PlainText())
				}
				if text := out.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("%s: %s", name, text)
				}
				golden(t, filepath.Join("testdata", "digest", name+"-"+look+"-"+lang+".txt"), out.String())
			}
		}
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s (%v)", path, got, want, err)
	}
}

// due has a weekly digest of the last seven days and a bit posted to the channel, and waits.
func (s *stage) due(now time.Time) {
	s.t.Helper()
	w := store.Workspace{Team: "T00000001"}
	for _, kind := range []string{DigestWeekly} {
		if _, err := s.bot.subscribe(s.t.Context(), w, s.channel, kind, "0 9 * * MON", "UTC", s.person("Dana"), now.Add(-time.Hour)); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := s.bot.dueDigests(s.t.Context(), now); err != nil {
		s.t.Fatal(err)
	}
	s.rest()
}

// ours are the bot's messages that stand in the channel itself.
func (s *stage) ours() (out []fields) {
	for _, raw := range s.ws.Messages(s.channel) {
		if m := object(raw); m.text("bot_id") == s.app.BotID && m.text("thread_ts") == "" && m.text("subtype") == "" {
			out = append(out, m)
		}
	}
	return out
}

// A digest is posted once, with a chart where the workspace takes one and without where not;
// to a channel that takes no posts it ends, and who subscribed is told.
func TestDigestIsPosted(t *testing.T) {
	t.Parallel()
	plan, err := schedule.Parse("0 9 * * MON", "UTC", schedule.Week)
	if err != nil {
		t.Fatal(err)
	}
	monday := plan.Next(time.Now().Truncate(24 * time.Hour).Add(10 * time.Hour)) // the week that is told of is this one
	for _, c := range []struct {
		name  string
		fault workspace.Fault
		posts int
		chart bool
	}{
		{"as it is", workspace.Fault{Method: "none"}, 1, true},
		{"no charts", workspace.Fault{Method: "chat.postMessage", Times: 1, Error: "invalid_blocks"}, 1, false},
		{"the answer got lost", workspace.Fault{Method: "chat.postMessage", Times: 1, LoseAnswer: true}, 1, true},
		{"the channel is archived", workspace.Fault{Method: "chat.postMessage", Error: "is_archived"}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, kafka(), Options{})
			s.ws.SetTime(time.Time{}) // the real clock
			for i := range 4 {
				s.disk(fmt.Sprint("kafka-", i))
			}
			c.fault.Channel = s.channel
			s.ws.Fail(c.fault)
			s.due(monday)
			if err := s.bot.dueDigests(t.Context(), monday.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			s.rest()
			posts := s.ours()
			if len(posts) != c.posts {
				t.Fatalf("%d digests, want %d", len(posts), c.posts)
			}
			schedules, err := s.store.Schedules(t.Context(), store.Workspace{Team: "T00000001"})
			if err != nil || len(schedules) != c.posts {
				t.Errorf("schedules after it: %v, %v", schedules, err)
			}
			if c.posts > 0 && strings.Contains(string(posts[0]["blocks"]), "data_visualization") != c.chart {
				t.Errorf("posted %s", posts[0]["blocks"])
			}
			if c.posts == 0 && s.calls("chat.postMessage") < 6 {
				t.Error("nobody was told that the digest has ended")
			}
		})
	}
}

// A digest with nothing to tell does not come, or says so in a line where that is set.
func TestDigestWithNothingToTell(t *testing.T) {
	plan, err := schedule.Parse("0 9 * * MON", "UTC", schedule.Week)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{lineNone: 0, lineOne: 1} {
		s := newStage(t, kafka(), Options{})
		s.ws.SetTime(time.Time{})
		s.set(s.channel, setLine, line)
		s.due(plan.Next(time.Now().AddDate(0, 0, 14)))
		posts := s.ours()
		if len(posts) != want || want > 0 && !strings.Contains(string(posts[0]["blocks"]), english.digest.nothing) {
			t.Errorf("%s: posted %s", line, posts)
		}
	}
}

// In a channel where nothing is posted no digest is either. A digest that was due while the bot was
// away for over a day is left out, and who subscribed is told.
func TestDigestIsNotPosted(t *testing.T) {
	plan, err := schedule.Parse("0 9 * * MON", "UTC", schedule.Week)
	if err != nil {
		t.Fatal(err)
	}
	monday := plan.Next(time.Now().Truncate(24 * time.Hour).Add(10 * time.Hour))
	for _, c := range []struct {
		name, mode string
		late       time.Duration
		told       bool
	}{
		{"shadow", ChannelShadow, 0, false},
		{"off", ChannelOff, 0, false},
		{"too late", ChannelOn, 25 * time.Hour, true},
		{"too late in a shadow", ChannelShadow, 25 * time.Hour, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, kafka(), Options{})
			s.ws.SetTime(time.Time{})
			s.disk("kafka-1")
			s.set(s.channel, setMode, c.mode)
			if _, err := s.bot.subscribe(t.Context(), s.team(), s.channel, DigestWeekly, "0 9 * * MON", "UTC", s.person("Dana"), monday.Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := s.bot.dueDigests(t.Context(), monday.Add(c.late)); err != nil {
					t.Fatal(err)
				}
				s.rest()
			}
			if posts := s.ours(); len(posts) > 0 {
				t.Errorf("posted %s", posts)
			}
			told := 0
			for _, call := range s.ws.Calls() {
				if call.Method == "chat.postMessage" && strings.Contains(string(call.Args), english.digest.leftOut) {
					told++
				}
			}
			if want := map[bool]int{true: 1}[c.told]; told != want {
				t.Errorf("who subscribed was told %d times, want %d", told, want)
			}
		})
	}
}

// A hundred thousand records are one digest of a few blocks.
func BenchmarkDigest(b *testing.B) {
	in := votes(week(5000, 12_000), 100, 3)
	b.ReportMetric(float64(len(in.Lines)), "records")
	for b.Loop() {
		for _, r := range sayDigest(digest.Make(in), DigestWeekly, &english, "en", looks{charts: true}) {
			if len(r.Blocks.BlockSet) > 50 {
				b.Fatalf("%d blocks", len(r.Blocks.BlockSet))
			}
		}
	}
}

func TestMonthlyDigest(t *testing.T) {
	plan, err := schedule.Parse("0 9 1 * *", "Asia/Seoul", schedule.Month)
	if err != nil {
		t.Fatal(err)
	}
	from, to := plan.Span(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
	in := week(5, 9)
	in.From, in.To, in.Zone = from, to, plan.Zone()
	var out strings.Builder
	for _, lang := range []string{"en", "ko"} {
		for _, r := range sayDigest(digest.Make(in), DigestMonthly, wordsIn(lang), lang, looks{}) {
			out.WriteString(r.PlainText())
		}
		for _, r := range sayDigest(digest.Make(votes(in, 1, 0)), DigestLibrary, wordsIn(lang), lang, looks{}) {
			out.WriteString(r.PlainText())
		}
	}
	golden(t, "testdata/digest/monthly.txt", out.String())
}

// The buttons of a digest open the form of a case with what the alert and its thread tell; where
// those cannot be read, with the title that was kept.
func TestDigestOpensForm(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana, now := s.person("Dana"), time.Now()
	s.clock = now.Add(-time.Hour)
	s.pass(0)
	ts, why := s.alert(ringAlert)
	if why == string(Answered) {
		t.Fatal("a case covers it")
	}
	if _, err := s.ws.Say(dana, s.channel, ts, "We restarted the slot keeper and it recovered."); err != nil {
		t.Fatal(err)
	}
	s.rest()
	plan, err := schedule.Parse("0 9 * * MON", "UTC", schedule.Week)
	if err != nil {
		t.Fatal(err)
	}
	s.due(plan.Next(now.Add(24 * time.Hour)))
	posts := s.ours()
	if len(posts) != 1 {
		t.Fatalf("%d digests", len(posts))
	}
	press := func(user string) error { return s.ws.Click(user, s.channel, posts[0].text("ts"), actWrite+"/0") }
	view := s.opens(dana, press)
	if got := initial(view, inSymptoms); !strings.Contains(got, "checkout cannot take a slot") {
		t.Errorf("symptoms: %q", got)
	}
	if got := initial(view, inFix); !strings.Contains(got, "restarted the slot keeper") {
		t.Errorf("fix: %q", got)
	}
	s.ws.Fail(workspace.Fault{Method: "conversations.replies", Error: "thread_not_found", Times: 1})
	view = s.opens(dana, press)
	if !strings.Contains(string(view), english.own.titleOnly) || !strings.Contains(initial(view, inTitle), "CheckoutSlotLeak") {
		t.Errorf("without its thread: %s", view)
	}
	stranger := click{workspace: s.team(), channel: s.channel, user: dana, userTeam: "T0OTHERS", action: actWrite, value: ts, trigger: "t"}
	if shown, _ := s.shown(dana, func() error { return s.bot.click(t.Context(), stranger) }); !strings.Contains(shown, english.quiet.notOurs) {
		t.Errorf("people of other companies are shown %s", shown)
	}
}
