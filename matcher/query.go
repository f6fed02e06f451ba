package matcher

import (
	"cmp"
	"slices"
	"strings"
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
	lines  int  // how many lines have it, at most maxRepeats
	last   int  // the last of these lines
	weight float64
}

// A query is an alert in the words of a library.
type query struct {
	text  string // cleaned; evidence is quoted from it
	lang  int    // inKorean where the text has Hangul
	terms []queryTerm
	// parts are the words in their order, identifiers cut, -1 for one no case has.
	parts []part
	at    map[termID][]int // where in parts a term stands
	first map[termID]sight // all known terms, before any limit
	lines [2]folded        // the text as signals are looked for: as it is, and masked
	links map[spokenOf]spoken
	all   wordSet // all its words, whether a case has them or not
	// features and likely say which mechanisms it may tell of; none without a vocabulary.
	features []feature
	likely   []float64
}

// A sight is where a term stands first.
type sight struct {
	at   span
	term int // in q.terms while the query is read
}

type part struct {
	id termID
	at span
}

// newQuery reads text, which need not be clean and may be anything at all.
func (l *Library) newQuery(text string) *query {
	text = head(clean(head(text, maxAlert)), maxAlert)
	bare := masked(text)
	q := &query{
		text:  text,
		at:    make(map[termID][]int, len(text)/8),
		first: make(map[termID]sight, len(text)/8),
		all:   wordSet{words: map[string]bool{}},
		lines: [2]folded{fold(text), fold(bare)},
	}
	if strings.ContainsFunc(text, isHangul) {
		q.lang = inKorean
	}
	found := wordsBy(bare, l.words.stems, false)
	both := pairs(bare, found)
	q.read(bare, found, both, &l.words)
	if l.linker != nil {
		links := l.linker.Link(text)
		q.links = l.links(links)
		if l.mechanisms != nil {
			q.features = features(found, both, links)
			q.likely = l.mechanisms.recognise(q.features)
		}
	}
	for i := range q.terms {
		t := &q.terms[i]
		t.weight = float64(t.lines) * frameWeight(l.words.terms[t.id]) * l.rarity(t.id)
	}
	slices.SortStableFunc(q.terms, func(a, b queryTerm) int { return cmp.Compare(b.weight, a.weight) })
	q.terms = q.terms[:min(len(q.terms), maxTerms)]
	return q
}

// read collects the words and pairs of words of text that v knows.
func (q *query) read(text string, found, both []word, v *vocabulary) {
	line, pos := 0, 0
	add := func(term string, at span) termID {
		id, known := v.ids[term]
		if !known {
			return -1
		}
		seen, ok := q.first[id]
		if !ok {
			seen = sight{at, len(q.terms)}
			q.first[id] = seen
			q.terms = append(q.terms, queryTerm{id: id, at: at, last: -1})
		}
		if t := &q.terms[seen.term]; t.last != line && t.lines < maxRepeats {
			t.lines, t.last = t.lines+1, line
		}
		return id
	}
	for _, w := range found {
		line += strings.Count(text[min(pos, w.at.start):w.at.start], "\n")
		pos = max(pos, w.at.start)
		id := add(w.term, w.at)
		q.all.add(w)
		if w.whole {
			continue
		}
		if n := len(q.parts); n > 0 {
			if before := q.parts[n-1].at; before.end+1 == w.at.start && text[before.end] == ' ' {
				joined := strings.ToLower(before.of(text) + w.at.of(text))
				add(stem(joined), span{before.start, w.at.end}) // "core dns" is CoreDNS
			}
		}
		q.at[id] = append(q.at[id], len(q.parts))
		q.parts = append(q.parts, part{id, w.at})
	}
	line, pos = 0, 0
	for _, w := range both {
		line += strings.Count(text[pos:w.at.start], "\n")
		pos = w.at.start
		add(w.term, w.at)
	}
}

// frameWeight is the weight of a term before its rarity: low for words of the
// frame an alert tool puts around every alert, and for bare numbers, which are
// more often a measurement than a code, unless they look like an HTTP error.
func frameWeight(term string) float64 {
	switch {
	case isPair(term):
		return pairWeight
	case frameWords[term]:
		return 0.2
	case isNumber(term) && !(len(term) == 3 && (term[0] == '4' || term[0] == '5')):
		return 0.5
	}
	return 1
}

// frameWords are what alert tools write around an alert whatever it is about:
// states, severities, names of labels and annotations, buttons and links.
var frameWords = stems(`
firing fired resolved alert alerting alertname alertmanager triggered acknowledge acknowledged
severity critical warning warn info notice priority urgency p1 p2 p3 p4 sev1 sev2 sev3
labels annotations summary description details title runbook playbook dashboard panel graph view
silence snooze mute source link url grafana monitor notification environment env region zone team owner
started starts ends since ago timestamp date utc prod production staging example default
`)

func stems(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[stem(w)] = true
	}
	return m
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
