package workspace

import (
	"maps"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	richToken = regexp.MustCompile("<[@#!]?[^<>\n]+>|:[a-z0-9_+-]+:|`[^`\n]+`|\\*[^*\n]+\\*|_[^_\n]+_|~[^~\n]+~")
	richFence = regexp.MustCompile("(?s)```\n?(.*?)```\n?")
)

// richText makes the rich_text block Slack puts beside a person's text: mentions,
// links, emoji, code, and bold, italic or struck words. Quotes and lists stay as
// they were typed.
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
	return append(elements, object{"type": "rich_text_section", "elements": richLeaves(text, nil)})
}

// richLeaves splits a line of text. style is what surrounds it.
func richLeaves(text string, style object) (leaves []any) {
	add := func(leaf object) {
		if len(style) > 0 {
			merged := maps.Clone(style)
			maps.Copy(merged, sub(leaf, "style"))
			leaf["style"] = merged
		}
		leaves = append(leaves, leaf)
	}
	plain := func(s string) {
		if s != "" {
			add(object{"type": "text", "text": unescape(s)})
		}
	}
	start := 0
	for at := 0; ; {
		t := richToken.FindStringIndex(text[at:])
		if t == nil {
			plain(text[start:])
			return leaves
		}
		from, to := at+t[0], at+t[1]
		name := map[byte]string{'*': "bold", '_': "italic", '~': "strike"}[text[from]]
		if name != "" && !atWordEdges(text, from, to) {
			at = from + 1
			continue
		}
		plain(text[start:from])
		if name == "" {
			add(richLeaf(text[from:to]))
		} else {
			inner := object{name: true}
			maps.Copy(inner, style)
			leaves = append(leaves, richLeaves(text[from+1:to-1], inner)...)
		}
		start, at = to, to
	}
}

// atWordEdges reports whether *words* at text[from:to] are set off from what is
// around them, as Slack demands before it styles them.
func atWordEdges(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	inWord := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	inner := text[from+1 : to-1]
	return !inWord(before) && !inWord(after) && strings.TrimSpace(inner) == inner
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
