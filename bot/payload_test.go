package bot

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"incidentlib/matcher"
)

// checkCalls looks at everything a bot sent in a test: whatever the story, nothing in it may
// call or mislead anybody, and no message is without its text.
func (s *stage) checkCalls() {
	for _, c := range s.ws.Calls() {
		if !slices.Contains([]string{"chat.postMessage", "chat.update", "chat.postEphemeral", "response_url", "views.open", "views.push", "views.update", "views.publish"}, c.Method) {
			continue
		}
		var args map[string]any
		if err := json.Unmarshal(c.Args, &args); err != nil {
			s.t.Errorf("%s: %v", c.Method, err)
			continue
		}
		for _, name := range []string{"blocks", "view"} { // in a form these are JSON in a string
			if text, ok := args[name].(string); ok {
				var v any
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					s.t.Errorf("%s: %s: %v", c.Method, name, err)
				}
				args[name] = v
			}
		}
		for _, fault := range faultsOf(c.Method, args) {
			s.t.Errorf("%s: %.500s\n%.500s", c.Method, fault, c.Args)
		}
	}
	for _, n := range s.ws.Notices() {
		if n.By == s.app.BotUser || n.By == s.app.BotID {
			s.t.Errorf("the bot calls %s: %s", n.Who, n.How)
		}
	}
}

var (
	callsSomebody = regexp.MustCompile(`<(![^d]|!d[^a]|[@#])`) // all but <!date
	channelNamed  = regexp.MustCompile(`<#C[0-9A-Z]+>`)
	besideHangul  = regexp.MustCompile("[*_~`]\\p{Hangul}|\\p{Hangul}[*_~`]")
)

func faultsOf(method string, args map[string]any) (faults []string) {
	add := func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)) }
	if !strings.HasPrefix(method, "views.") {
		text, _ := args["text"].(string)
		if strings.TrimSpace(text) == "" || strings.ContainsAny(text, "<>") || besideHangul.MatchString(text) {
			add("top-level text %q", text)
		}
		if fmt.Sprintf("%v %v %v", args["unfurl_links"], args["unfurl_media"], args["parse"]) != "false false none" {
			add("it may unfurl or parse")
		}
	}
	for _, name := range []string{"link_names", "username", "icon_url", "icon_emoji", "mrkdwn"} {
		if _, ok := args[name]; ok {
			add("has %s", name)
		}
	}
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case string:
			if method == "views.publish" { // the Home tab names channels, which calls nobody
				v = channelNamed.ReplaceAllString(v, "")
			}
			if fault := unfit(v); fault != "" {
				add("%s: %q", fault, v)
			}
		case []any:
			for _, e := range v {
				look(e)
			}
		case map[string]any:
			if text, _ := v["text"].(string); v["type"] == "mrkdwn" && (v["verbatim"] != true || besideHangul.MatchString(text)) {
				add("mrkdwn that is not verbatim, or marks beside Hangul: %v", v)
			}
			for name, e := range v {
				if name != "value" && name != "private_metadata" && name != "metadata" { // which only the bot reads
					look(e)
				}
			}
		}
	}
	look(args)
	return faults
}

// unfit says what is wrong with a string that is shown, "" for a good one. The word joiner, which
// disarms what Slack might read as its own, is the one thing in it that nobody sees.
func unfit(s string) string {
	unseen := func(r rune) bool {
		return r != '\u2060' && r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
	}
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, utf8.RuneError):
		return "not valid"
	case callsSomebody.MatchString(s):
		return "calls somebody"
	case utf8.RuneCountInString(s) > 3000:
		return "too long"
	case strings.ContainsFunc(s, unseen):
		return "holds what nobody sees"
	}
	return ""
}

// Cases of any size and in any writing are shown, in a reply, in a modal and as an answer.
func TestAnyCaseFitsSlack(t *testing.T) {
	for name, text := range map[string]string{
		"long":     strings.Repeat("Restart the broker and expand the volume. ", 200),
		"Korean":   "a" + strings.Repeat("가나다 ", 2000),
		"fenced":   strings.Repeat("run:\n```\ndf -h\n```\nthen *restart*", 90),
		"Markdown": strings.Repeat("# Fix\n**Expand** it, see [runbook](https://wiki.example.com/kafka)\n| a | b |\n|---|---|\n| 1 | 2 |\n", 40),
		"hostile":  strings.Repeat("<!channel> <@U0CEO> @here <https://evil.example|https://bank.example> & </script> \u202e\x00\xff ", 60),
		"emoji":    strings.Repeat("👩‍👩‍👧‍👦🇰🇷", 800),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both := matcher.Text{En: text, Ko: text}
			c := &matcher.Case{
				ID: "K1", Title: matcher.Text{En: "Kafka disk " + text}, Org: text[:60], Date: "2025", Domain: []string{text[:60]},
				Summary: both, SymptomsText: both, Trigger: both, Detection: both, Lessons: both, URL: "https://example.com/" + strings.Repeat("x", 2000),
				Signals: []string{"NodeFilesystemSpaceFillingUp"}, Symptoms: []string{"disk-full"}, Components: []string{"kafka"},
			}
			for range 30 {
				c.Signals = append(c.Signals, "signal "+text)
				c.Remediation = append(c.Remediation, matcher.Step{Text: both})
				c.ActionItems = append(c.ActionItems, matcher.Step{Text: both})
				c.Checks = append(c.Checks, matcher.Check{Text: both, Command: text, Confirms: both, RulesOut: both})
			}
			s := newStage(t, []*matcher.Case{c}, Options{})
			dana := s.person("Dana")
			ts, why := s.alert(kafkaAlert)
			if why != "answered" {
				t.Fatalf("ended with %s", why)
			}
			if _, why := s.alert(kafkaAlert); why != "repeat" {
				t.Errorf("the repeat ended with %s", why)
			}
			if err := s.ws.Click(dana, s.channel, object(s.ws.Thread(s.channel, ts)[1]).text("ts"), actDetails); err != nil {
				t.Fatal(err)
			}
			s.wait("the case to open", func() bool { return len(s.ws.Views(dana)) > 0 })
			if shown, _ := s.asks(dana, "show K1"); !strings.Contains(shown, "K1") {
				t.Errorf("show K1: %s", shown)
			}
			asked, err := s.ws.Say(dana, s.channel, "", "<@"+s.app.BotUser+"> show K1")
			s.posted("mention", asked, err)
			if told := s.script.String(); !strings.HasSuffix(told, "mention: asked\n") {
				t.Errorf("asked by mention: %s", told)
			}
		})
	}
}

// A case whose text names people, and an alert that does, end up calling nobody.
func TestHostileAlert(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	outsider := s.ws.AddUser("Boss")
	body := fmt.Sprintf(`{"text":"[FIRING:1] NodeFilesystemSpaceFillingUp <!channel> <!here|here> <@%s> *x* `+"`y`"+` <https://evil.example|kafka>","attachments":[{"pretext":"<!channel> <@%[1]s>","title":"kafka <!subteam^S1|@oncall>"}]}`, outsider)
	if _, why := s.alert(body); why != "answered" {
		t.Fatalf("ended with %s", why)
	}
	if len(s.ws.Notices()) == 0 {
		t.Error("the alert itself calls nobody: the test shows nothing")
	}
	var by []string
	for _, n := range s.ws.Notices() {
		by = append(by, n.By)
	}
	if slices.Contains(by, s.app.BotUser) || slices.Contains(by, s.app.BotID) {
		t.Errorf("called by %v", by)
	}
}
