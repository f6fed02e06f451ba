package matcher

import (
	"cmp"
	"slices"
)

// A Linker finds the terms of a vocabulary in text. It is safe for use by many goroutines.
type Linker struct {
	single    map[string][]saying    // by its one word
	several   map[[2]string][]saying // by the first two of its words
	ambiguous []ambiguity
	korean    map[string][]saying // by the first two syllables, or the one
}

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

// NewLinker prepares v, which must not be changed afterwards. Bare numbers and single
// characters link to nothing.
func NewLinker(v *Vocabulary) *Linker {
	k := &Linker{single: map[string][]saying{}, several: map[[2]string][]saying{}, korean: map[string][]saying{}}
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
		k.ambiguous = append(k.ambiguous, newAmbiguity(a))
	}
	return k
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
	tokens := tokensOf(low)
	try := func(sayings []saying, from int) {
		for n := range sayings {
			if at, ok := sayings[n].at(low, tokens[from:]); ok {
				said(sayings[n], at)
			}
		}
	}
	for i, t := range tokens {
		try(k.single[t.of(low)], i)
		if i+1 < len(tokens) {
			try(k.several[[2]string{t.of(low), tokens[i+1].of(low)}], i)
		}
	}
	k.linkKorean(low, said)
	out = k.settle(low, out)
	for _, l := range out {
		slices.SortStableFunc(l.Found, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	}
	slices.SortStableFunc(out, func(a, b Link) int { return cmp.Compare(a.at.start, b.at.start) })
	return out
}
