package matcher

import (
	"slices"
	"strings"
)

// settle decides what phrases mean that mean one thing by themselves and another beside other
// words of the line: "no space left on device" is no full disk when inotify is spoken of.
// links are those found in text, which is in lower case; tokens are its words.
func (k *Linker) settle(text string, tokens []token, links []Link) []Link {
	for _, a := range k.ambiguous {
		if !haveAll(tokens, a.words) {
			continue
		}
		at, ok := placeOf(text, a.phrase)
		if !ok {
			continue
		}
		means := a.means(text, at)
		links = slices.DeleteFunc(links, func(l Link) bool {
			return l.Field == "symptoms" && !slices.Contains(means, l.Slug) &&
				!slices.ContainsFunc(l.Found, func(s string) bool { return !strings.EqualFold(s, a.phrase) })
		})
		for _, slug := range means {
			if !slices.ContainsFunc(links, func(l Link) bool { return l.Field == "symptoms" && l.Slug == slug }) {
				links = append(links, Link{Field: "symptoms", Slug: slug, Found: []string{a.phrase}, Count: 1, Exact: true, at: at})
			}
		}
	}
	return links
}

// ambiguity is an Ambiguity in lower case.
type ambiguity struct {
	phrase string
	words  []wordNumber // of the phrase; a text without them does not have it either
	alone  []string
	near   []Near
}

func (k *Linker) newAmbiguity(a Ambiguity) ambiguity {
	phrase := strings.ToLower(a.Phrase)
	out := ambiguity{phrase: phrase, words: k.number(phrase), alone: a.Means}
	for _, n := range a.Near {
		low := Near{Means: n.Means}
		for _, w := range n.Words {
			low.Words = append(low.Words, strings.ToLower(w))
		}
		out.near = append(out.near, low)
	}
	return out
}

// means says what the phrase at a place means there.
func (a *ambiguity) means(text string, at span) []string {
	start := strings.LastIndexByte(text[:at.start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[at.end:], '\n'); i >= 0 {
		end = at.end + i
	}
	line := text[start:end]
	for _, n := range a.near {
		if slices.ContainsFunc(n.Words, func(w string) bool { _, ok := placeOf(line, w); return ok }) {
			return n.Means
		}
	}
	return a.alone
}
