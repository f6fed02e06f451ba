package bot

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"incidentlib/bot/workspace"
)

func TestParseRequest(t *testing.T) {
	search := func(text string) request { return request{Verb: "search", Of: text} }
	for text, want := range map[string]request{
		"":      {},
		"   ":   {},
		" , : ": {},
		"HELP":  {Verb: "help"},
		"?":     {Verb: "help"},
		"도움말":   {Verb: "help"},
		"\u1103\u1169\u110b\u116e\u11b7\u1106\u1161\u11af": {Verb: "help"}, // 도움말, as a Mac writes it
		"he\u200blp\u202e":                      {Verb: "help"},
		": help":                                {Verb: "help"},
		"help search":                           {Verb: "help", Of: "search"},
		"도움말 버튼":                                {Verb: "help", Of: "버튼"},
		"help me my disk is full":               search("help me my disk is full"),
		"search":                                {Verb: "search"},
		" Search  kafka ":                       search("kafka"),
		"검색 카프카 디스크":                            search("카프카 디스크"),
		"show":                                  {Verb: "show"},
		"show il-0461":                          {Verb: "show", Of: "il-0461"},
		"보기 IL-0461":                            {Verb: "show", Of: "IL-0461"},
		"show me kafka errors":                  search("show me kafka errors"),
		"similar IL-0461":                       {Verb: "similar", Of: "IL-0461"},
		"similar outage to last week":           search("similar outage to last week"),
		"why":                                   {Verb: "why"},
		"왜 마지막":                                 {Verb: "why", Of: "last"},
		"why is kafka slow":                     search("why is kafka slow"),
		"왜 카프카가 느린가요":                           search("왜 카프카가 느린가요"),
		"recent":                                {Verb: "recent"},
		"recent 5":                              {Verb: "recent", Of: "5"},
		"recent kafka outage":                   search("recent kafka outage"),
		"random":                                {Verb: "random"},
		"random pods restart":                   search("random pods restart"),
		"add":                                   {Verb: "add"},
		"add node failed":                       {Verb: "add", Of: "node failed"},
		"note: it was the cache":                {Verb: "note:", Of: "it was the cache"},
		"note that it is slow":                  search("note that it is slow"),
		"quiet":                                 {Verb: "quiet"},
		"quiet last 24h":                        {Verb: "quiet", Of: "last 24h"},
		"quiet last until resolved":             {Verb: "quiet", Of: "last until resolved"},
		"quiet period on kafka":                 search("quiet period on kafka"),
		"settings":                              {Verb: "settings"},
		"settings change broke dns":             search("settings change broke dns"),
		"설정 변경 후 장애":                            search("설정 변경 후 장애"),
		"digest":                                {Verb: "digest"},
		"digest now":                            {Verb: "digest", Of: "now"},
		"digest subscribe 0 9 * * 1 Asia/Seoul": {Verb: "digest", Of: "subscribe 0 9 * * 1 Asia/Seoul"},
		"다이제스트 미리보기":                            {Verb: "digest", Of: "미리보기"},
		"digest auth fails":                     search("digest auth fails"),
		"privacy":                               {Verb: "privacy"},
		"forget":                                {Verb: "forget"},
		"forget channel":                        {Verb: "forget", Of: "channel"},
		"삭제 채널":                                 {Verb: "forget", Of: "channel"},
		"forget password mail is not sent":      search("forget password mail is not sent"),
		"game":                                  {Verb: "game"},
		"game score":                            {Verb: "game", Of: "score"},
		"게임 점수":                                 {Verb: "game", Of: "score"},
		"game server lag":                       search("game server lag"),
		"disk full":                             search("disk full"),
		strings.Repeat("가", 5000):               search(strings.Repeat("가", maxAsked-1) + "…"),
	} {
		if got := parseRequest(text); got != want {
			t.Errorf("parseRequest(%.40q) = %+v, want %+v", text, got, want)
		}
	}
}

// asks has a person ask, waits for what only they see, and returns it with its time stamp.
func (s *stage) asks(user, text string) (shown, ts string) {
	s.t.Helper()
	return s.shown(user, func() error { return s.ws.Command(user, s.channel, "/incidentlib "+text) })
}

// shown does something and waits for what only that person sees of it.
func (s *stage) shown(user string, do func() error) (shown, ts string) {
	s.t.Helper()
	before := len(s.ws.Ephemerals(user, s.channel))
	if err := do(); err != nil {
		s.t.Fatal(err)
	}
	s.wait("an answer", func() bool { return len(s.ws.Ephemerals(user, s.channel)) > before })
	all := s.ws.Ephemerals(user, s.channel)
	return string(all[len(all)-1]), object(all[len(all)-1]).text("ts")
}

func TestAnswerWithoutResponseURL(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	s.ws.Fail(workspace.Fault{Method: "response_url", Status: http.StatusNotFound})
	if shown, _ := s.asks(s.person("Dana"), "NodeFilesystemSpaceFillingUp"); !strings.Contains(shown, "Kafka broker disk full") {
		t.Errorf("shown: %s", shown)
	}
	if n := s.calls("response_url"); n > 3 {
		t.Errorf("%d calls of a response URL that is gone", n)
	}
}

// A click that is dealt with too late for a modal still shows the case.
func TestDetailsTooLate(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	ts, _ := s.alert(kafkaAlert)
	s.ws.Fail(workspace.Fault{Method: "views.open", Error: "expired_trigger_id"})
	reply := object(s.ws.Thread(s.channel, ts)[1]).text("ts")
	shown, _ := s.shown(dana, func() error { return s.ws.Click(dana, s.channel, reply, actDetails) })
	if !strings.Contains(shown, "Kafka broker disk full") {
		t.Errorf("shown: %s", shown)
	}
}

func TestNotShared(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*stage) error
		want string
	}{
		{"other companies read the channel", func(s *stage) error { return s.ws.Share(s.channel, true, "") }, english.outside},
		{"it cannot be told who reads the channel", func(s *stage) error {
			s.ws.Fail(workspace.Fault{Method: "conversations.info", Error: "missing_scope"})
			return nil
		}, english.readers},
		{"Slack no longer takes it", func(s *stage) error {
			s.ws.Fail(workspace.Fault{Method: "chat.postMessage", Error: "not_in_channel"})
			s.ws.Fail(workspace.Fault{Method: "response_url", Status: http.StatusNotFound})
			return nil
		}, english.tooLate},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, kafka(), Options{})
			dana := s.person("Dana")
			_, ts := s.asks(dana, "NodeFilesystemSpaceFillingUp")
			if err := c.do(s); err != nil {
				t.Fatal(err)
			}
			before := len(s.ws.Messages(s.channel))
			if shown, _ := s.shown(dana, func() error { return s.ws.Click(dana, s.channel, ts, actShare) }); !strings.Contains(shown, c.want) {
				t.Errorf("the person is shown %s, want %q", shown, c.want)
			}
			if now := s.ws.Messages(s.channel); len(now) > before {
				t.Errorf("shared: %s", now[len(now)-1])
			}
		})
	}
}

// A button must fit Slack, whatever was asked.
func TestShareButtonFits(t *testing.T) {
	for _, text := range []string{strings.Repeat("가", 5000), strings.Repeat("\"\\<", 5000), strings.Repeat("\"", 5000), strings.Repeat("😀", 5000)} {
		r := shareable(overview(&english, "en"), parseRequest(text), &english)
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var sent struct {
			Blocks []struct {
				Elements []struct {
					Action string `json:"action_id"`
					Value  string `json:"value"`
				} `json:"elements"`
			} `json:"blocks"`
		}
		if err := json.Unmarshal(raw, &sent); err != nil {
			t.Fatal(err)
		}
		last := sent.Blocks[len(sent.Blocks)-1].Elements[0]
		if last.Action != actShare || len([]rune(last.Value)) > 2000 {
			t.Errorf("asked %.9q…: button %q carries %d code points", text, last.Action, len([]rune(last.Value)))
		}
	}
}
