package bot

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slack's limits in code points, with the room we leave below them.
const (
	maxText   = 2900 // a text object or rich text leaf; Slack takes 3,000
	maxButton = 75   // a button's label
	maxNotice = 600  // the top-level text, shown in notifications; Slack advises 4,000
)

// cut shortens s to at most limit code points, the last of them "…" where something was left out.
func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)[:limit-1]
	return strings.TrimRightFunc(string(runes), unicode.IsSpace) + "…"
}

// plain makes text from an alert or a case fit to be shown as it is: valid UTF-8, without
// control and bidi characters, and with nothing left that Slack could take for a mention
// or a link. A word joiner, which nobody sees, parts the "<" from what follows it.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return mentionStart.ReplaceAllString(s, "<\u2060$1")
}

var mentionStart = regexp.MustCompile(`<([!@#]|https?:|mailto:)`)

// notice makes s the top-level text of a message: what notifications and screen readers
// say. It is the one text of ours that Slack reads as mrkdwn, so it is escaped, its
// formatting marks are disarmed, and names of groups cannot call them.
func notice(s string) string {
	s = cut(strings.Join(strings.Fields(plain(s)), " "), maxNotice)
	s = markEdge.ReplaceAllString(s, "$1\u2060")
	s = hangulEdge.ReplaceAllString(s, "$1\u2060$2")
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
	return strings.ReplaceAll(s, "@", "@\u2060")
}

var (
	markEdge   = regexp.MustCompile("([*_~`])")
	hangulEdge = regexp.MustCompile("(\\p{Hangul})([*_~`])")
)

// prose turns a case's text, which may be written in Markdown, into plain sentences:
// fences, heading marks, emphasis and code marks go, table rows become lines, and
// "[label](address)" becomes "label (address)". Identifiers keep their underscores.
func prose(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	s = mdFence.ReplaceAllString(s, "")
	s = mdRule.ReplaceAllString(s, "")
	s = mdHeading.ReplaceAllString(s, "")
	s = mdLink.ReplaceAllString(s, "$1 ($2)")
	s = mdStrong.ReplaceAllString(s, "$2")
	s = mdRow.ReplaceAllStringFunc(s, func(row string) string {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		return strings.Join(cells, " · ")
	})
	s = strings.ReplaceAll(s, "`", "")
	return strings.TrimSpace(blankLines.ReplaceAllString(plain(s), "\n\n"))
}

var (
	mdFence    = regexp.MustCompile("(?m)^[ \t]*(```|~~~).*$")
	mdRule     = regexp.MustCompile(`(?m)^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$`)
	mdHeading  = regexp.MustCompile(`(?m)^[ \t]*#{1,6}[ \t]+`)
	mdLink     = regexp.MustCompile(`\[([^\]\n]+)\]\((https?://[^\s)]+)\)`)
	mdStrong   = regexp.MustCompile(`(\*\*|__)([^\s*_](?:[^\n]*?[^\s*_])??)(\*\*|__)`)
	mdRow      = regexp.MustCompile(`(?m)^[ \t]*\|.*\|[ \t]*$`)
	blankLines = regexp.MustCompile(`\n{3,}`)
)

// firstSentences returns the first n sentences of s, in English or Korean.
func firstSentences(s string, n int) string {
	s = strings.Join(strings.Fields(prose(s)), " ")
	ends := sentenceEnd.FindAllStringIndex(s, n)
	if len(ends) < n {
		return s
	}
	return strings.TrimSpace(s[:ends[n-1][1]])
}

var sentenceEnd = regexp.MustCompile(`[.!?。][)"'”’]?(?:\s|$)`)

// link returns address when it is one that may be put behind a title: http or https,
// with a host, without the characters that end a Slack link. Otherwise "".
func link(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" || u.User != nil || (u.Scheme != "https" && u.Scheme != "http") || len(address) > 3000 {
		return ""
	}
	if strings.ContainsFunc(address, func(r rune) bool {
		return r == '|' || r == '<' || r == '>' || unicode.IsSpace(r) || unicode.IsControl(r)
	}) {
		return ""
	}
	return u.String()
}
