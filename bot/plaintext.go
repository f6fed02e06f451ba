package bot

import (
	"strings"

	"github.com/slack-go/slack"
)

// PlainText is what a reply says, for a terminal: a line for each of its lines, "- " before those
// of lists. Buttons, charts and tables are left out.
func (r Reply) PlainText() string {
	var out strings.Builder
	for _, block := range r.Blocks.BlockSet {
		switch b := block.(type) {
		case *slack.RichTextBlock:
			for _, e := range b.Elements {
				writeRich(&out, e, "")
			}
		case *slack.ContextBlock:
			for _, e := range b.ContextElements.Elements {
				if text, ok := e.(*slack.TextBlockObject); ok {
					out.WriteString(text.Text + "\n")
				}
			}
		}
	}
	return out.String()
}

func writeRich(out *strings.Builder, e slack.RichTextElement, before string) {
	switch e := e.(type) {
	case *slack.RichTextSection:
		out.WriteString(before + leaves(e.Elements) + "\n")
	case *slack.RichTextPreformatted:
		out.WriteString(leaves(e.Elements) + "\n")
	case *slack.RichTextList:
		for _, item := range e.Elements {
			writeRich(out, item, "- ")
		}
	}
}

func leaves(parts []slack.RichTextSectionElement) string {
	var out strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case *slack.RichTextSectionTextElement:
			out.WriteString(p.Text)
		case *slack.RichTextSectionLinkElement:
			out.WriteString(p.Text)
		}
	}
	return out.String()
}
