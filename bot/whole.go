package bot

import (
	"encoding/json"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// wholeWords are what is said beside the text of a whole case.
type wholeWords struct {
	other    string // shows the case in the other language; in that language
	related  string
	notes    string
	severity string
	lasted   string // how long it took until it was resolved
	cause    string
	more     string // not all of it fits
	read     string // a link to all of it
	notOurs  string // people of other companies cannot read it
	untold   string // … or it cannot be told whose they are
}

// How much of a case is shown, in code points. Slack refuses a message with too much in its
// blocks without saying where the limit is; a modal may have 250 kB.
const (
	inMessage = 12_000
	inModal   = 60_000

	maxView = 240_000 // bytes of the blocks of a modal
)

// wholeCase shows a case in readable parts, with room for that many code points: in a modal,
// or as the answer to "show"; names tells what slugs are called. It stays well under Slack's 50 blocks of a message. Where not all
// of it fits, the end says so, with a link.
func wholeCase(c *matcher.Case, w *words, lang string, names func(slug string) string, room int, notes ...store.Note) []slack.Block {
	s := w.sections
	v := caseView{room: room, lang: lang}
	v.blocks = []slack.Block{
		para(new(line).linked(cut(c.Title.In(lang), 400), caseLink(c))),
		small(strings.Join(about(c, w, names), " · ")),
	}
	v.notes(notes, w)
	v.text(s.summary, c.Summary)
	v.text(s.symptoms, c.SymptomsText)
	v.text(s.trigger, c.Trigger)
	v.text(s.detection, c.Detection)
	v.list(s.remediation, steps(c.Remediation, lang))
	v.text(s.lessons, c.Lessons)
	for _, check := range c.Checks[:min(len(c.Checks), 8)] {
		v.check(check, w)
	}
	v.list(s.actions, steps(c.ActionItems, lang))
	v.list(s.signals, c.Signals)
	v.links(s.sources, c.Sources)
	if v.short {
		v.blocks = append(v.blocks, para(new(line).text(w.whole.more+" "), new(line).linked(w.whole.read, caseLink(c))))
	}
	return v.blocks
}

// wholeView is a whole case for a modal: as much of it as Slack takes in one.
func wholeView(c *matcher.Case, w *words, lang string, names func(slug string) string, notes []store.Note) []slack.Block {
	for room := inModal; ; room /= 2 {
		blocks := wholeCase(c, w, lang, names, room, notes...)
		if raw, err := json.Marshal(blocks); err == nil && len(raw) <= maxView || room < 1000 {
			return blocks
		}
	}
}

// about is what a case is filed under, most telling first.
func about(c *matcher.Case, w *words, names func(slug string) string) []string {
	named := func(label, value string) string {
		if value == "" || value == "unknown" {
			return ""
		}
		return label + " " + names(value)
	}
	var domains []string
	for _, slug := range c.Domain {
		domains = append(domains, names(slug))
	}
	return nonEmpty(c.Org, c.Date, c.ID, named(w.whole.severity, c.Severity), named(w.whole.lasted, c.Timeline.ResolvedAfter),
		strings.Join(domains, ", "), named(w.whole.cause, c.RootCause))
}
