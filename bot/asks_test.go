package bot

import (
	"strings"
	"testing"
	"time"

	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// What stands in a message is not the grammar of a search: the tags and options of an alert
// narrow nothing and leave nothing out.
func TestShortcutOnTags(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	for _, extra := range []string{"lang:java", "component:checkout org:acme", "-kafka restarted", `"no such words"`, "since:yesterday", strings.Repeat("-x ", 30)} {
		ts, _ := s.alert(`{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp: kafka broker disk full ` + strings.ReplaceAll(extra, `"`, `\"`) + `"}`)
		shown, _ := s.shown(dana, func() error { return s.ws.Shortcut(dana, s.channel, ts, shortcutSimilar) })
		if !strings.Contains(shown, "Kafka broker disk full") {
			t.Errorf("%s: %s", extra, shown)
		}
	}
}

// quiet is asked for by each of its names, with a sign behind the mention, and by the button of
// "did you mean".
func TestQuietByAnyName(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "ko"})
	dana := s.person("Dana")
	s.alert(kafkaAlert)
	for _, text := range []string{"알림끄기", "조용히", "quiet", "mute"} {
		if shown, _ := s.asks(dana, text); !strings.Contains(shown, korean.quiet.none) {
			t.Errorf("%s: %s", text, shown)
		}
	}
	for _, text := range []string{"알림끄기 마지막 2시간", "조용히 last 2h", "mute last for 2h"} {
		if shown, _ := s.asks(dana, text); !strings.Contains(shown, korean.quiet.undo) {
			t.Errorf("%s: %s", text, shown)
		}
	}
	shown, ts := s.asks(dana, "quite last 2h")
	if !strings.Contains(shown, "last 2h") {
		t.Fatalf("not meant: %s", shown)
	}
	shown, _ = s.shown(dana, func() error { return s.ws.Click(dana, s.channel, ts, actAsk+"/0") })
	if !strings.Contains(shown, korean.quiet.undo) {
		t.Errorf("button: %s", shown)
	}
	for _, text := range []string{": quiet", ", quiet", "조용히"} {
		ts, err := s.ws.Say(dana, s.channel, "", "<@"+s.app.BotUser+">"+text)
		s.posted("ask", ts, err)
		if got := string(s.replyTo("ask")["text"]); strings.Contains(got, "last") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// A phone begins words with capital letters: what is meant stays the same.
func TestCapitalWords(t *testing.T) {
	for text, want := range map[string]request{
		"Forget Channel": {Verb: "forget", Of: "channel"}, "FORGET LAST": {Verb: "forget", Of: "last"}, "Game Score": {Verb: "game", Of: "score"},
		"Quiet Last 2h": {Verb: "quiet", Of: "last 2h"}, "Why Last": {Verb: "why", Of: "last"}, "Show IL-0461": {Verb: "show", Of: "IL-0461"},
	} {
		if got := parseRequest(text); got != want {
			t.Errorf("parseRequest(%q) = %+v", text, got)
		}
	}
}

// Who asks in Korean gets the forms in Korean where no language is set.
func TestFormsInLanguageOfRequest(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	for text, want := range map[string]string{
		"설정": korean.settings.title, "settings": english.settings.title, "추가": korean.own.title, "추가 주문이 안 됩니다": korean.own.title, "add": english.own.title,
	} {
		if err := s.ws.Command(dana, s.channel, "/incidentlib "+text); err != nil {
			t.Fatal(err)
		}
		s.wait("a form", func() bool { return len(s.ws.Views(dana)) > 0 })
		view := s.ws.Views(dana)[0]
		if title := object(object(view)["title"]).text("text"); title != want {
			t.Errorf("%s opens %s", text, title)
		}
		if err := s.ws.CloseView(dana, object(view).text("id")); err != nil {
			t.Fatal(err)
		}
	}
}

// What is kept of a channel is told and forgotten also where the bot is switched off.
func TestForgetWhereOff(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	rec := s.recordOf(first(s.alert(kafkaAlert)))
	s.set(s.channel, setMode, ChannelOff)
	for text, want := range map[string]string{
		"privacy": english.ask.keptHere, "forget channel": english.ask.sureText, "kafka": english.settings.off, "digest now": english.settings.off,
	} {
		if shown, _ := s.asks(dana, text); !strings.Contains(shown, want) {
			t.Errorf("%s: %s", text, shown)
		}
	}
	_, ts := s.asks(dana, "forget channel")
	s.shown(dana, func() error { return s.ws.Click(dana, s.channel, ts, actForget) })
	if _, ok, _ := s.store.Get(t.Context(), rec.Key); ok {
		t.Error("it is still there")
	}
}

func TestNearKorean(t *testing.T) {
	for _, c := range []struct {
		typed, name string
		want        bool
	}{
		{"성정", "설정", true}, {"삭재", "삭제", true}, {"다이제스트", "다이제스트", false}, {"다이재스트", "다이제스트", true}, {"최신", "최근", false},
		{"왜", "왜", false}, {"와", "왜", false}, {"설정값", "설정", false}, {"메모", "메모:", false}, {"mute", "mute", false}, {"", "설정", false},
	} {
		if got := nearKorean(c.typed, c.name); got != c.want {
			t.Errorf("nearKorean(%q, %q) = %v", c.typed, c.name, got)
		}
	}
}

// Slips of the fingers in Korean get "did you mean" too, with what stands behind the verb.
func TestMeantInKorean(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	s.alert(kafkaAlert)
	for text, want := range map[string]string{
		"삭재 채널": "삭제 채널", "조용희 마지막 2시간": "조용히 마지막 2시간", "다이재스트 월간": "다이제스트 월간", "계임 점수": "게임 점수", "forgt Channel": "forget channel",
	} {
		if shown, _ := s.asks(dana, text); !strings.Contains(shown, want) {
			t.Errorf("%s: %s", text, shown)
		}
	}
}

// What somebody shares stands in the channel once, also where Slack's answer is lost, and where
// the bot is not in the channel.
func TestSharedOnce(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string][]workspace.Fault{
		"an answer is lost": {{Method: "chat.postMessage", Times: 1, LoseAnswer: true}},
		"not a member": {
			{Method: "chat.postMessage", Error: "not_in_channel"}, {Method: "response_url", Times: 1, LoseAnswer: true},
			{Method: "chat.postEphemeral", Error: "not_in_channel"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, kafka(), Options{Language: "en"})
			dana := s.person("Dana")
			s.clock = time.Now() // what was posted is looked for by the clock of the bot
			s.pass(0)
			_, ts := s.asks(dana, "NodeFilesystemSpaceFillingUp")
			for _, f := range faults {
				s.ws.Fail(f)
			}
			if err := s.ws.Click(dana, s.channel, ts, actShare); err != nil {
				t.Fatal(err)
			}
			s.wait("the answer", func() bool { return len(s.ws.Messages(s.channel)) > 0 })
			s.rest()
			n := 0
			for _, raw := range s.ws.Messages(s.channel) {
				n += strings.Count(string(object(raw)["text"]), "Kafka broker disk full")
			}
			if n != 1 {
				t.Errorf("it stands there %d times", n)
			}
		})
	}
}

// A message that was named by its link stays named in what was meant.
func TestMeantWithLink(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	s.alert(ringAlert)
	link := "https://acme.slack.com/archives/" + s.channel + "/p" + strings.ReplaceAll(ts, ".", "")
	for _, c := range []struct{ typed, shown, then string }{
		{"wyh " + link, "why …", "NodeFilesystemSpaceFillingUp"}, {"quite " + link + " 2h", "quiet … 2h", "NodeFilesystemSpaceFillingUp"},
	} {
		shown, answered := s.asks(dana, c.typed)
		if !strings.Contains(shown, c.shown) {
			t.Fatalf("%s: %s", c.typed, shown)
		}
		if shown, _ = s.shown(dana, func() error { return s.ws.Click(dana, s.channel, answered, actAsk+"/0") }); !strings.Contains(shown, c.then) {
			t.Errorf("%s: then %s", c.typed, shown)
		}
	}
}

// Who shares a case that is gone is told so.
func TestShareWhatIsGone(t *testing.T) {
	s := newStage(t, kafka(), Options{Language: "en"})
	dana := s.person("Dana")
	s.teaches(dana, ring())
	_, ts := s.asks(dana, "show OWN-0001")
	own, _, err := s.store.OwnCase(t.Context(), s.team(), "OWN-0001")
	if err != nil {
		t.Fatal(err)
	}
	own.Body, own.At = "", time.Now()
	s.keepOwn(own)
	s.bot.owners.forgetAll()
	if shown, _ := s.shown(dana, func() error { return s.ws.Click(dana, s.channel, ts, actShare) }); !strings.Contains(shown, english.noSuchCase("OWN-0001")) {
		t.Errorf("shown: %s", shown)
	}
}

// Korean answers name symptoms and ways to fail in Korean, and say in Korean that people voted.
func TestNamesInKorean(t *testing.T) {
	one := &matcher.Case{ID: "K1", Title: matcher.Text{En: "Kafka broker disk full"}, Signals: []string{"NodeFilesystemSpaceFillingUp"}, Components: []string{"kafka"}, Symptoms: []string{"disk-full"}, RootCause: "config-change", Lessons: matcher.Text{En: "Look."}}
	two := &matcher.Case{ID: "K2", Title: matcher.Text{En: "Redis disk full"}, Components: []string{"redis"}, Symptoms: []string{"disk-full"}, RootCause: "config-change"}
	s := newStage(t, []*matcher.Case{one, two}, Options{Language: "ko"})
	dana := s.person("Dana")
	shown, _ := s.asks(dana, "유사 K1")
	if strings.Contains(shown, "disk-full") || strings.Contains(shown, "config-change") || !strings.Contains(shown, korean.ask.inCommon) {
		t.Errorf("similar: %s", shown)
	}
	found := quoted([]matcher.Evidence{
		{Kind: matcher.ByVote, Found: "votes on alerts like this one: 2"}, {Kind: matcher.ByMeaning, Found: "table full", Name: matcher.Text{En: "table full", Ko: "테이블 고갈"}},
	}, 4, &korean, "ko")
	if want := korean.ask.voted + ", 테이블 고갈"; strings.Join(found, ", ") != want {
		t.Errorf("found %q, want %q", found, want)
	}
	if got := lacked(Lacks{Symptoms: []string{"disk-full"}}, s.bot.names("ko")); got == "disk-full" || got == "" {
		t.Errorf("lacked: %s", got)
	}
}
