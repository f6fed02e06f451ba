package bot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/slack-go/slack"

	"incidentlib/matcher"
)

// Reply is a message of ours, ready to post. Its JSON is kept in the record.
type Reply struct {
	Text   string       `json:"text"`   // what notifications and screen readers say; never empty
	Blocks slack.Blocks `json:"blocks"` // what is shown
	Lang   string       `json:"lang"`   // what it is written in, "en" or "ko"; "" where nothing is ever added to it
}

func newReply(text string, blocks ...slack.Block) Reply {
	return Reply{Text: text, Blocks: slack.Blocks{BlockSet: blocks}}
}

// render shows the cases of a decision, the best in full and the others in a line each.
// first is the line above them. All of it fits a phone: what is cut stands in the details.
func render(d Decision, first string, w *words, lang string) Reply {
	best := d.Picks[0].Case
	blocks := []slack.Block{
		para(new(line).bold(first), new(line).linked(cut(best.Title.In(lang), 150), caseLink(best)).text(aside(d))),
		bestCase(d.Picks[0], w, lang),
	}
	if len(d.Picks) > 1 {
		blocks = append(blocks, alsoLike(d.Picks[1:], w, lang))
	}
	blocks = append(blocks, slack.NewActionBlock(actionsBlock, button(actDetails, lang+" "+best.ID, w.details)))
	r := newReply(notice(first+" — "+best.Title.In(lang)), blocks...)
	r.Lang = lang
	return r
}

// aside stands after the title of the best case: its id, and whose it was and when, as far as the
// first line does not say so.
func aside(d Decision) string {
	best := d.Picks[0].Case
	parts := nonEmpty(orgYear(best), best.ID)
	if d.Speak {
		parts = slices.DeleteFunc(parts, func(part string) bool { return part == who(best) })
	}
	if len(parts) == 0 {
		return ""
	}
	return " · " + strings.Join(parts, " · ")
}

// How much of a case stands in a reply, in columns: a phone has some 45, and Hangul takes two.
const (
	lessonRoom = 180
	fixRoom    = 140
	inCheck    = 120
	inAlso     = 50
)

// bestCase says why the case is here, what it taught, what fixed it and what to check.
func bestCase(m matcher.Match, w *words, lang string) *slack.RichTextBlock {
	lines := []*line{why(m.Evidence, w, lang), labelled(w.lesson, whole(Lesson(m.Case, lang), lessonRoom)), labelled(w.fix, whole(Fix(m.Case, lang), fixRoom))}
	if len(m.Case.Checks) == 0 {
		return para(lines...)
	}
	check := m.Case.Checks[0]
	lines = append(lines, labelled(w.check, whole(sentence(check.Text, lang), inCheck)))
	block := para(lines...)
	if check.Command != "" {
		block.Elements = append(block.Elements, pre(cut(check.Command, 600)))
	}
	if l := labelled(w.confirm, whole(sentence(check.Confirms, lang), inCheck)); l != nil {
		block.Elements = append(block.Elements, l.section())
	}
	return block
}

// whole is as many of the sentences at the beginning of s as fit into so many columns; of a
// longer sentence what fits of its words.
func whole(s string, most int) string {
	for n := 3; n > 0; n-- {
		if some := firstSentences(s, n); columns(some) <= most {
			return some
		}
	}
	s = firstSentences(s, 1)
	fits, word := 0, 0 // where the columns end, and the last word that fits
	for i, r := range s {
		if unicode.IsSpace(r) {
			word = i
		}
		if most -= columns(string(r)); most < 1 {
			break
		}
		fits = i + utf8.RuneLen(r)
	}
	if word > fits/2 {
		fits = word
	}
	return strings.TrimRightFunc(s[:fits], func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }) + "…"
}

// columns is how wide a text is: Hangul is twice as wide as Latin letters.
func columns(s string) int {
	n := 0
	for _, r := range s {
		if n++; unicode.Is(unicode.Hangul, r) || unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// alsoLike lists further cases, a line each.
func alsoLike(found []matcher.Match, w *words, lang string) *slack.RichTextBlock {
	var lines []*line
	for _, m := range found {
		lines = append(lines, new(line).linked(whole(m.Case.Title.In(lang), inAlso), caseLink(m.Case)).text(" "+orgYear(m.Case)))
	}
	block := para(new(line).bold(w.also))
	block.Elements = append(block.Elements, bullets(lines...))
	return block
}

// labelled is "Label: text"; nil without a text.
func labelled(label, text string) *line {
	if text == "" {
		return nil
	}
	return new(line).bold(label + ":").text(" " + text)
}
