package matcher

import (
	"strings"
	"unicode/utf8"
)

// saying is one way to speak of a term.
type saying struct {
	field, slug, text string
	rows              [][]wordNumber // its words; of each row they stand together, and "…" parts rows
	tight             string         // Korean, without spaces
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
		if words := k.number(row); len(words) > 0 {
			s.rows = append(s.rows, words)
		}
	}
	if len(s.rows) > 0 && utf8.RuneCountInString(low) > 1 && !isNumber(low) {
		if row := s.rows[0]; len(row) == 1 {
			k.words[row[0]].alone = append(k.words[row[0]].alone, s)
		} else {
			two := k.firstTwo.of(row[0], row[1])
			if two == 0 {
				two = wordNumber(len(k.several))
				k.firstTwo.put(row[0], row[1], two)
				k.several = append(k.several, nil)
			}
			k.several[two] = append(k.several[two], s)
			k.words[row[0]].first, k.words[row[1]].second = true, true
		}
	}
}

// number gives the words of lower-case text their numbers.
func (k *Linker) number(text string) (words []wordNumber) {
	for _, t := range k.tokens(text) {
		if t.word == noWord {
			word := t.at.of(text)
			if _, twice := k.numbers[word]; !twice {
				k.numbers[word] = wordNumber(len(k.numbers))
				k.words = append(k.words, linkWord{})
			}
			t.word = k.numbers[word]
		}
		words = append(words, t.word)
	}
	return words
}

// maxBetween is how much may stand for the "…" of a saying, in bytes: more than any path or
// message, and little enough that a long line is not read again and again.
const maxBetween = 300

// at says where a saying stands that begins with the first of tokens.
func (s *saying) at(text string, tokens []token) (span, bool) {
	start, next := tokens[0].at.start, 0
	end := start
	for n, row := range s.rows {
		found := false
		for i := next; i+len(row) <= len(tokens); i++ {
			if tokens[i].at.start-end > maxBetween || i > 0 && strings.Contains(text[tokens[i-1].at.end:tokens[i].at.start], "\n") {
				break
			}
			if sameRow(text, tokens[i:], row) {
				found, next, end = true, i+len(row), tokens[i+len(row)-1].at.end
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
func sameRow(text string, tokens []token, row []wordNumber) bool {
	for i, w := range row {
		if tokens[i].word != w {
			return false
		}
		if i > 0 {
			if between := text[tokens[i-1].at.end:tokens[i].at.start]; len(between) > 4 || strings.Contains(between, "\n") {
				return false
			}
		}
	}
	return true
}
