package bot

import (
	"strings"
	"testing"
	"time"

	"incidentlib/bot/digest"
	"incidentlib/bot/schedule"
	"incidentlib/matcher"
)

func TestDigestAsk(t *testing.T) {
	for text, want := range map[string]digestAsk{
		"":                                       {kind: DigestWeekly},
		"monthly":                                {kind: DigestMonthly},
		"Monthly preview":                        {verb: "preview", kind: DigestMonthly},
		"preview library":                        {verb: "preview", kind: DigestLibrary},
		"subscribe monthly 0 9 1 * * UTC":        {verb: "subscribe", kind: DigestMonthly, cron: "0 9 1 * *", zone: "UTC"},
		"library subscribe `0 8 * * TUE`":        {verb: "subscribe", kind: DigestLibrary, cron: "0 8 * * TUE"},
		"구독":                                     {verb: "subscribe", kind: DigestWeekly},
		"구독 월간 0 9 1 * * Asia/Seoul":             {verb: "subscribe", kind: DigestMonthly, cron: "0 9 1 * *", zone: "Asia/Seoul"},
		"구독 취소":                                  {verb: "unsubscribe", kind: DigestWeekly},
		"월간 구독취소":                                {verb: "unsubscribe", kind: DigestMonthly},
		"라이브러리 지금":                               {verb: "now", kind: DigestLibrary},
		"subscribe weekly CRON_TZ=UTC 0 9 * * 1": {verb: "subscribe", kind: DigestWeekly, cron: "CRON_TZ=UTC 0 9 * * 1"},
	} {
		if got, fault := parseDigestAsk(text); got != want || fault != "" {
			t.Errorf("parseDigestAsk(%q) = %+v, %q", text, got, fault)
		}
	}
	for _, text := range []string{"of my week", "now please", "weekly monthly", "message size exceeded"} {
		if got, fault := parseDigestAsk(text); fault == "" {
			t.Errorf("parseDigestAsk(%q) = %+v", text, got)
		}
	}
}

// What is said about digests in Korean has no English in it but what is typed.
func TestDigestInKorean(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "ko"})
	dana := s.person("Dana")
	for text, want := range map[string]string{
		"다이제스트 구독 월간 0 9 1 * *":         "구독했습니다",
		"다이제스트 구독 0 9 * * MON Moon/Sea": "모르는 시간대",
		"다이제스트 구독 0 9 * * 1-5":          "한 주에 한 번",
		"다이제스트 구독 0 9 30 2 *":           "그런 날은 오지 않습니다",
		"다이제스트 구독 월요일마다":                "다섯 칸",
		"다이제스트 구독 취소":                   "구독하지 않았습니다",
	} {
		shown, _ := s.asks(dana, text)
		told := shownWords(shown)
		if !strings.Contains(told, want) || strings.Contains(told, "schedule") || strings.Contains(told, "zone") {
			t.Errorf("%s: %s", text, told)
		}
	}
	if shown, _ := s.asks(dana, "다이제스트"); !strings.Contains(shown, "한 달: 다음은") || strings.Contains(shown, "weekly") {
		t.Errorf("how it stands: %s", shown)
	}
}

// A digest of the library that has nothing new does not say that there were no alerts.
func TestNothingNewInLibrary(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	s.clock = time.Now().Add(-8 * 24 * time.Hour)
	s.pass(0)
	s.alert(kafkaAlert)
	shown, _ := s.asks(s.person("Dana"), "digest preview library")
	if told := shownWords(shown); told != english.digest.nothingNew {
		t.Errorf("told %s", told)
	}
	some := digest.Digest{Alerts: 3}
	for kind, want := range map[string]string{DigestWeekly: "", DigestLibrary: korean.digest.nothingNew} {
		if got := NothingToTell(some, kind, "ko"); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
	if got := NothingToTell(digest.Digest{New: []*matcher.Case{{}}}, DigestLibrary, "en"); got != "" {
		t.Errorf("with a new case: %s", got)
	}
}

// The first line names the last day of a week whose Sunday has no midnight.
func TestDigestTitleWithoutMidnight(t *testing.T) {
	plan, err := schedule.Parse("0 9 * * MON", "America/Santiago", schedule.Week)
	if err != nil {
		t.Fatal(err)
	}
	d := digest.Digest{}
	d.From, d.To = plan.Span(time.Date(2026, 9, 9, 12, 0, 0, 0, time.UTC))
	if got := (digestSayer{d: d, dw: korean.digest, kind: DigestWeekly}).title(); !strings.HasPrefix(got, "2026년 8월 31일 ~ 9월 6일") {
		t.Errorf("title: %s", got)
	}
}

// Somebody who ticks a box does not undo when and where another wanted the digest meanwhile, and
// a form that is worked on again does what it did.
func TestDigestBoxMeetsCommand(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	f := form{
		workspace: s.team(), user: dana, userTeam: s.team().Team, at: time.Now().Truncate(time.Millisecond), name: viewSettings,
		meta: `{"channel":"` + s.channel + `","lang":"en","digests":["monthly"]}`, values: map[string][]string{boxDigests: {DigestWeekly, DigestLibrary}},
	}
	if _, err := s.bot.subscribe(t.Context(), s.team(), s.channel, DigestWeekly, "30 7 * * TUE", "Asia/Seoul", "U9", f.at); err != nil {
		t.Fatal(err)
	}
	for n := range 2 { // the second time is after a crash
		told, err := s.bot.changeDigests(t.Context(), f, metaOf(f.meta))
		if want := "New cases in the library: comes from now on"; err != nil || len(told) != 1 || told[0] != want {
			t.Errorf("time %d: told %q, %v", n+1, told, err)
		}
	}
	all, err := s.bot.schedulesOf(t.Context(), s.team(), s.channel)
	if err != nil || len(all) != 2 || all[0].Kind != DigestLibrary || all[1].Cron != "30 7 * * TUE" || all[1].By != "U9" {
		t.Errorf("schedules: %+v, %v", all, err)
	}
	f.values[boxScope] = []string{ticked}
	f.values[boxDigests] = []string{DigestMonthly}
	told, err := s.bot.changeDigests(t.Context(), f, meta{Channel: s.channel, Lang: "ko", Digests: []string{DigestMonthly, DigestLibrary}})
	if err != nil || len(told) != 1 || !strings.HasSuffix(told[0], "(이 채널)") {
		t.Errorf("for the whole workspace: %q, %v", told, err)
	}
}
