package alert

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed words.txt
var wordList string

// vocabulary holds the families of words.txt by what they are evidence of.
var vocabulary = mustReadWords(wordList)

// family is one way of saying something, and how much one instance of it weighs.
// At most limit different instances count, so that a long log does not outweigh
// all else.
type family struct {
	words  *finder
	weight int
	limit  int
	korean bool // looked for only where there is Hangul, which saves time
}

// weight adds up what text holds of the families under name.
func weight(name, text string) int {
	total := 0
	korean := hangul.MatchString(text)
	for _, f := range vocabulary[name] {
		if f.korean && !korean {
			continue
		}
		seen := map[string]bool{}
		for _, word := range f.words.words(text, 40) {
			seen[strings.ToLower(word)] = true
		}
		total += f.weight * min(len(seen), f.limit)
	}
	return total
}

// says reports whether text holds anything of the families under name.
func says(name, text string) bool {
	korean := hangul.MatchString(text)
	for _, f := range vocabulary[name] {
		if (!f.korean || korean) && f.words.in(text) {
			return true
		}
	}
	return false
}

// frames put the words of a family into one expression.
var frames = map[string]string{
	"words":  `(?i)\b(?:%s)\b`,
	"nouns":  `(?i)\b(?:%s)s?\b`,
	"parts":  `(?i)(?:%s)`,
	"exact":  `(?:%s)`,
	"korean": `(?i)(?:%s)`,
}

var hangul = regexp.MustCompile(`\p{Hangul}`)

var familyHeading = regexp.MustCompile(`^(\w+)(?: (\d+) x(\d+))? (words|nouns|parts|exact|korean):$`)

// mustReadWords reads the format that words.txt describes at its top. It panics
// on any other, as regexp.MustCompile does: the list is part of the program.
func mustReadWords(list string) map[string][]family {
	out := map[string][]family{}
	var heading, words []string
	flush := func() {
		if heading == nil {
			return
		}
		f := family{weight: 1, limit: 1, korean: heading[4] == "korean"}
		if heading[2] != "" {
			f.weight, _ = strconv.Atoi(heading[2])
			f.limit, _ = strconv.Atoi(heading[3])
		}
		slices.Sort(words) // neighbours share their first letters, which the engine tries once
		frame := frames[heading[4]]
		f.words = newFinder(func(alternatives string) string { return fmt.Sprintf(frame, alternatives) }, words...)
		out[heading[1]] = append(out[heading[1]], f)
		heading, words = nil, nil
	}
	for n, line := range strings.Split(list, "\n") {
		switch text := strings.TrimSpace(line); {
		case text == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(line, "  ") && heading != nil:
			words = append(words, strings.Split(text, " | ")...)
		default:
			flush()
			if heading = familyHeading.FindStringSubmatch(text); heading == nil {
				panic(fmt.Sprintf("words.txt:%d: %q is neither a heading nor words under one", n+1, line))
			}
		}
	}
	flush()
	return out
}
