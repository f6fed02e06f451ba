package matcher

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSignal is the most one signal may weigh. A whole log line tells much; that it
// is long does not make it tell everything.
const maxSignal = 30.0

// maxSignalLine is how far apart, in bytes, the ends of a signal may be.
const maxSignalLine = 2000

// A signal is an exact string that marks a case, with gaps where it varies.
type signal struct {
	text string // as the case has it
	// pieces are the folded texts between its gaps: as they are, and masked.
	pieces             [2][]string
	openStart, openEnd bool   // begins, ends with a gap
	anchor             termID // the rarest term in it; -1 where it has none
	weight             float64
}

// newSignal reads one signal; ok is false when there is nothing to look for. It
// weighs what its words weigh, and, from three words on in full, what being the
// signal of few cases does: common words may make a rare line.
func (l *Library) newSignal(text string) (s signal, ok bool) {
	s = signal{text: text, anchor: -1}
	gapped := strings.ReplaceAll(text, "...", "…")
	s.openStart, s.openEnd = strings.HasPrefix(gapped, "…"), strings.HasSuffix(gapped, "…")
	seen := map[termID]bool{}
	letters, parts := 0, 0
	for n, raw := range strings.Split(gapped, "…") {
		raw = clean(raw)
		for form, t := range []string{raw, masked(raw)} {
			if t = strings.TrimSpace(strings.ReplaceAll(fold(t, nil).text, "\n", " ")); t != "" {
				s.pieces[form] = append(s.pieces[form], t)
			}
		}
		letters += utf8.RuneCountInString(strings.TrimSpace(raw))
		for _, w := range l.words.read(masked(raw)) {
			id := w.id
			if !w.whole {
				parts++
			}
			if id == noTerm || l.words.terms[id].cases == 0 || seen[id] {
				continue
			}
			seen[id] = true
			s.weight += l.rarity(id)
			cutShort := n > 0 && w.at.start == 0 // "…ed" is the end of some word
			if !cutShort && (s.anchor < 0 || l.rarity(id) > l.rarity(s.anchor)) {
				s.anchor = id
			}
		}
	}
	asWhole := min(1, float64(max(0, parts-1))/2)
	s.weight = min(s.weight+asWhole*l.rarityIn(l.signalled[signalKey(text)]), maxSignal)
	return s, letters >= 3 && s.weight > 0
}

// signalKey is the same for two signals that are looked for alike.
func signalKey(text string) string { return strings.TrimSpace(fold(clean(text), nil).text) }

// in finds s in the text of q.
func (s *signal) in(q *query) (span, bool) {
	for form, f := range q.folded() {
		if len(s.pieces[form]) == 0 {
			continue
		}
		if start, end, ok := s.search(f.text, s.pieces[form]); ok {
			return f.place(start, end, q.text), true
		}
	}
	return span{}, false
}

// search finds pieces in their order within one line of text.
func (s *signal) search(text string, pieces []string) (start, end int, ok bool) {
	for from := 0; ; from = start + 1 {
		i := strings.Index(text[from:], pieces[0])
		if i < 0 {
			return 0, 0, false
		}
		start = from + i
		if !s.openStart && !edge(text, start) {
			continue
		}
		rest := text[start:min(len(text), start+maxSignalLine)]
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		end = start + len(pieces[0])
		found := end <= start+len(rest)
		for _, p := range pieces[1:] {
			i := strings.Index(text[end:start+len(rest)], p)
			if found = i >= 0; !found {
				break
			}
			end += i + len(p)
		}
		if found && (s.openEnd || edge(text, end)) {
			return start, end, true
		}
	}
}

// signalPieces finds the signals of e in q. Of signals that lie over each other
// in the alert only the one that weighs most counts.
func (l *Library) signalPieces(out []piece, q *query, e *entry) []piece {
	own := len(out)
	for i := range e.signals {
		s := &e.signals[i]
		if s.anchor >= 0 {
			if _, there := q.sight(s.anchor); !there {
				continue
			}
		}
		if at, ok := s.in(q); ok {
			out = append(out, piece{kind: BySignal, at: at, field: "signals", found: s.text, weight: s.weight})
		}
	}
	found := out[own:]
	slices.SortStableFunc(found, func(a, b piece) int { return byWeight(a.weight, b.weight) })
	kept := out[:own]
	for _, p := range found {
		if !slices.ContainsFunc(kept[own:], func(k piece) bool { return k.at.touches(p.at) }) {
			kept = append(kept, p)
		}
	}
	return kept
}
