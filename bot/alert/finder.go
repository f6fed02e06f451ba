package alert

import (
	"math/bits"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode/utf8"
)

// A finder finds what a regular expression of many alternatives finds, in a tenth of the time: it
// tries an alternative only where the bytes can be the beginning of one. Nothing that it looks for
// may match an empty text.
type finder struct {
	whole *regexp.Regexp
	parts []*part                 // at most 64 runs of alternatives, in their order
	may   [headLength][256]uint64 // by place and byte: which parts can have it there, a bit for each
	edged uint64                  // parts that begin at the edge of a word only
	first uint64                  // parts that begin the text only
	lined uint64                  // parts that begin a line only
}

// part is a run of alternatives that is tried at one place.
type part struct {
	opening, later func() *regexp.Regexp // at the start of a text; at its second character
}

// newFinder makes a finder of alternatives. framed puts alternatives into one expression.
func newFinder(framed func(alternatives string) string, alternatives ...string) *finder {
	f := &finder{whole: regexp.MustCompile(framed(strings.Join(alternatives, "|")))}
	n := min(len(alternatives), 64)
	for i := range n {
		run := framed(strings.Join(alternatives[i*len(alternatives)/n:(i+1)*len(alternatives)/n], "|"))
		f.parts = append(f.parts, &part{
			opening: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?:` + run + `)`) }),
			later:   sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?s:.)(?:` + run + `)`) }),
		})
		re, err := syntax.Parse(run, syntax.Perl)
		if err != nil {
			panic(err) // the whole is one
		}
		f.learn(startsOf(re), 1<<i)
		if begins(re, syntax.OpWordBoundary) {
			f.edged |= 1 << i
		}
		if begins(re, syntax.OpBeginText) {
			f.first |= 1 << i
		}
		if begins(re, syntax.OpBeginLine) {
			f.lined |= 1 << i
		}
	}
	return f
}

// finderOf makes a finder of one expression.
func finderOf(expr string) *finder {
	return newFinder(func(alternatives string) string { return alternatives }, expr)
}

func (f *finder) learn(heads []head, part uint64) {
	for _, h := range heads {
		for place := range headLength {
			for b := range 256 {
				if place >= len(h.sets) || h.sets[place].has(byte(b)) {
					f.may[place][b] |= part
				}
			}
		}
	}
}

// mayBegin says which parts can begin at a place.
func (f *finder) mayBegin(text string, at int) uint64 {
	may := f.may[0][text[at]]
	if may == 0 || !utf8.RuneStart(text[at]) {
		return 0
	}
	if at+1 < len(text) {
		may &= f.may[1][text[at+1]]
	}
	if at+2 < len(text) {
		may &= f.may[2][text[at+2]]
	}
	if may&f.edged != 0 && at > 0 && isWord(text[at-1]) == isWord(text[at]) {
		may &^= f.edged
	}
	if at > 0 {
		may &^= f.first
	}
	if may&f.lined != 0 && at > 0 && text[at-1] != '\n' {
		may &^= f.lined
	}
	return may
}

// isWord says what \b does: letters beyond ASCII are none of a word.
func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// next finds the first match in text that begins at from or after it, and where it ends; from is
// where the match before ended. begins is -1 without one. Each try takes one from tries; when none
// is left, it gives up: what follows is not known.
func (f *finder) next(text string, from int, tries *int) (begins, ends int) {
	for at := from; at < len(text); at++ {
		for may := f.mayBegin(text, at); may != 0; may &= may - 1 {
			if *tries--; *tries < 0 {
				return -1, -1
			}
			if end := f.parts[bits.TrailingZeros64(may)].at(text, at); end >= 0 {
				return at, end
			}
		}
	}
	return -1, -1
}

// triesFor is how often a text is worth trying at. A try may read to the end of it, so that many
// take longer than the whole expression would.
func triesFor(text string) int { return 60 + len(text)/4 }

// at says where a match that begins at a place ends, -1 where none does.
func (p *part) at(text string, place int) int {
	re, before := p.opening(), 0
	if place > 0 {
		_, before = utf8.DecodeLastRuneInString(text[:place]) // what stands before tells a word's edge and a line's start
		re = p.later()
	}
	if m := re.FindStringIndex(text[place-before:]); m != nil {
		return place - before + m[1]
	}
	return -1
}

// plainly says whether text holds nothing that a finder cannot tell by its bytes: broken UTF-8, and
// the two letters that fold to "s" and "k".
func plainly(text string) bool {
	return utf8.ValidString(text) && !strings.Contains(text, "\u017f") && !strings.Contains(text, "\u212a")
}

// in says whether text holds a match.
func (f *finder) in(text string) bool {
	if plainly(text) {
		tries := triesFor(text)
		if at, _ := f.next(text, 0, &tries); tries >= 0 {
			return at >= 0
		}
	}
	return f.whole.MatchString(text)
}

// match is in for an expression that may read far before it fails: the whole of it looks once, where
// any match can begin at all.
func (f *finder) match(text string) bool { return f.possible(text) && f.whole.MatchString(text) }

// possible says whether text may hold a match.
func (f *finder) possible(text string) bool {
	if !plainly(text) {
		return true
	}
	for at := range len(text) {
		if f.mayBegin(text, at) != 0 {
			return true
		}
	}
	return false
}

// all returns the first n matches in text as pairs of where they begin and end; n below 0 is all.
func (f *finder) all(text string, n int) (found [][]int) {
	if !plainly(text) {
		return f.whole.FindAllStringIndex(text, n)
	}
	tries := triesFor(text)
	for from := 0; n < 0 || len(found) < n; {
		begins, ends := f.next(text, from, &tries)
		if tries < 0 {
			return f.whole.FindAllStringIndex(text, n)
		}
		if begins < 0 {
			break
		}
		found, from = append(found, []int{begins, ends}), ends
	}
	return found
}

// words are the first n matches in text; n below 0 is all.
func (f *finder) words(text string, n int) (found []string) {
	for _, at := range f.all(text, n) {
		found = append(found, text[at[0]:at[1]])
	}
	return found
}

// submatch is the first match in text and what its groups hold, nil without one.
func (f *finder) submatch(text string) []string {
	if !f.in(text) {
		return nil
	}
	return f.whole.FindStringSubmatch(text)
}
