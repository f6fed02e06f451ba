package alert

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line a person reads.
type line struct {
	role role
	text string
	part int
}

// lines returns what a person reads, in order, each thought once. Fallbacks
// are read only when there is nothing else.
func (d *draft) lines() []line {
	var out []line
	seen := map[string]int{} // where a line stands in out, by its words
	for _, p := range d.pieces {
		if p.role == fallback && d.worded() {
			continue
		}
		for _, text := range linesOf(p.text) {
			key := strings.ToLower(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " "))
			if key == "" {
				continue
			}
			if at, ok := seen[key]; ok {
				if p.role == title {
					out[at].role = title
				}
				continue
			}
			seen[key] = len(out)
			if out = append(out, line{p.role, text, p.part}); len(out) == maxLines {
				return fold(out)
			}
		}
	}
	return fold(out)
}

// linesOf turns the text of a piece into plain lines.
func linesOf(marked string) []string {
	var out []string
	for text := range strings.SplitSeq(unmark(marked), "\n") {
		text = strings.Join(strings.Fields(text), " ")
		text = strings.TrimSpace(bullet.ReplaceAllString(text, ""))
		if text != "" && !navigation.MatchString(text) {
			out = append(out, text)
		}
	}
	return out
}

// bullet matches the mark of a list item or a quotation. A number stays: it tells
// the alerts of a group apart.
var bullet = regexp.MustCompile(`^(?:[•●◦▪‣∙·>]\s*|[-*+]\s+)+`)

// fold drops a line whose words stand whole in another, as tools repeat a title
// in a notification text, a block and an attachment. Short lines stay: "Killed"
// is a thought of its own. The longer line takes the place of the first.
func fold(lines []line) []line {
	const telling = 16 // characters from which a repetition is one on purpose
	var out []line
	for _, l := range lines {
		repeated := false
		for i, o := range out {
			short, long := l.text, o.text
			if len(short) > len(long) {
				short, long = long, short
			}
			short = strings.TrimRight(short, "… .")
			if utf8.RuneCountInString(short) < telling || !strings.Contains(long, short) {
				continue
			}
			// A title is kept apart from the sentence that repeats it.
			longer := len(l.text) > len(o.text)
			if longer && o.role == title || !longer && l.role == title {
				continue
			}
			if longer {
				out[i].text = l.text
			}
			repeated = true
			break
		}
		if !repeated {
			out = append(out, l)
		}
	}
	return out
}

// joinLines writes the text of an alert, first line first.
func joinLines(first line, rest []line) string {
	var out strings.Builder
	n := utf8.RuneCountInString(first.text)
	out.WriteString(cut(first.text, maxText))
	for _, l := range rest {
		room := maxText - n - 1
		if room < 2 {
			break
		}
		text := cut(l.text, room)
		n += 1 + utf8.RuneCountInString(text)
		out.WriteString("\n" + text)
	}
	return out.String()
}
