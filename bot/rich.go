package bot

import (
	"github.com/slack-go/slack"
)

// Replies are built from rich text blocks and not from mrkdwn: what stands in a rich text
// leaf is shown as it is, so text of alerts and cases cannot format, link or mention, and
// bold Korean needs no spaces around it.

// line is one paragraph of rich text.
type line struct {
	parts []slack.RichTextSectionElement
}

func (l *line) add(s string, style *slack.RichTextSectionTextStyle) *line {
	if s = cut(plain(s), maxText); s != "" {
		l.parts = append(l.parts, slack.NewRichTextSectionTextElement(s, style))
	}
	return l
}

func (l *line) text(s string) *line { return l.add(s, nil) }
func (l *line) bold(s string) *line { return l.add(s, &slack.RichTextSectionTextStyle{Bold: true}) }
func (l *line) code(s string) *line { return l.add(s, &slack.RichTextSectionTextStyle{Code: true}) }

// linked shows label, as a link to address where that is a safe one.
func (l *line) linked(label, address string) *line {
	if address = link(address); address == "" {
		return l.bold(label)
	}
	l.parts = append(l.parts, slack.NewRichTextSectionLinkElement(address, cut(plain(label), maxText), &slack.RichTextSectionTextStyle{Bold: true}))
	return l
}

// channel names a channel.
func (l *line) channel(id string) *line {
	l.parts = append(l.parts, slack.NewRichTextSectionChannelElement(id, nil))
	return l
}

func (l *line) section() *slack.RichTextSection { return slack.NewRichTextSection(l.parts...) }

// para is a rich text block of lines, one under the other; nil lines are left out.
func para(lines ...*line) *slack.RichTextBlock {
	return slack.NewRichTextBlock("", stack(lines...))
}

// stack puts lines under each other in one section; nil lines are left out.
func stack(lines ...*line) *slack.RichTextSection {
	all := new(line)
	for _, l := range lines {
		if l == nil || len(l.parts) == 0 {
			continue
		}
		if len(all.parts) > 0 {
			all.text("\n")
		}
		all.parts = append(all.parts, l.parts...)
	}
	return all.section()
}

// bullets is a list of lines.
func bullets(lines ...*line) *slack.RichTextList {
	var items []slack.RichTextElement
	for _, l := range lines {
		items = append(items, l.section())
	}
	return slack.NewRichTextList(slack.RTEListBullet, 0, items...)
}

// pre is a block of fixed-width text, to be copied as it is.
func pre(s string) *slack.RichTextPreformatted {
	return &slack.RichTextPreformatted{
		Type:     slack.RTEPreformatted,
		Elements: []slack.RichTextSectionElement{slack.NewRichTextSectionTextElement(cut(plain(s), maxText), nil)},
	}
}

// small is a context block: one grey line of plain text.
func small(s string) *slack.ContextBlock {
	return slack.NewContextBlock("", slack.NewTextBlockObject(slack.PlainTextType, cut(plain(s), maxText), false, false))
}

// button shows label and sends value back when clicked.
func button(action, value, label string) *slack.ButtonBlockElement {
	return slack.NewButtonBlockElement(action, value, slack.NewTextBlockObject(slack.PlainTextType, cut(label, maxButton), true, false))
}

// ours is a context block of our own words, which may hold dates and names of people as Slack
// writes them. Text of others must not get into it.
func ours(s string) *slack.ContextBlock {
	return slack.NewContextBlock("", slack.NewTextBlockObject(slack.MarkdownType, s, false, true))
}
