package workspace

import (
	"regexp"
	"strings"
)

var (
	richToken = regexp.MustCompile("<[@#!]?[^<>\n]+>|:[a-z0-9_+-]+:|`[^`\n]+`")
	richFence = regexp.MustCompile("(?s)```\n?(.*?)```\n?")
)

// richText makes the rich_text block Slack puts beside a person's text. It knows
// mentions, links, emoji, inline code and code fences; bold and the like stay
// as the asterisks that were typed.
func (ws *Workspace) richText(text string) []any {
	var elements []any
	at := 0
	for _, f := range richFence.FindAllStringSubmatchIndex(text, -1) {
		elements = appendSection(elements, text[at:f[0]])
		elements = append(elements, object{"type": "rich_text_preformatted", "border": 0,
			"elements": []any{object{"type": "text", "text": unescape(strings.TrimSuffix(text[f[2]:f[3]], "\n"))}}})
		at = f[1]
	}
	elements = appendSection(elements, text[at:])
	return []any{object{"type": "rich_text", "block_id": ws.newID("b"), "elements": elements}}
}

func appendSection(elements []any, text string) []any {
	if text == "" {
		return elements
	}
	var leaves []any
	plain := func(s string) {
		if s != "" {
			leaves = append(leaves, object{"type": "text", "text": unescape(s)})
		}
	}
	at := 0
	for _, t := range richToken.FindAllStringIndex(text, -1) {
		plain(text[at:t[0]])
		leaves = append(leaves, richLeaf(text[t[0]:t[1]]))
		at = t[1]
	}
	plain(text[at:])
	return append(elements, object{"type": "rich_text_section", "elements": leaves})
}

func richLeaf(token string) object {
	inner, label, _ := strings.Cut(strings.Trim(token, "<>"), "|")
	switch {
	case token[0] == '`':
		return object{"type": "text", "text": unescape(strings.Trim(token, "`")), "style": object{"code": true}}
	case token[0] == ':':
		return object{"type": "emoji", "name": strings.Trim(token, ":")}
	case inner == "":
		return object{"type": "text", "text": unescape(token)}
	case inner[0] == '@':
		return object{"type": "user", "user_id": inner[1:]}
	case inner[0] == '#':
		return object{"type": "channel", "channel_id": inner[1:]}
	case strings.HasPrefix(inner, "!subteam^"):
		return object{"type": "usergroup", "usergroup_id": strings.TrimPrefix(inner, "!subteam^")}
	case inner[0] == '!':
		return object{"type": "broadcast", "range": inner[1:]}
	}
	link := object{"type": "link", "url": unescape(inner)}
	if label != "" {
		link["text"] = unescape(label)
	}
	return link
}
