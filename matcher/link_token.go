package matcher

import (
	"slices"
	"unicode/utf8"
)

// A token is a word of a text as a linker cuts it, with its number.
type token struct {
	at   span
	word wordNumber
}

// tokens are the words of lower-case text: letters, digits and "_"; Hangul is left out.
func (k *Linker) tokens(text string) []token {
	out := make([]token, 0, len(text)/5+1)
	for i := 0; i < len(text); {
		end := tokenEnd(text, i)
		if end == i {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		word, known := k.numbers[text[i:end]]
		if !known {
			word = noWord
		}
		out = append(out, token{span{i, end}, word})
		i = end
	}
	return out
}

// tokenEnd is where the token ends that begins at i; i where none does.
func tokenEnd(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			if !isWord(c) {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if !inName(r) || isHangul(r) {
			return i
		}
		i += n
	}
	return i
}

// haveAll says whether all words are among the tokens.
func haveAll(tokens []token, words []wordNumber) bool {
	for _, w := range words {
		if !slices.ContainsFunc(tokens, func(t token) bool { return t.word == w }) {
			return false
		}
	}
	return true
}
