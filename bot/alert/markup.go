package alert

import (
	"strings"
	"unicode"
)

// unescape undoes Slack's three escapes, once: "&amp;gt;" becomes "&gt;".
var unescape = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")

// decode undoes links and escapes of mrkdwn. Bold, italics and code marks stay.
func decode(s string) string {
	var out strings.Builder
	for {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			break
		}
		out.WriteString(dropConsoleLinks(unescape.Replace(s[:open])))
		s = s[open+1:]
		inner, rest, ok := token(s)
		shown, isRef := "", false
		if ok {
			shown, isRef = reference(inner)
		}
		if !isRef {
			out.WriteByte('<')
			continue
		}
		out.WriteString(unescape.Replace(shown))
		s = rest
	}
	out.WriteString(dropConsoleLinks(unescape.Replace(s)))
	return out.String()
}

// token cuts a <…> token off s, which begins behind its "<". Some tools forget
// to escape a ">" inside a label, as in "<https://…|lag > 10s&gt;": after a
// space it does not end the token when a later one on the line does.
func token(s string) (inner, rest string, ok bool) {
	line, _, _ := strings.Cut(s, "\n")
	line = cutBytes(line, 4096)
	end := strings.IndexByte(line, '>')
	if end < 0 {
		return "", "", false
	}
	if end > 0 && line[end-1] == ' ' && isURL(line) {
		next, width := strings.IndexByte(line[end+1:], '>'), 1
		if escaped := strings.Index(line[end+1:], "&gt;"); next < 0 || escaped >= 0 && escaped < next {
			next, width = escaped, len("&gt;")
		}
		if next >= 0 && !strings.Contains(line[end+1:end+1+next], "<") {
			stop := end + 1 + next
			return line[:stop], s[stop+width:], true
		}
	}
	return line[:end], s[end+1:], true
}

// unmark removes the marks of mrkdwn and emoji from decoded text. Code, between
// backticks, keeps its asterisks and underscores.
func unmark(s string) string {
	var out strings.Builder
	for i, fenced := range strings.Split(s, "```") {
		if i%2 == 1 {
			out.WriteString("\n" + fenced + "\n")
			continue
		}
		for j, line := range strings.Split(fenced, "\n") {
			if j > 0 {
				out.WriteByte('\n')
			}
			unmarkLine(&out, line)
		}
	}
	return out.String()
}

func unmarkLine(out *strings.Builder, line string) {
	spans := strings.Split(line, "`")
	if len(spans)%2 == 0 { // an odd backtick is a character like any other
		out.WriteString(prose(line))
		return
	}
	for i, span := range spans {
		if i%2 == 1 {
			spans[i] = "\x00" + span + "\x00" // keep code apart while marks around it go
		}
	}
	joined := strings.Join(spans, "")
	parts := strings.Split(joined, "\x00")
	// Marks may open before code and close behind it, so that prose is read with
	// each code span standing as one letter.
	var codes []string
	var text strings.Builder
	for i, p := range parts {
		if i%2 == 1 {
			codes = append(codes, p)
			text.WriteString(codeMark)
			continue
		}
		text.WriteString(p)
	}
	rest := prose(text.String())
	for _, code := range codes {
		before, after, _ := strings.Cut(rest, codeMark)
		out.WriteString(before + code)
		rest = after
	}
	out.WriteString(rest)
}

// codeMark stands for a code span. It is a private-use character that tidy text
// is not expected to hold; when it does, the worst is a misplaced code span.
const codeMark = "\ue000"

func prose(s string) string {
	for _, mark := range []rune{'*', '_', '~'} {
		if strings.ContainsRune(s, mark) {
			s = unpair(s, mark)
		}
	}
	return dropEmoji(s)
}

// unpair removes pairs of a mark that enclose words. Single marks stay, and so do
// those inside a word: node_filesystem_avail_bytes, *.example.com, ~41k.
func unpair(s string, mark rune) string {
	r := []rune(s)
	drop := make([]bool, len(r))
	for i := 0; i < len(r); i++ {
		n := run(r, i, mark)
		if n == 0 {
			continue
		}
		if n > 1 && mark != '*' || i > 0 && wordy(r[i-1]) || i+n >= len(r) || unicode.IsSpace(r[i+n]) {
			i += n - 1
			continue
		}
		end := closing(r, i+n, n, mark)
		if end < 0 {
			i += n - 1
			continue
		}
		for k := range n {
			drop[i+k], drop[end+k] = true, true
		}
		i = end + n - 1
	}
	var out strings.Builder
	for i, c := range r {
		if !drop[i] {
			out.WriteRune(c)
		}
	}
	return out.String()
}

// closing finds the run of n marks that ends what began before from. It looks
// 500 characters far: a mark that is never closed must not cost the whole text.
func closing(r []rune, from, n int, mark rune) int {
	for j := from + 1; j < min(len(r), from+500); j++ {
		if m := run(r, j, mark); m > 0 {
			if m == n && !unicode.IsSpace(r[j-1]) && (j+n == len(r) || !wordy(r[j+n])) {
				return j
			}
			j += m - 1
		}
	}
	return -1
}

func run(r []rune, i int, mark rune) int {
	n := 0
	for i+n < len(r) && r[i+n] == mark {
		n++
	}
	return n
}

// wordy reports whether c continues a word. A Korean particle may follow a mark
// directly, as in "*결제*가".
func wordy(c rune) bool {
	return (unicode.IsLetter(c) || unicode.IsDigit(c)) && !unicode.Is(unicode.Hangul, c)
}
