package matcher

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Linker finds the terms of a vocabulary in text. It is safe for use by many goroutines.
type Linker struct {
	numbers   map[string]wordNumber      // of all words of sayings
	words     []linkWord                 // by its number
	several   map[[2]wordNumber][]saying // by the first two of its words
	ambiguous []ambiguity
	korean    map[string][]saying // by the first two syllables, or the one
}

// A wordNumber numbers the words of a linker, so that each word of a text is looked up once,
// however many sayings have it.
type wordNumber int32

// linkWord says how sayings have a word: those that are the word alone, and whether it stands
// first or second in some of several words.
type linkWord struct {
	alone         []saying
	first, second bool
}

// noWord is a word that is in no saying.
const noWord wordNumber = -1

// A Link is a term of the vocabulary that a text speaks of.
type Link struct {
	Field string // the field of a case that takes the slug: "symptoms", "components"…
	Slug  string
	Found []string // the words it was known by, longest first
	Count int      // how often they stand in the text
	Exact bool     // among them is a whole phrase or the name of an alert, not only a word
	Named bool     // the text has the term's own name
	at    span     // where it stands first
}

// saying is one way to speak of a term.
type saying struct {
	field, slug, text string
	rows              [][]wordNumber // its words; of each row they stand together, and "…" parts rows
	tight             string         // Korean, without spaces
	exact, named      bool
}

// NewLinker prepares v, which must not be changed afterwards. Bare numbers and single
// characters link to nothing.
func NewLinker(v *Vocabulary) *Linker {
	k := &Linker{numbers: map[string]wordNumber{}, several: map[[2]wordNumber][]saying{}, korean: map[string][]saying{}}
	for _, field := range []string{"domain", "symptoms", "components", "root_cause", "contributing"} {
		for _, t := range v.Kinds()[field] {
			for _, name := range []string{t.Slug, t.Name.En, t.Name.Ko} {
				k.add(saying{field: field, slug: t.Slug, text: name, named: true})
			}
			for _, alias := range t.Aliases {
				k.add(saying{field: field, slug: t.Slug, text: alias})
			}
			for _, phrase := range append(slices.Clone(t.Phrases), t.Alerts...) {
				k.add(saying{field: field, slug: t.Slug, text: phrase, exact: true})
			}
		}
	}
	for _, a := range v.Ambiguous {
		k.ambiguous = append(k.ambiguous, k.newAmbiguity(a))
	}
	return k
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
			two := [2]wordNumber{row[0], row[1]}
			k.several[two] = append(k.several[two], s)
			k.words[two[0]].first, k.words[two[1]].second = true, true
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

// Link finds the terms that text speaks of, each once, in the order in which they are said
// first.
func (k *Linker) Link(text string) []Link {
	text = head(clean(text), maxAlert)
	low := lowerASCII(text)
	var out []Link
	said := func(s saying, at span) {
		i := slices.IndexFunc(out, func(l Link) bool { return l.Field == s.field && l.Slug == s.slug })
		if i < 0 {
			i = len(out)
			out = append(out, Link{Field: s.field, Slug: s.slug, at: at})
		}
		l := &out[i]
		l.Count++
		l.Exact, l.Named = l.Exact || s.exact, l.Named || s.named
		if !slices.Contains(l.Found, s.text) {
			l.Found = append(l.Found, s.text)
		}
	}
	tokens := k.tokens(low)
	try := func(sayings []saying, from int) {
		for n := range sayings {
			if at, ok := sayings[n].at(low, tokens[from:]); ok {
				said(sayings[n], at)
			}
		}
	}
	for i, t := range tokens {
		if t.word == noWord {
			continue
		}
		w := &k.words[t.word]
		try(w.alone, i)
		if w.first && i+1 < len(tokens) {
			if next := tokens[i+1].word; next != noWord && k.words[next].second {
				try(k.several[[2]wordNumber{t.word, next}], i)
			}
		}
	}
	k.linkKorean(low, said)
	out = k.settle(low, tokens, out)
	for _, l := range out {
		slices.SortStableFunc(l.Found, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	}
	slices.SortStableFunc(out, func(a, b Link) int { return cmp.Compare(a.at.start, b.at.start) })
	return out
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
