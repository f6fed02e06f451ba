package bot

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

// Every reason has a sentence in each language.
func TestReasonsHaveWords(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "reason.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		text, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		n++
		value, _ := strconv.Unquote(text.Value)
		for lang, w := range map[string]*words{"English": &english, "Korean": &korean} {
			if w.ask.reasons[Reason(value)] == "" {
				t.Errorf("the reason %s has no sentence in %s", value, lang)
			}
		}
		return true
	})
	if n < 20 {
		t.Errorf("only %d reasons were found in reason.go", n)
	}
}

func TestVerbsDoNotCollide(t *testing.T) {
	seen := map[string]string{}
	for _, v := range verbs() {
		for _, name := range append(v.other, v.name) {
			if seen[name] != "" {
				t.Errorf("%s is a name of %s and of %s", name, seen[name], v.name)
			}
			seen[name] = v.name
			if name != strings.ToLower(name) {
				t.Errorf("%s is never found", name)
			}
		}
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		typed, name string
		want        bool
	}{
		{"recnt", "recent", true}, {"serach", "search", true}, {"settigns", "settings", true}, {"gmae", "game", true}, {"kafak", "kafka", true},
		{"compnent", "component", true}, {"game", "game", false}, {"research", "search", false}, {"main", "domain", false}, {"port", "org", false},
		{"", "show", false}, {"host", "org", false}, {"a", "add", false}, {"redis", "kafka", false}, {strings.Repeat("x", 5000), "search", false},
	} {
		if got := near(c.typed, c.name); got != c.want {
			t.Errorf("near(%.20q, %q) = %v", c.typed, c.name, got)
		}
	}
}

func TestPermalinks(t *testing.T) {
	for text, want := range map[string]string{
		"<https://acme.slack.com/archives/C1234/p1700000000000100>":                                                    "C1234/1700000000.000100",
		"https://acme.enterprise.slack.com/archives/C1234/p1700000000000200?thread_ts=1700000000.000100&amp;cid=C1234": "C1234/1700000000.000200/1700000000.000100",
		"https://acme.slack.com/archives/C1234/p1700000000000100?thread_ts=1700000000.000100":                          "C1234/1700000000.000100",
		"https://acme.slack.com/archives/C1234":                                                                        "",
		"p1700000000000100":                                                                                            "",
	} {
		p, _ := permalinkIn(text)
		if p.String() != want {
			t.Errorf("permalinkIn(%s) = %s, want %s", text, p, want)
		}
		if back, ok := readPermalink(want); want != "" && (!ok || back != p) {
			t.Errorf("readPermalink(%s) = %v", want, back)
		}
	}
}

// A person who asks again and again is answered twenty times in an hour, then told so, and
// answered again when the hour is over. An edit counts no second time.
func TestMostMentions(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana, eve := s.person("Dana"), s.person("Eve")
	ask := func(who string) string {
		s.pass(time.Second)
		before := len(s.script.String())
		ts, err := s.ws.Say(who, s.channel, "", "<@"+s.app.BotUser+"> kafka disk full")
		s.posted("ask", ts, err)
		return strings.TrimSpace(s.script.String()[before:])
	}
	for n := range mostMentions {
		if got := ask(dana); got != "ask: asked" {
			t.Fatalf("mention %d: %s", n+1, got)
		}
	}
	s.hear("ask", s.ws.EditAs(s.channel, s.stamps["ask"], s.body([]byte("@bot redis"), ""), true))
	if got := ask(dana); got != "ask: thread_full" {
		t.Errorf("one too many: %s", got)
	}
	if shown := s.ws.Ephemerals(dana, s.channel); len(shown) != 1 || !strings.Contains(string(shown[0]), english.ask.tooOften(mostMentions)) {
		t.Errorf("the person is told %s", shown)
	}
	if got := ask(eve); got != "ask: asked" {
		t.Errorf("somebody else: %s", got)
	}
	s.pass(time.Hour)
	if got := ask(dana); got != "ask: asked" {
		t.Errorf("an hour later: %s", got)
	}
}

// A thread that cannot be read is said to be so, in the thread.
func TestUnreadableThread(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	root, err := s.ws.Say(dana, s.channel, "", "anybody for lunch?")
	s.posted("root", root, err)
	s.ws.Fail(workspace.Fault{Method: "conversations.replies", Error: "missing_scope"})
	ts, err := s.ws.Say(dana, s.channel, root, "<@"+s.app.BotUser+">")
	s.posted("look", ts, err)
	if got := string(s.replyTo("root")["text"]); !strings.Contains(got, english.ask.unreadable) {
		t.Errorf("answered with %s", got)
	}
}

// The language set for a channel holds for all that is said there.
func TestChannelLanguage(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	dana := s.person("Dana")
	w := s.recordOf(first(s.alert(kafkaAlert))).Key.Workspace
	if err := s.store.Set(t.Context(), w, s.channel, setLanguage, "ko", dana, s.clock); err != nil {
		t.Fatal(err)
	}
	s.bot.channels.clear()
	for _, text := range []string{"recent", "help", "privacy", "zebra paint", "game score", "show K9"} {
		if shown, _ := s.asks(dana, text); languageOf(shownWords(shown)) != "ko" {
			t.Errorf("%s is answered with %s", text, shown)
		}
	}
}

func first(ts, _ string) string { return ts }

// shownWords is what the message says in short.
func shownWords(message string) string { return object([]byte(message)).text("text") }

// Nobody of another company forgets, plays or asks by a button, and who forgets is noted.
func TestForgetIsGuarded(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	rec := s.recordOf(first(s.alert(kafkaAlert)))
	if err := s.ws.Share(s.channel, true, ""); err != nil {
		t.Fatal(err)
	}
	dana := s.person("Dana")
	for n, action := range []string{actForget, actKnew, actNext, actAsk + "/0"} {
		c := click{
			workspace: rec.Key.Workspace, channel: s.channel, user: dana, userTeam: "T9OUTSIDE", action: action, id: action,
			value: map[string]string{actForget: "en", actKnew: "en 3 K1", actNext: "en", actAsk + "/0": `{"verb":"recent"}`}[action],
		}
		if err := s.bot.click(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		shown := s.ws.Ephemerals(dana, s.channel)
		if len(shown) != n+1 || !strings.Contains(string(shown[n]), english.ask.outsider) {
			t.Errorf("%s: shown %s", action, shown)
		}
	}
	if _, ok, _ := s.store.Get(t.Context(), rec.Key); !ok {
		t.Fatal("an outsider had it forgotten")
	}
	inside := click{workspace: rec.Key.Workspace, channel: s.channel, user: dana, userTeam: rec.Key.Workspace.Team, action: actForget, value: "en", id: "click/1", at: s.clock}
	for range 2 { // done again after a crash
		if err := s.bot.click(t.Context(), inside); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok, _ := s.store.Get(t.Context(), rec.Key); ok {
		t.Error("it is still there")
	}
	deeds, err := s.store.Deeds(t.Context(), rec.Key.Workspace, 10)
	if err != nil || len(deeds) != 1 || deeds[0].Actor != dana || deeds[0].Subject != s.channel {
		t.Errorf("noted: %+v, %v", deeds, err)
	}
}

// Each person is given all cases in an order of their own, never one twice in a row, and the
// same one when the same question is done again.
func TestDeal(t *testing.T) {
	var cases []*matcher.Case
	for n := range 7 {
		cases = append(cases, &matcher.Case{
			ID: fmt.Sprintf("G%d", n), Title: matcher.Text{En: fmt.Sprintf("Failure number %d", n)},
			SymptomsText: matcher.Text{En: "It is slow."}, Lessons: matcher.Text{En: "Look."},
		})
	}
	s := newStage(t, cases, Options{})
	deal := func(user string, n int) string {
		c := command{workspace: store.Workspace{Team: "T1"}, user: user, at: s.clock.Add(time.Duration(n) * time.Minute)}
		got, err := s.bot.deal(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.bot.deal(t.Context(), c)
		if err != nil || again != got {
			t.Errorf("done again it is %v, %v; want %s", again, err, got.ID)
		}
		return got.ID
	}
	orders := map[string]string{}
	for _, user := range []string{"U1", "U2"} {
		var seen []string
		for n := range 15 {
			id := deal(user, n)
			if n > 0 && seen[n-1] == id {
				t.Errorf("%s: %s twice in a row", user, id)
			}
			if n >= 7 && seen[n-7] != id {
				t.Errorf("%s: %s in the second round, not all cases in the first", user, id)
			}
			seen = append(seen, id)
		}
		orders[user] = strings.Join(seen, " ")
	}
	if orders["U1"] == orders["U2"] {
		t.Errorf("both get %s", orders["U1"])
	}
}

func TestHidden(t *testing.T) {
	c := &matcher.Case{
		ID: "IL-7", Org: "Acme", OrgSlug: "acme-corp", RootCause: "config-change", Components: []string{"kafka", "api-gateway"},
		Title: matcher.Text{En: "Kafka stops", Ko: "카프카 중단"},
	}
	for text, want := range map[string]string{
		"Acme's kafka and the API gateway lag":   "▒▒▒'s ▒▒▒ and the ▒▒▒ lag",
		"Acme의 Kafka가 느리다":                       "▒▒▒의 ▒▒▒가 느리다",
		"a config change at acme-corp, see IL-7": "a ▒▒▒ at ▒▒▒, see ▒▒▒",
		"Acmeville and kafkaesque stay":          "Acmeville and kafkaesque stay",
		"카프카 중단 알림":                              "▒▒▒ 알림",
		"":                                       "",
	} {
		if got := hidden(text, c); got != want {
			t.Errorf("hidden(%q) = %q, want %q", text, got, want)
		}
	}
}
