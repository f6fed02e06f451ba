package matcher

import (
	"strings"
	"unicode/utf8"
)

// saying is one way to speak of a term.
type saying struct {
	field, slug, text string
	rows              [][]string // its words; of each row they stand together, and "…" parts rows
	tight             string     // Korean, without spaces
	exact, named      bool
}

func (k *Linker) add(s saying) {
	low := strings.ToLower(s.text)
	if strings.ContainsFunc(low, isHangul) {
		s.tight = strings.Join(strings.Fields(low), "")
		_, one := utf8.DecodeRuneInString(s.tight)
		_, two := utf8.DecodeRuneInString(s.tight[one:])
		k.korean[s.tight[:one+two]] = append(k.korean[s.tight[:one+two]], s)
		return
	}
	for row := range strings.SplitSeq(low, "…") {
		var words []string
		for _, t := range tokensOf(row) {
			words = append(words, t.of(row))
		}
		if len(words) > 0 {
			s.rows = append(s.rows, words)
		}
	}
	if len(s.rows) > 0 && utf8.RuneCountInString(low) > 1 && !isNumber(low) {
		if row := s.rows[0]; len(row) == 1 {
			k.single[row[0]] = append(k.single[row[0]], s)
		} else {
			two := [2]string{row[0], row[1]}
			k.several[two] = append(k.several[two], s)
		}
	}
}

// maxBetween is how much may stand for the "…" of a saying, in bytes: more than any path or
// message, and little enough that a long line is not read again and again.
const maxBetween = 300

// at says where a saying stands that begins with the first of tokens.
func (s *saying) at(text string, tokens []span) (span, bool) {
	start, next := tokens[0].start, 0
	end := start
	for n, row := range s.rows {
		found := false
		for i := next; i+len(row) <= len(tokens); i++ {
			if tokens[i].start-end > maxBetween || i > 0 && strings.Contains(text[tokens[i-1].end:tokens[i].start], "\n") {
				break
			}
			if sameRow(text, tokens[i:], row) {
				found, next, end = true, i+len(row), tokens[i+len(row)-1].end
				break
			}
			if n == 0 {
				break // the first row begins right here
			}
		}
		if !found {
			return span{}, false
		}
	}
	return span{start, end}, true
}

// sameRow says whether tokens begin with the words of row, near each other on one line.
func sameRow(text string, tokens []span, row []string) bool {
	for i, w := range row {
		if tokens[i].of(text) != w {
			return false
		}
		if i > 0 {
			if between := text[tokens[i-1].end:tokens[i].start]; len(between) > 4 || strings.Contains(between, "\n") {
				return false
			}
		}
	}
	return true
}

// tokensOf are the words of lower-case text: letters, digits and "_"; Hangul is left out.
func tokensOf(text string) []span {
	out := make([]span, 0, len(text)/5+1)
	start := -1
	for i, r := range text {
		if inName(r) && !isHangul(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			out = append(out, span{start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, span{start, len(text)})
	}
	return out
}
