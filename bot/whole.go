package bot

import (
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/matcher"
)

// wholeCase shows a case in readable parts: in a modal, or as the answer to "show". It
// stays well under Slack's 50 blocks of a message.
func wholeCase(c *matcher.Case, w *words, lang string) []slack.Block {
	s := w.sections
	blocks := []slack.Block{
		para(new(line).linked(cut(c.Title.In(lang), 400), caseLink(c))),
		small(strings.Join(nonEmpty(c.Org, c.Date, c.ID, strings.Join(c.Domain, ", "), c.RootCause), " · ")),
	}
	texts := func(heading string, t matcher.Text) {
		if text := prose(t.In(lang)); text != "" {
			blocks = append(blocks, para(new(line).bold(heading), new(line).text(text)))
		}
	}
	list := func(heading string, items []string) {
		var lines []*line
		for _, item := range items {
			if item != "" {
				lines = append(lines, new(line).text(cut(item, 600)))
			}
		}
		if len(lines) > 0 {
			block := para(new(line).bold(heading))
			block.Elements = append(block.Elements, bullets(lines[:min(len(lines), 20)]...))
			blocks = append(blocks, block)
		}
	}
	texts(s.summary, c.Summary)
	texts(s.symptoms, c.SymptomsText)
	texts(s.trigger, c.Trigger)
	texts(s.detection, c.Detection)
	list(s.remediation, steps(c.Remediation, lang))
	texts(s.lessons, c.Lessons)
	list(s.actions, steps(c.ActionItems, lang))
	list(s.signals, c.Signals)
	for _, check := range c.Checks[:min(len(c.Checks), 5)] {
		blocks = append(blocks, slack.NewRichTextBlock("", checkParts(check, w, lang)...))
	}
	var sources []string
	for _, src := range c.Sources {
		sources = append(sources, src.URL)
	}
	list(s.sources, sources)
	return blocks
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
