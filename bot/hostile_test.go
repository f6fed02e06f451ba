package bot

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"incidentlib/bot/store"
)

// hostileParts are what texts are made of that try to call somebody, to break a block, or to
// pass for something else.
func hostileParts(s *stage) []string {
	self := s.app.BotUser
	return []string{
		"<!channel>", "<!here|here>", "<!everyone>", "<@U0CEO>", "<@" + self + ">", "<@" + self + "|bot>", "<#C1|general>", "<!subteam^S1|@oncall>", "@here", "@channel", "@U0CEO",
		"<https://evil.example|https://bank.example>", "<javascript:alert(1)|x>", "<mailto:a@b.c|x>", "https://acme.slack.com/archives/" + s.channel + "/p1762160460000000", "https://acme.slack.com/archives/C0X/p1762160460000000?thread_ts=1762160460.000000&amp;cid=C0X",
		"&lt;!channel&gt;", "&amp;lt;", "<", ">", "<!", "<@", "|", "<!date^1^{date}|x>",
		"\u202e", "\u200b", "\u200d", "\u2066", "\ufeff", "\x00", "\x1b[31m", "\x07", "\xff\xfe", "\ufffd", "\u2028",
		"`", "```", "``` \n", "*", "_", "~", "*bold*", "> quote", "\n", "\n\n", "\t", `"`, `\`, `{"a":1}`, "]]", "$(id)", "'; DROP TABLE records;--",
		norm.NFD.String("디스크 가득 참"), norm.NFD.String("도움말"), "카프카", "ㅋㅋㅋ", "👩‍👩‍👧‍👦", "🇰🇷", "ﷺ", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L",
		"search", "show", "similar", "why", "recent", "random", "game", "add", "note:", "quiet", "settings", "digest", "privacy", "forget", "help", "look", "검색", "왜", "최근", "삭제", "채널", "게임", "점수",
		"K1", "K9", "last", "channel", "now", "score", "buttons", "5", "24h", "component:", "component:kafka", "compnent:kafak", "since:yesterday", "lang:xx", "-", "-kafka", `"kafka`, `"disk full"`, "symptom:\"", ":", ",",
		"NodeFilesystemSpaceFillingUp", "kafka", "disk full", "password=hunter2", "xoxb-123-456-abcDEF",
		strings.Repeat("A", 4000), strings.Repeat("가", 3000), strings.Repeat("<!channel>", 300), strings.Repeat("component:x ", 40), strings.Repeat("`", 500), strings.Repeat("\n", 500), strings.Repeat("&amp;", 1000),
	}
}

// However hostile a text is, a person who types it gets an answer: one that calls nobody, and
// that Slack takes.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	texts := 10_000
	if testing.Short() {
		texts = 500
	}
	s := newStage(t, kafka(), Options{})
	s.alert(kafkaAlert)
	dana := s.person("Dana")
	parts := hostileParts(s)
	r := rand.New(rand.NewPCG(6, 10_000))
	for n := range texts {
		var typed strings.Builder
		for range 1 + r.IntN(7) {
			typed.WriteString(parts[r.IntN(len(parts))])
			if r.IntN(3) > 0 {
				typed.WriteString(" ")
			}
		}
		text := typed.String()
		c := command{workspace: store.Workspace{Team: "T00000001"}, channel: s.channel, user: dana, text: text, id: fmt.Sprint(n), at: s.clock}
		if n%2 == 1 { // as a mention, every other one in a thread
			c.ts, c.thread = fmt.Sprintf("1762170000.%06d", n), []string{"", s.threadStamp()}[n/2%2]
		}
		asked := s.bot.read(text)
		if asked.Verb == "" && c.thread != "" {
			asked.Verb = "look"
		}
		a, err := s.bot.reply(t.Context(), asked, c)
		if err != nil {
			t.Fatalf("%.200q: %v", text, err)
		}
		if len(a.Blocks.BlockSet) == 0 {
			t.Fatalf("%.200q: no answer", text)
		}
		if a.again != (request{}) {
			a.Reply = shareable(a.Reply, a.again, &english)
		}
		if fault := faultOfReply(a.Reply); fault != "" {
			t.Errorf("%.200q: %s", text, fault)
		}
		if n%50 == 0 { // the look-alike takes what Slack takes
			if err := s.bot.desk.whisper(t.Context(), s.channel, dana, a.Reply); err != nil {
				t.Errorf("%.200q: %v", text, err)
			}
		}
	}
}

// threadStamp is that of the alert that the stage began with.
func (s *stage) threadStamp() string {
	for _, raw := range s.ws.Messages(s.channel) {
		if m := object(raw); m.text("thread_ts") != "" {
			return m.text("thread_ts")
		}
	}
	return ""
}

// faultOfReply is the first thing in a reply that Slack would refuse, or that could call somebody.
func faultOfReply(r Reply) string {
	raw, err := json.Marshal(map[string]any{
		"text": r.Text, "blocks": r.Blocks.BlockSet, "unfurl_links": "false", "unfurl_media": "false", "parse": "none",
	})
	if err != nil {
		return err.Error()
	}
	var args map[string]any
	if err := json.Unmarshal(raw, &args); err != nil {
		return err.Error()
	}
	for _, fault := range faultsOf("chat.postMessage", args) {
		return fmt.Sprintf("%.300s", fault)
	}
	blocks, _ := args["blocks"].([]any)
	if len(blocks) > 50 {
		return "too many blocks"
	}
	return emptyText(args)
}

// emptyText finds a text without any characters, a button that carries too much, and two
// elements of a block with one name.
func emptyText(v any) string {
	switch v := v.(type) {
	case []any:
		seen := map[any]bool{}
		for _, e := range v {
			if m, ok := e.(map[string]any); ok && m["action_id"] != nil {
				if seen[m["action_id"]] {
					return fmt.Sprint("twice: ", m["action_id"])
				}
				seen[m["action_id"]] = true
			}
			if fault := emptyText(e); fault != "" {
				return fault
			}
		}
	case map[string]any:
		if text, ok := v["text"].(string); ok && text == "" {
			return fmt.Sprint("an empty text in ", v)
		}
		if value, ok := v["value"].(string); ok && len([]rune(value)) > 2000 {
			return "a button carries too much"
		}
		for _, e := range v {
			if fault := emptyText(e); fault != "" {
				return fault
			}
		}
	}
	return ""
}

// Through Slack's own ways: typed as a command and as a mention, each is answered once.
func TestHostileTextsThroughSlack(t *testing.T) {
	t.Parallel()
	s := newStage(t, kafka(), Options{})
	parts := hostileParts(s)
	for i, part := range parts {
		dana := s.person(fmt.Sprint("Dana", i/15)) // nobody asks too often
		s.asks(dana, "kafka "+part+" "+parts[(i*7)%len(parts)])
		s.pass(1e9)
		ts, err := s.ws.Say(dana, s.channel, "", "<@"+s.app.BotUser+"> "+part+" "+parts[(i*13)%len(parts)])
		s.posted("mention", ts, err)
		s.replyTo("mention")
	}
}
