package bot

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"incidentlib/bot/workspace"
)

func TestParseRequest(t *testing.T) {
	for text, want := range map[string]request{
		"":                        {},
		"   ":                     {},
		"HELP":                    {},
		"도움말":                     {},
		"search":                  {}, // a command with nothing after it asks for help
		"show":                    {},
		" Search  kafka ":         {Find: "kafka"},
		"show il-0461":            {Show: "il-0461"},
		"show me kafka errors":    {Find: "show me kafka errors"},
		"disk full":               {Find: "disk full"},
		strings.Repeat("가", 5000): {Find: strings.Repeat("가", maxAsked-1) + "…"},
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
		r := shareable(help("en"), parseRequest(text), &english)
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
