package bot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"incidentlib/bot/alert"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// A caseDraft is what a person is shown to begin a case from. It is kept nowhere: nothing of it
// is served before somebody has read it over and sent it.
type caseDraft struct {
	Title, Symptoms  string
	Signals          []string
	Components, Seen []string // slugs; Seen are those of symptoms
	Fix, Lesson      string
	Began, Ended     time.Time // of the first and the last message; zero is not known
	Length           string    // how long it lasted, where that is known otherwise
	People           int       // who wrote in the thread
	Unread           bool      // the thread could not be read
}

// draftOf begins a case from the messages of a thread, oldest first, as Slack has them. What the
// bot itself wrote is left out. People are told apart by their parts alone: "responder 1".
func draftOf(messages []json.RawMessage, self Self, v *matcher.Vocabulary, w *words) caseDraft {
	var d caseDraft
	var told matcher.Alert
	var talk []string
	cast := roles{words: &w.own, by: map[string]int{}, bot: self.User}
	for _, raw := range messages {
		f := object(raw)
		m := Message{User: f.text("user"), BotID: f.text("bot_id"), AppID: f.text("app_id")}
		a, err := alert.Read(raw)
		if err != nil || self.wrote(m) {
			continue
		}
		d.spans(timeOf(f.text("ts")))
		switch problem := a.Kind == matcher.Problem || a.Kind == matcher.Recovery; {
		case told.Text == "", !m.byPerson() && problem && told.Kind != matcher.Problem:
			told = a
		case m.byPerson():
			talk = append(talk, a.Text)
		}
		if m.byPerson() {
			cast.wrote(m.User)
		}
	}
	if told.Text == "" {
		return d
	}
	d.People = len(cast.by)
	d.Title = cast.hide(cmp.Or(told.Title, told.Text))
	d.Symptoms = cast.hide(told.Text)
	d.Signals = append(matcher.Signals(told), exactLines(d.Symptoms)...)
	d.guess(cast.hide(strings.Join(talk, "\n\n")), v)
	return d
}

// guess adds what the talk of a thread, next to the symptoms, seems to be about, and those of
// its sentences that sound like a fix or a lesson.
func (d *caseDraft) guess(talk string, v *matcher.Vocabulary) {
	about := seeds.Hint(d.Symptoms+"\n\n"+talk, v)
	d.Components, d.Seen = about.Slugs["components"], about.Slugs["symptoms"]
	if talk != "" {
		said := seeds.Hint(talk, v).Sentences
		d.Fix, d.Lesson = strings.Join(said["remediation"], "\n"), strings.Join(said["lessons"], "\n")
	}
}

// spans takes a message's time into account.
func (d *caseDraft) spans(at time.Time) {
	if d.Began.IsZero() {
		d.Began = at
	}
	d.Ended = at
}

// failing is what a line says that tells of a failure in a program's own words.
var failing = regexp.MustCompile(`(?i)\b(?:error|failed|failure|fatal|panic|refused|denied|timed? ?out|cannot|can't|unable|exceeded|no space|not found|unreachable|reset by peer|killed)\b`)

const (
	mostLines = 3   // lines that a draft takes for signals
	maxLine   = 160 // code points of one
)

// exactLines are the lines below the first which a program wrote about its failure.
func exactLines(text string) []string {
	var out []string
	_, below, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(below) {
		line = strings.Join(strings.Fields(line), " ")
		if n := utf8.RuneCountInString(line); n <= maxLine && len(strings.Fields(line)) >= 4 && failing.MatchString(line) && len(out) < mostLines {
			out = append(out, line)
		}
	}
	return out
}

// lengthOf writes a length of time as cases have it: "1d 4h", "1h 20m".
func lengthOf(t time.Duration) string {
	m := int(t.Minutes())
	var parts []string
	for _, unit := range []struct {
		minutes int
		name    string
	}{{24 * 60, "d"}, {60, "h"}, {1, "m"}} {
		if n := m / unit.minutes; n > 0 && len(parts) < 2 {
			parts = append(parts, fmt.Sprint(n, unit.name))
		}
		m %= unit.minutes
	}
	return strings.Join(parts, " ")
}

// roles puts parts in the place of people.
type roles struct {
	words *ownWords
	by    map[string]int // which responder, by user id
	bot   string
}

func (r roles) wrote(user string) {
	if r.by[user] == 0 {
		r.by[user] = len(r.by) + 1
	}
}

var mentioned = regexp.MustCompile(`@([UW][A-Z0-9]{2,})\b`)

// hide is text without people and secrets in it.
func (r roles) hide(text string) string {
	text = mentioned.ReplaceAllStringFunc(text, func(found string) string {
		switch n := r.by[found[1:]]; {
		case found[1:] == r.bot:
			return "incidentlib"
		case n > 0:
			return r.words.responder(n)
		}
		return r.words.colleague
	})
	return strings.TrimSpace(matcher.HideSecrets(text))
}
