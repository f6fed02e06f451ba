package matcher

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isHangul(r rune) bool { return r >= 0x1100 && unicode.Is(unicode.Hangul, r) }

// hasHangul says whether s has any Hangul, and of text in ASCII does so fast.
func hasHangul(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.ContainsFunc(s[i:], isHangul)
		}
	}
	return false
}

// particles stand after a Korean noun, written with it as one word: 노드에서 is
// "at the node". The longest come first, so that 에서 is found before 서.
var particles = byLength(`
으로부터 에서부터 이라면서 에게서는 으로써는
으로는 으로도 으로서 으로써 에서는 에서도 에서의 에게서 이라는 이라고 이라도 까지는 까지도 까지의 부터는 부터의 마저도 조차도 보다는 이든지 로부터
으로 에서 에게 에는 에도 에만 에야 께서 한테 까지 부터 마다 마저 조차 처럼 보다 밖에 이나 이며 이고 이랑 이라 라는 라고 라도 로는 로도 로서 로써 와의 과의 하고 와는 과는 들이 들을 들은 들의
은 는 이 가 을 를 의 에 로 와 과 도 만 나 며 랑 들
`)

func byLength(list string) []string {
	var out []string
	words := strings.Fields(list)
	for n := 4; n >= 1; n-- {
		for _, w := range words {
			if utf8.RuneCountInString(w) == n {
				out = append(out, w)
			}
		}
	}
	return out
}

// noParticle is w without the particle at its end, as long as two syllables stay.
func noParticle(w string) string {
	for _, p := range particles {
		if rest, ok := strings.CutSuffix(w, p); ok && utf8.RuneCountInString(rest) >= 2 {
			return rest
		}
	}
	return w
}

// hangul adds the Hangul between start and end: its particle gone, then every two
// neighbouring syllables as a word. Pairs find 디스크가득 for 디스크 가득, and need no
// dictionary. Each is shown as the whole noun.
func (t *tokens) hangul(start, end int) {
	if slices.Contains(particles, t.text[start:end]) {
		return // it belongs to the Latin word before: CoreDNS 에서
	}
	noun := noParticle(t.text[start:end])
	at := span{start, start + len(noun)}
	first, n := utf8.DecodeRuneInString(noun)
	if n == len(noun) {
		t.put(string(first), at, false)
		return
	}
	prev := 0
	for i := n; i < len(noun); {
		_, m := utf8.DecodeRuneInString(noun[i:])
		t.put(noun[prev:i+m], at, false)
		prev, i = i, i+m
	}
}
