package bot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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
}

// draftOf begins a case from the messages of a thread, oldest first, as Slack has them. What the
// bot itself wrote is left out. People are told apart by their parts alone: "responder 1".
func draftOf(messages []json.RawMessage, self Self, v *matcher.Vocabulary, w *words) caseDraft {
	var d caseDraft
	var told matcher.Alert
	var talk []string
	cast := castOf(messages, self, &w.own)
	for _, raw := range messages {
		f := object(raw)
		m := Message{User: f.text("user"), BotID: f.text("bot_id"), AppID: f.text("app_id")}
		a, err := alert.Read(cast.nameless(raw))
		if err != nil || self.wrote(m) {
			continue
		}
		d.spans(timeOf(f.text("ts")))
		problem := a.Kind == matcher.Problem || a.Kind == matcher.Recovery
		switch {
		case told.Text == "", !m.byPerson() && problem && told.Kind != matcher.Problem:
			told = a
		case m.byPerson():
			talk = append(talk, a.Text)
		}
	}
	if told.Text == "" {
		return d
	}
	d.begin(told)
	d.guess(strings.Join(talk, "\n\n"), v)
	return d
}

// begin takes over what an alert, or a text, says.
func (d *caseDraft) begin(a matcher.Alert) {
	d.Title = matcher.HideSecrets(cmp.Or(a.Title, a.Text))
	d.Symptoms = matcher.HideSecrets(a.Text)
	d.Signals = append(matcher.Signals(a), exactLines(d.Symptoms)...)
}

// guess adds what the talk of a thread, next to the symptoms, seems to be about, and those of
// its sentences that sound like a fix or a lesson.
func (d *caseDraft) guess(talk string, v *matcher.Vocabulary) {
	about := seeds.Hint(d.Symptoms+"\n\n"+talk, v)
	d.Components, d.Seen = about.Slugs["components"], about.Slugs["symptoms"]
	if talk != "" {
		said := seeds.Hint(talk, v).Sentences
		d.Fix, d.Lesson = answers(said["remediation"]), answers(said["lessons"])
	}
}

// answers are sentences a line each, without those that ask.
func answers(sentences []string) string {
	told := slices.DeleteFunc(sentences, func(s string) bool { return strings.HasSuffix(s, "?") })
	return strings.Join(told, "\n")
}

// spans takes a message's time into account.
func (d *caseDraft) spans(at time.Time) {
	if at.IsZero() {
		return
	}
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
