package bot

import (
	"strings"
	"unicode/utf8"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// caseView gathers the parts of a case as long as there is room.
type caseView struct {
	blocks []slack.Block
	room   int // code points left
	lang   string
	short  bool // something was left out
}

// take cuts a text to what may be shown of it; "" when no room is left.
func (v *caseView) take(s string, most int) string {
	if s == "" {
		return ""
	}
	if v.room < 2 {
		v.short = true
		return ""
	}
	kept := cut(s, min(most, v.room))
	v.short = v.short || kept != s
	v.room -= utf8.RuneCountInString(kept)
	return kept
}

// text shows a text under its heading: a long one in several sections, for Slack takes 3,000
// characters in each.
func (v *caseView) text(heading string, t matcher.Text) {
	text := v.take(prose(t.In(v.lang)), v.room)
	if text == "" {
		return
	}
	first, rest := page(text)
	block := para(new(line).bold(heading), new(line).text(first))
	for rest != "" {
		first, rest = page(rest)
		block.Elements = append(block.Elements, new(line).text(first).section())
	}
	v.blocks = append(v.blocks, block)
}

// page splits off as much of a text as one section holds, at the end of a line or between two
// words where there is one in its second half.
func page(s string) (first, rest string) {
	if utf8.RuneCountInString(s) <= maxText {
		return s, ""
	}
	end := len(string([]rune(s)[:maxText]))
	for _, mark := range []string{"\n", " "} {
		if at := strings.LastIndex(s[:end], mark); at > end/2 {
			return s[:at], s[at+1:]
		}
	}
	return s[:end], s[end:]
}

func (v *caseView) list(heading string, items []string) {
	const most = 40
	var lines []*line
	v.short = v.short || len(items) > most
	for _, item := range items[:min(len(items), most)] {
		if item = v.take(item, 1500); item != "" {
			lines = append(lines, new(line).text(item))
		}
	}
	v.bullets(heading, lines)
}

func (v *caseView) bullets(heading string, lines []*line) {
	if len(lines) > 0 {
		block := para(new(line).bold(heading))
		block.Elements = append(block.Elements, bullets(lines...))
		v.blocks = append(v.blocks, block)
	}
}

// links lists sources, each as a link where its address is a safe one.
func (v *caseView) links(heading string, sources []matcher.Source) {
	var lines []*line
	for _, src := range sources[:min(len(sources), 20)] {
		if label := v.take(src.URL, 300); label != "" {
			lines = append(lines, new(line).linked(label, src.URL))
		}
	}
	v.bullets(heading, lines)
}

// notes lists what people of the team wrote down on the case. It is shown as it is.
func (v *caseView) notes(notes []store.Note, w *words) {
	if len(notes) == 0 {
		return
	}
	v.blocks = append(v.blocks, para(new(line).bold(w.whole.notes)))
	for _, n := range notes {
		text := slack.NewTextBlockObject(slack.PlainTextType, oneLine(v.take(n.Body, 1000), 1000), false, false)
		v.blocks = append(v.blocks, slack.NewContextBlock("", slack.NewTextBlockObject(slack.MarkdownType, dayOf(n.At), false, true), text))
	}
}

// check shows a check whole or not at all: half a command is of no use.
func (v *caseView) check(c matcher.Check, w *words) {
	need := utf8.RuneCountInString(c.Command)
	for _, part := range []string{c.Text.In(v.lang), c.Confirms.In(v.lang), c.RulesOut.In(v.lang)} {
		need += min(utf8.RuneCountInString(part), 300)
	}
	if need > v.room || utf8.RuneCountInString(c.Command) > maxText {
		v.short = true
		return
	}
	if parts := checkParts(c, w, v.lang); len(parts) > 0 {
		v.room -= need
		v.blocks = append(v.blocks, slack.NewRichTextBlock("", parts...))
	}
}

// checkParts shows one check: what to look for, the command, and what each outcome means.
func checkParts(c matcher.Check, w *words, lang string) []slack.RichTextElement {
	var parts []slack.RichTextElement
	add := func(lines ...*line) {
		if s := stack(lines...); len(s.Elements) > 0 {
			parts = append(parts, s)
		}
	}
	add(labelled(w.check, sentence(c.Text, lang)))
	if c.Command != "" {
		parts = append(parts, pre(c.Command))
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
