package matcher

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// linkKorean finds Korean sayings however they are spaced, with whatever particle behind.
func (k *Linker) linkKorean(text string, said func(saying, span)) {
	if !hasHangul(text) {
		return
	}
	var tight strings.Builder
	var from []int // for each byte of tight, where it stood
	for i, r := range text {
		if !unicode.IsSpace(r) {
			n, _ := tight.WriteRune(r)
			for range n {
				from = append(from, i)
			}
		}
	}
	seen := map[*saying]bool{}
	flat := tight.String()
	for i, r := range flat {
		one := utf8.RuneLen(r)
		_, two := utf8.DecodeRuneInString(flat[i+one:])
		for _, first := range [...]string{flat[i : i+one+two], flat[i : i+one]} {
			sayings := k.korean[first]
			for n := range sayings {
				s := &sayings[n]
				if seen[s] || !strings.HasPrefix(flat[i:], s.tight) {
					continue
				}
				seen[s] = true
				last := from[i+len(s.tight)-1]
				_, size := utf8.DecodeRuneInString(text[last:])
				said(*s, span{from[i], last + size})
			}
		}
	}
}
