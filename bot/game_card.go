package bot

import (
	"cmp"
	"strings"

	"github.com/slack-go/slack"
)

// card shows a round as far as it has come, with a line at the end where there is one.
func (b *Bot) card(r round, last string) Reply {
	w := wordsIn(r.lang)
	g := w.game
	c := r.c
	lines := []*line{new(line).bold(g.title), new(line).text(hidden(cut(prose(c.SymptomsText.In(r.lang)), 1500), c))}
	if r.step >= stepComponent {
		lines = append(lines, labelled(g.component, cmp.Or(strings.Join(c.Components, ", "), g.unknown)))
	}
	if r.step >= stepTrigger {
		lines = append(lines, labelled(g.trigger, cmp.Or(cut(prose(c.Trigger.In(r.lang)), 600), g.unknown)))
	}
	var buttons []slack.BlockElement
	if r.step < stepTrigger {
		buttons = append(buttons, button(actStep+"/hint", r.value(r.step+1), g.hint))
	}
	if r.step < stepAnswer {
		buttons = append(buttons, button(actStep+"/answer", r.value(stepAnswer), g.answer))
	} else {
		lines = append(lines,
			new(line).bold(g.answer+": ").linked(cut(c.Title.In(r.lang), 300), caseLink(c)).text(" · "+strings.Join(nonEmpty(orgYear(c), c.ID), " · ")),
			labelled(g.cause, cmp.Or(c.RootCause, g.unknown)), labelled(w.lesson, Lesson(c, r.lang)))
		buttons = append(buttons, button(actKnew, r.value(stepAnswer), g.knew), button(actNot, r.value(stepAnswer), g.not))
	}
	blocks := []slack.Block{para(lines...)}
	if last != "" {
		buttons = []slack.BlockElement{button(actNext, r.lang, g.next)}
		blocks = append(blocks, small(last))
	}
	if r.step == stepAnswer {
		buttons = append(buttons, button(actDetails, r.lang+" "+c.ID, w.details))
	}
	return newReply(notice(g.title), append(blocks, slack.NewActionBlock(actionsBlock, buttons...))...)
}
