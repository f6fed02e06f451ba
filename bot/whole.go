package bot

import (
	"strings"
	"unicode/utf8"

	"github.com/slack-go/slack"

	"incidentlib/matcher"
)

// How much of a case is shown, in code points. Slack refuses a message with too much in its
// blocks without saying where the limit is; a modal may have 250 kB.
const (
	inMessage = 12_000
	inModal   = 50_000
)

// wholeCase shows a case in readable parts, with room for that many code points: in a modal,
// or as the answer to "show". It stays well under Slack's 50 blocks of a message.
func wholeCase(c *matcher.Case, w *words, lang string, room int) []slack.Block {
	s := w.sections
	v := caseView{room: room, lang: lang}
	v.blocks = []slack.Block{
		para(new(line).linked(cut(c.Title.In(lang), 400), caseLink(c))),
		small(strings.Join(nonEmpty(c.Org, c.Date, c.ID, strings.Join(c.Domain, ", "), c.RootCause), " · ")),
	}
	v.text(s.summary, c.Summary)
	v.text(s.symptoms, c.SymptomsText)
	v.text(s.trigger, c.Trigger)
	v.text(s.detection, c.Detection)
	v.list(s.remediation, steps(c.Remediation, lang))
	v.text(s.lessons, c.Lessons)
	for _, check := range c.Checks[:min(len(c.Checks), 5)] {
		v.check(check, w)
	}
	v.list(s.actions, steps(c.ActionItems, lang))
	v.list(s.signals, c.Signals)
	var sources []string
	for _, src := range c.Sources {
		sources = append(sources, src.URL)
	}
	v.list(s.sources, sources)
	return v.blocks
}

// caseView gathers the parts of a case as long as there is room.
type caseView struct {
	blocks []slack.Block
	room   int // code points left
	lang   string
}

// take cuts a text to what may be shown of it; "" when no room is left.
func (v *caseView) take(s string, most int) string {
	if v.room < 2 {
		return ""
	}
	s = cut(s, min(most, v.room))
	v.room -= utf8.RuneCountInString(s)
	return s
}

func (v *caseView) text(heading string, t matcher.Text) {
	if text := v.take(prose(t.In(v.lang)), maxText); text != "" {
		v.blocks = append(v.blocks, para(new(line).bold(heading), new(line).text(text)))
	}
}

func (v *caseView) list(heading string, items []string) {
	var lines []*line
	for _, item := range items[:min(len(items), 20)] {
		if item = v.take(item, 600); item != "" {
			lines = append(lines, new(line).text(item))
		}
	}
	if len(lines) > 0 {
		block := para(new(line).bold(heading))
		block.Elements = append(block.Elements, bullets(lines...))
		v.blocks = append(v.blocks, block)
	}
}

// check shows a check whole or not at all: half a command is of no use.
func (v *caseView) check(c matcher.Check, w *words) {
	need := 0
	for _, part := range []string{c.Text.In(v.lang), c.Command, c.Confirms.In(v.lang), c.RulesOut.In(v.lang)} {
		need += min(utf8.RuneCountInString(part), 600)
	}
	if parts := checkParts(c, w, v.lang); need <= v.room && len(parts) > 0 {
		v.room -= need
		v.blocks = append(v.blocks, slack.NewRichTextBlock("", parts...))
	}
}

// checkParts shows one check under the lines before it: what to look for, the command, and
// what each outcome means.
func checkParts(c matcher.Check, w *words, lang string, before ...*line) []slack.RichTextElement {
	var parts []slack.RichTextElement
	add := func(lines ...*line) {
		if s := stack(lines...); len(s.Elements) > 0 {
			parts = append(parts, s)
		}
	}
	add(append(before, labelled(w.check, sentence(c.Text, lang)))...)
	if c.Command != "" {
		parts = append(parts, pre(cut(c.Command, 600)))
	}
	add(labelled(w.confirm, sentence(c.Confirms, lang)), labelled(w.reject, sentence(c.RulesOut, lang)))
	return parts
}

func steps(all []matcher.Step, lang string) []string {
	var out []string
	for _, s := range all {
		out = append(out, strings.Join(strings.Fields(prose(s.Text.In(lang))), " "))
	}
	return out
}
