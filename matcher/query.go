package matcher

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// maxTerms is how many different terms of an alert are weighed. A long stack
// trace has more; the rarest of them are kept.
const maxTerms = 300

// maxRepeats is how many lines with the same term count. Label blocks say
// everything several times.
const maxRepeats = 2

// A queryTerm is one term of an alert that at least one case has.
type queryTerm struct {
	id     termID
	at     span // its first appearance in the query's text
	weight float64
}

// A query is an alert in the words of a library. Whoever makes one releases it.
type query struct {
	text   string // cleaned; evidence is quoted from it
	lang   int    // inKorean where the text has Hangul
	found  []word // its words in their order
	terms  []queryTerm
	sights []sight // all terms the library knows, by first appearance
	seen   []int32 // by termID: 1 + its place in sights, 0 for none
	// parts are the words in their order, identifiers cut, noTerm for one nobody knows.
	parts []part
	bare  string    // text with what varies masked
	lines [2]folded // both as signals are looked for; see folded
	links map[spokenOf]spoken
	told  float64 // what all its words weigh, whether a case has them or not
	words *wordSet
	drawn sketch // of its words, once votes ask for it
	// likely says which mechanisms it may tell of; nil without a vocabulary of them.
	likely []float64
	shifts map[int]shift // what votes make of the scores of cases for it, see Library.shifts
	pieces []piece       // room for what is weighed
	hits   []hit         // of its terms in the entry that was weighed last, by sight
}

// A sight is where a term stands.
type sight struct {
	id          termID
	at          span
	part        int32 // the first part that is it, -1 for none
	lastPart    int32
	lines, last int32 // how many lines have it, at most maxRepeats, and the last of them
}

// A part is a word; next is the next part that is the same, or -1.
type part struct {
	id   termID
	at   span
	next int32
}

// sight says where a term stands first.
func (q *query) sight(id termID) (sight, bool) {
	if id < 0 || q.seen[id] == 0 {
		return sight{}, false
	}
	return q.sights[q.seen[id]-1], true
}

// set is the words of q, each once.
func (q *query) set() *wordSet {
	if q.words == nil {
		s := setOf(q.found)
		q.words = &s
	}
	return q.words
}

// sketch is what Sketch makes of q.
func (q *query) sketch() sketch {
	if q.drawn == nil {
		q.drawn = sketchOf(q.found)
	}
	return q.drawn
}

// folded is the text of q as signals are looked for, as it is and masked, made when one is.
func (q *query) folded() *[2]folded {
	if q.lines[0].text == "" {
		q.lines = [2]folded{fold(q.text, q.lines[0].at), fold(q.bare, q.lines[1].at)}
	}
	return &q.lines
}

// slate lends queries of one library the memory in which they note what they read.
type slate struct{ pool sync.Pool }

// take gives an empty query that can note terms up to size.
func (s *slate) take(size int) *query {
	if q, ok := s.pool.Get().(*query); ok && len(q.seen) >= size {
		return q
	}
	return &query{seen: make([]int32, size)}
}

// release gives back what q was lent. q must not be used afterwards.
func (l *Library) release(q *query) {
	for _, s := range q.sights {
		q.seen[s.id] = 0
	}
	*q = query{
		seen: q.seen, found: q.found[:0], sights: q.sights[:0], parts: q.parts[:0], terms: q.terms[:0], pieces: q.pieces[:0], hits: q.hits[:0],
		lines: [2]folded{{at: q.lines[0].at[:0]}, {at: q.lines[1].at[:0]}},
	}
	l.slate.pool.Put(q)
}

// newQuery reads text, which need not be clean and may be anything at all.
func (l *Library) newQuery(text string) *query {
	text = head(clean(head(text, maxAlert)), maxAlert)
	bare := masked(text)
	q := l.slate.take(len(l.words.terms))
	q.text, q.bare = text, bare
	if strings.ContainsFunc(text, isHangul) {
		q.lang = inKorean
	}
	q.found = wordsBy(bare, &l.words, false, q.found)
	q.read(bare, &l.words)
	if l.linker != nil {
		links := l.linker.Link(text)
		q.links = l.links(links)
		if l.mechanisms != nil {
			q.likely = l.mechanisms.recognise(q, links, &l.words)
		}
	}
	q.weigh(l)
	return q
}

// weigh takes the terms that cases have, the heaviest first.
func (q *query) weigh(l *Library) {
	for _, s := range q.sights {
		if l.words.cases[s.id] > 0 {
			q.terms = append(q.terms, queryTerm{s.id, s.at, float64(s.lines) * l.words.frames[s.id] * l.rarity(s.id)})
		}
	}
	slices.SortFunc(q.terms, func(a, b queryTerm) int {
		if a.weight != b.weight {
			return cmp.Compare(b.weight, a.weight)
		}
		return int(q.seen[a.id] - q.seen[b.id])
	})
	q.terms = q.terms[:min(len(q.terms), maxTerms)]
}

// alertText is all of an alert that is searched: its text, and what its title,
// members and labels say beyond it.
func alertText(a Alert) string {
	var b strings.Builder
	b.WriteString(a.Text)
	add := func(s string) {
		if s != "" && b.Len() < maxAlert && !strings.Contains(b.String(), s) {
			b.WriteString("\n" + s)
		}
	}
	add(a.Title)
	for _, m := range a.Members {
		add(m)
	}
	for _, l := range a.Labels {
		add(l.Value)
	}
	return b.String()
}
