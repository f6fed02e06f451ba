package alert

import (
	"strconv"
	"strings"
)

// richText writes a rich_text block as mrkdwn, so that one decoder serves both.
func richText(b object, depth int) string {
	var out strings.Builder
	writeRich(&out, b, depth)
	return out.String()
}

func writeRich(out *strings.Builder, b object, depth int) {
	if depth >= maxDepth || out.Len() > 4*maxText {
		return
	}
	switch b.text("type") {
	case "rich_text_list":
		ordered := b.text("style") == "ordered"
		for i, v := range b.list("elements") {
			item, _ := v.(map[string]any)
			mark := "• "
			if ordered {
				mark = strconv.Itoa(i+1) + ". "
			}
			newLine(out)
			out.WriteString(mark)
			writeRich(out, item, depth+1)
		}
		out.WriteByte('\n')
	case "rich_text_preformatted":
		out.WriteString("\n```")
		writeElements(out, b, depth)
		out.WriteString("```\n")
	case "rich_text_quote", "rich_text_section":
		if b.text("type") == "rich_text_quote" {
			newLine(out)
		}
		writeElements(out, b, depth)
		if b.text("type") == "rich_text_quote" {
			out.WriteByte('\n')
		}
	default:
		if b.has("elements") {
			writeElements(out, b, depth)
			return
		}
		out.WriteString(leaf(b))
	}
}

func writeElements(out *strings.Builder, b object, depth int) {
	for _, v := range b.list("elements") {
		switch v := v.(type) {
		case map[string]any:
			writeRich(out, v, depth+1)
		case string:
			out.WriteString(v)
		}
	}
}

func newLine(out *strings.Builder) {
	if s := out.String(); s != "" && !strings.HasSuffix(s, "\n") {
		out.WriteByte('\n')
	}
}

// literal keeps what looks like a link or a mention in the text of a leaf from being read
// as one: in rich text these are elements of their own.
var literal = strings.NewReplacer("<", "&lt;", ">", "&gt;")

// leaf writes one inline element. What it does not know is read as text.
func leaf(e object) string {
	switch e.text("type") {
	case "link":
		if s := e.text("text"); s != "" {
			return "<" + e.text("url") + "|" + literal.Replace(s) + ">"
		}
		return "<" + e.text("url") + ">"
	case "user", "broadcast":
		return ""
	case "usergroup":
		return "<!subteam^" + e.text("usergroup_id") + ">"
	case "channel":
		return "<#" + e.text("channel_id") + ">"
	case "emoji":
		return ":" + e.text("name") + ":"
	case "date":
		return e.text("fallback")
	case "color":
		return e.text("value")
	}
	s := literal.Replace(e.text("text"))
	if style := e.object("style"); style.is("code") && s != "" {
		return "`" + s + "`"
	}
	return s
}

// fromMarkdown turns the headings of a markdown block into bold lines, which
// mrkdwn knows.
func fromMarkdown(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if h := strings.TrimLeft(line, "#"); h != line && strings.HasPrefix(h, " ") {
			lines[i] = strings.TrimSpace(h)
		}
	}
	return strings.Join(lines, "\n")
}
