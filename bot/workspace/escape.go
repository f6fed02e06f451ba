package workspace

import (
	"regexp"
	"strings"
)

var (
	// control is what Slack keeps between "<" and ">": mentions, channels, special
	// commands and links, with or without a label.
	control = regexp.MustCompile(`^<(?:@[UW][A-Z0-9]+|#[CG][A-Z0-9]+|![a-z]+(?:\^[^>|\n]*)*|(?:https?|ftp|mailto|tel|slack):[^>|\s]+)(?:\|[^>\n]*)?>`)
	entity  = regexp.MustCompile(`^&(?:amp|lt|gt);`)
	bareURL = regexp.MustCompile(`^https?://[^\s<>|"]+`)
	typedAt = regexp.MustCompile(`^[@#][\p{L}\p{N}][\p{L}\p{N}._-]*`)
)

// window is how far ahead a link or a mention is looked for, in bytes: Slack's
// links have at most 3,000 characters. Without it a long text would cost the
// square of its length.
const (
	window  = 4096
	maxLink = 3000 // bytes, escaped: short enough to be found again inside <>
)

func ahead(text string, i int) string { return text[i:min(len(text), i+window)] }

// escape returns text as Slack stores it: control sequences and entities stay,
// any other "&", "<" or ">" becomes an entity, and with links each bare URL
// becomes <url>. It changes nothing in a text that went through it before.
func escape(text string, links bool) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		rest := ahead(text, i)
		n := 1
		switch c := text[i]; {
		case c == '&' && entity.MatchString(rest):
			b.WriteByte('&')
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			if token := control.FindString(rest); token != "" {
				b.WriteString(escapeInside(token))
				n = len(token)
			} else {
				b.WriteString("&lt;")
			}
		case c == '>':
			b.WriteString("&gt;")
		case links && c == 'h' && !wordBefore(text, i):
			if url := linkAt(rest); url != "" {
				b.WriteString(escapeInside("<" + url + ">"))
				n = len(url)
			} else {
				b.WriteByte(c)
			}
		default:
			b.WriteByte(c)
		}
		i += n
	}
	return b.String()
}

// escapeInside escapes the "&" and "<" inside a <…> token.
func escapeInside(token string) string {
	return "<" + escape(strings.Trim(token, "<>"), false) + ">"
}

// linkAt returns the bare URL that text starts with, or "". Punctuation after it,
// and brackets around it, escaped or not, are not part of it.
func linkAt(text string) string {
	if !strings.HasPrefix(text, "http") {
		return ""
	}
	url := bareURL.FindString(text)
	for _, bracket := range []string{"&lt;", "&gt;"} {
		url, _, _ = strings.Cut(url, bracket)
	}
	for before := ""; url != before; {
		before = url
		url = strings.TrimRight(strings.TrimSuffix(url, "&amp;"), ".,;:!?)]}'*_~&`")
	}
	if strings.HasSuffix(url, "/") && strings.Count(url, "/") < 3 || len(escape(url, false)) > maxLink {
		return "" // no host, or too long
	}
	return url
}

func wordBefore(text string, i int) bool {
	if i == 0 {
		return false
	}
	c := text[i-1]
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/'
}

// unescape undoes the three entities.
func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}

// typed turns what a person types into Slack's text: every "&", "<" and ">" is
// escaped, URLs and the names of people and channels become links and mentions.
// A mention of somebody who exists, <@U…>, may also be given as such.
func (ws *Workspace) typed(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		rest := ahead(text, i)
		if text[i] == '<' {
			if token := control.FindString(rest); token != "" && ws.known(token) {
				b.WriteString(token)
				i += len(token)
				continue
			}
		}
		if !wordBefore(text, i) {
			if out, n := ws.typedName(rest); n > 0 {
				b.WriteString(out)
				i += n
				continue
			}
			if url := linkAt(rest); url != "" {
				b.WriteString(escapeInside("<" + url + ">"))
				i += len(url)
				continue
			}
		}
		b.WriteString(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text[i : i+1]))
		i++
	}
	return b.String()
}

func (ws *Workspace) known(token string) bool {
	return strings.HasPrefix(token, "<@") && ws.user(strings.Trim(token, "<@>")) != nil
}

const maxName = 200 // bytes of a name after "@" or "#"

// typedName reads "@name" or "#channel" at the start of text. It returns what
// Slack would store and how much of text that was; 0 means there is no such name.
func (ws *Workspace) typedName(text string) (string, int) {
	if text == "" || text[0] != '@' && text[0] != '#' {
		return "", 0
	}
	word := typedAt.FindString(text[:min(len(text), maxName)])
	for ; len(word) > 1; word = strings.TrimRight(word[:len(word)-1], "@#") {
		name := word[1:]
		if word[0] == '#' {
			for _, ch := range ws.channels {
				if ch.Name == name && ch.im == nil {
					return "<#" + ch.id + "|" + name + ">", len(word)
				}
			}
		} else if name == "here" || name == "channel" || name == "everyone" {
			return "<!" + name + ">", len(word)
		} else if u := ws.userNamed(name); u != nil {
			return "<@" + u.id + ">", len(word)
		} else if g := ws.groupNamed(name); g != nil {
			return "<!subteam^" + g.id + "|@" + g.handle + ">", len(word)
		}
		if !strings.ContainsAny(word[len(word)-1:], ".-_") {
			return "", 0
		}
	}
	return "", 0
}

func (ws *Workspace) groupNamed(handle string) *group {
	for _, g := range ws.groups {
		if strings.EqualFold(g.handle, handle) {
			return g
		}
	}
	return nil
}
