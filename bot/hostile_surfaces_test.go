package bot

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"
)

var hostileTexts = flag.Int("hostile", 200, "texts that TestHostileSurfaces sends through the surfaces of the bot")

const known = "NodeFilesystemSpaceFillingUp" // of kafka()

// attack sends hostile texts through Slack's own ways.
type attack struct {
	*stage
	r       *rand.Rand
	parts   []string
	sent    int // texts
	round   int
	replies int    // to alerts
	kim     string // who clicks
	dana    string // who writes
}

// text is the next hostile text, of at most so many code points; 0 is any length.
func (a *attack) text(most int) string {
	a.sent++
	var b strings.Builder
	for range 1 + a.r.IntN(5) {
		b.WriteString(a.parts[a.r.IntN(len(a.parts))])
		if a.r.IntN(3) > 0 {
			b.WriteString(" ")
		}
	}
	if most == 0 {
		return b.String()
	}
	return cut(strings.ToValidUTF8(b.String(), "\ufffd"), most)
}

// alertBody is an alert about a signal with hostile texts in one of the places where tools put theirs.
func (a *attack) alertBody(signal string) []byte {
	head := fmt.Sprintf("[FIRING:1] %s: %[1]s refuses work", signal)
	if signal == known {
		head = fmt.Sprintf("[FIRING:1] %s: kafka disk full on kafka-broker-2", signal)
	}
	end := fmt.Sprintf("\ninstance: shop-%d", a.round)
	v := map[string]any{}
	switch a.round % 4 {
	case 0:
		v["text"] = head + end + "\n" + a.text(0)
	case 1:
		v["text"] = ""
		v["attachments"] = []any{map[string]any{
			"title": head, "fallback": a.text(0), "pretext": a.text(0), "text": end + "\n" + a.text(0),
			"fields": []any{map[string]any{"title": a.text(200), "value": a.text(0)}}, "footer": a.text(300),
		}}
	case 2:
		v["blocks"] = []any{
			map[string]any{"type": "section", "text": map[string]any{"type": "mrkdwn", "text": head + end + "\n" + a.text(0)}},
			map[string]any{"type": "rich_text", "elements": []any{map[string]any{"type": "rich_text_section", "elements": []any{map[string]any{"type": "text", "text": a.text(0)}}}}},
			map[string]any{"type": "context", "elements": []any{map[string]any{"type": "plain_text", "text": a.text(0)}}},
		}
	case 3:
		v["text"] = head + " " + a.text(100) + end // in the title itself
	}
	raw, err := json.Marshal(v)
	if err != nil {
		a.t.Fatal(err)
	}
	return raw
}

// answered posts an alert and returns the time stamp of the reply. One that is like a shipped case
// must be answered; a case of a thousand words that people wrote may be too thin for an answer.
func (a *attack) answered(signal string) (reply string) {
	a.t.Helper()
	body := a.alertBody(signal)
	ts, why := a.alert(string(body))
	if why == string(Weak) && signal != known {
		return ""
	}
	if why != string(Answered) {
		a.t.Errorf("%s of %.600q", why, body)
		return ""
	}
	a.replies++
	thread := a.ws.Thread(a.channel, ts)
	if len(thread) != 2 {
		a.t.Errorf("%d messages in the thread of %.600q", len(thread), body)
		return ""
	}
	return object(thread[1]).text("ts")
}

// own saves a case of hostile words and returns its signal; what is refused is told by input and
// written properly then.
func (a *attack) own() (signal string) {
	a.t.Helper()
	signal = "Pool"
	for range 10 {
		signal += string(rune('a' + a.r.IntN(26)))
	}
	values := map[string]string{
		inTitle: signal + " refused work " + a.text(100), inSignals: signal + "\n" + a.text(250), inSymptoms: a.text(maxInput),
		inFix: a.text(maxInput), inLesson: a.text(maxInput), inComponents: a.text(60), inSeen: a.text(60), inLasted: a.text(60),
	}
	view := a.opens(a.dana, func(user string) error { return a.ws.Command(user, a.channel, "/incidentlib add") })
	a.shown(a.dana, func() error {
		for {
			faults, err := a.ws.SubmitView(a.dana, object(view).text("id"), values)
			if err != nil || len(faults) == 0 {
				return err
			}
			for input, told := range faults {
				if fault := unfit(told); fault != "" {
					a.t.Errorf("%s of %.300q: %s", input, values[input], fault)
				}
				values[input] = map[string]string{inTitle: signal + " refused work", inSignals: signal}[input]
			}
		}
	})
	return signal
}

// press uses what stands under a reply and waits until all has come of it.
func (a *attack) press(reply, action, option string) {
	a.t.Helper()
	if err := a.ws.Choose(a.kim, a.channel, reply, action, option); err != nil {
		a.t.Fatal(err)
	}
	a.rest()
}

// open opens the case of a reply, and the form that saves its thread as one.
func (a *attack) open(reply, alert string) {
	a.t.Helper()
	a.press(reply, actDetails, "")
	a.opens(a.dana, func(user string) error { return a.ws.Shortcut(user, a.channel, alert, shortcutSave) })
	for _, user := range []string{a.kim, a.dana} {
		views := a.ws.Views(user)
		if len(views) == 0 {
			a.t.Errorf("nothing opened")
		}
		for _, v := range slices.Backward(views) {
			if err := a.ws.CloseView(user, object(v).text("id")); err != nil {
				a.t.Fatal(err)
			}
		}
	}
}

// overviews asks for what shows many texts at once.
func (a *attack) overviews() {
	a.t.Helper()
	for _, what := range []string{"recent", "digest preview", "quiet list", "privacy", "last"} {
		a.asks(a.dana, what)
	}
	before := string(a.ws.Home(a.dana, a.app.ID))
	if err := a.ws.OpenHome(a.dana, a.app.ID); err != nil {
		a.t.Fatal(err)
	}
	a.wait("the Home tab", func() bool { return string(a.ws.Home(a.dana, a.app.ID)) != before })
}

// Whatever stands in alerts, in cases that people write, in notes and in names, through every place
// where the bot shows it: nobody is called, no block is refused, and each alert gets its reply.
// checkCalls looks at all that was sent. For the figure:
//
//	go test ./bot -run '^TestHostileSurfaces$' -hostile 10000
func TestHostileSurfaces(t *testing.T) {
	t.Parallel()
	s := newStage(t, kafka(), Options{Storm: math.MaxInt, Hourly: math.MaxInt, Care: Eager})
	a := &attack{stage: s, r: rand.New(rand.NewPCG(6, 2)), parts: hostileParts(s)}
	a.parts = slices.DeleteFunc(a.parts, func(part string) bool { // so that each alert is like one case
		return regexp.MustCompile(known + "|kafka|disk|카프카|디스크").MatchString(norm.NFC.String(part))
	})
	signal := known
	s.clock = time.Now().Add(-100 * time.Hour) // for the Home tab and digests
	for a.sent < *hostileTexts {
		a.round++
		if a.round%10 == 1 {
			a.kim = a.ws.AddUser(a.text(80)) // whose name stands in the reply
			a.dana = a.ws.AddUser(fmt.Sprint("Dana", a.round))
			for _, user := range []string{a.kim, a.dana} {
				if err := a.ws.Invite(a.channel, user); err != nil {
					t.Fatal(err)
				}
			}
			signal = a.own()
		}
		a.pass(time.Minute)
		reply := a.answered([]string{signal, known}[a.round%2])
		if reply == "" {
			continue
		}
		alert := a.stamps["alert"]
		ts, err := a.ws.Say(a.dana, a.channel, alert, "<@"+a.app.BotUser+"> note: "+a.text(0))
		a.posted("note", ts, err)
		a.press(reply, actWrong, "")
		a.pass(2 * doubleClick)
		a.press(reply, actRight, "")
		a.press(reply, actQuiet, spans[a.round%4])
		a.press(reply, actUnquiet, "")
		a.open(reply, alert)
		if a.round%10 == 0 {
			a.overviews()
		}
	}
	t.Logf("%d texts in %d alerts, %d of them answered: %d posts, %d edits", a.sent, a.round, a.replies, a.calls("chat.postMessage"), a.calls("chat.update"))
	if a.replies < a.round*3/4 {
		t.Errorf("%d of %d alerts are answered", a.replies, a.round)
	}
	for _, c := range a.ws.Calls() {
		if c.Error != "" && c.Error != "missing_scope" { // what the Home tab can do without
			t.Errorf("%s: Slack refuses %s: %.800s", c.Method, c.Error, c.Args)
		}
	}
}
