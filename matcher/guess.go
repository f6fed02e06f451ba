package matcher

import (
	"slices"
	"strings"
)

// guessed is the likeliness from which on a case that names no mechanism is taken to be about
// one, and maxGuessed how many such there may be.
const (
	guessed    = 0.25
	maxGuessed = 2
)

// guess says which mechanisms a case that names none is about, judged as an alert is: by its
// title and what was seen, in one language.
func (l *Library) guess(c *Case) []string {
	return l.likely(c.Title.In("en") + "\n" + c.SymptomsText.In("en") + "\n" + strings.Join(c.Signals, "\n"))
}

// likely names the mechanisms that text tells of, the likeliest first.
func (l *Library) likely(text string) []string {
	q := l.newQuery(text)
	defer l.release(q)
	chances := slices.Clone(q.likely)
	var out []string
	for range maxGuessed {
		m := largest(chances)
		if m < 0 || chances[m] < guessed {
			break
		}
		out = append(out, l.mechanisms.terms[m].Slug)
		chances[m] = 0
	}
	return out
}

// LikelyMechanisms names the mechanisms of v that text tells of, the likeliest first; none
// when it tells of none clearly.
func LikelyMechanisms(text string, v *Vocabulary) ([]string, error) {
	l, err := NewLibraryWith(nil, v)
	if err != nil || l.mechanisms == nil {
		return nil, err
	}
	return l.likely(text), nil
}

func largest(of []float64) int {
	at := -1
	for i, x := range of {
		if at < 0 || x > of[at] {
			at = i
		}
	}
	return at
}
