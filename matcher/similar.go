package matcher

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Relation is a case that is like another one, and what the two have in common.
type Relation struct {
	Case          *Case
	Score         float64
	SameRootCause bool
	Mechanisms    []string // slugs both have; those of a case that names none are told from its text
	Components    []string // slugs both have
	Symptoms      []string // slugs both have
}

// What two cases have in common weighs like this: a way to fail or a component that is rare
// says more than a rare symptom, the same root cause says little, and telling the same story, taken
// from the text alone, as much as two rare components.
const (
	mechanismWeight = 1.0
	componentWeight = 1.0
	symptomWeight   = 0.6
	rootCauseWeight = 1.0
	storyWeight     = 8.0
)

// storySize is how much of a case's text is compared, in bytes.
const storySize = 4000

// Similar returns at most top cases that are like the one with that id, most alike first. An
// id that the library does not have is an error.
func (l *Library) Similar(ctx context.Context, id string, top int) ([]Relation, error) {
	c := l.Case(id)
	if c == nil {
		return nil, fmt.Errorf("the library has no case %q", id)
	}
	story, err := l.stories(ctx, c)
	if err != nil {
		return nil, err
	}
	var own *entry
	mechanisms, components, symptoms := map[string]int{}, map[string]int{}, map[string]int{}
	for _, e := range l.entries {
		if e.c == c {
			own = e
		}
		count(mechanisms, e.mechanisms)
		count(components, e.c.Components)
		count(symptoms, e.c.Symptoms)
	}
	var out []Relation
	for n, e := range l.entries {
		if e.c == c {
			continue
		}
		r := Relation{
			Case: e.c, SameRootCause: c.RootCause != "" && c.RootCause == e.c.RootCause,
			Mechanisms: common(own.mechanisms, e.mechanisms),
			Components: common(c.Components, e.c.Components), Symptoms: common(c.Symptoms, e.c.Symptoms),
		}
		r.Score = storyWeight*story[n] + mechanismWeight*l.rare(r.Mechanisms, mechanisms) + componentWeight*l.rare(r.Components, components) + symptomWeight*l.rare(r.Symptoms, symptoms)
		if r.Score > 0 && r.SameRootCause {
			r.Score += rootCauseWeight
		}
		if r.Score >= 1 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Relation) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(len(out), max(top, 0))], nil
}

// stories says how much each entry tells the story of c, as a share of how much c does itself.
func (l *Library) stories(ctx context.Context, c *Case) (map[int]float64, error) {
	var texts []string
	for _, t := range []Text{c.Title, c.Summary, c.SymptomsText} {
		texts = append(texts, t.En, t.Ko)
	}
	q := l.newQuery(head(strings.Join(texts, "\n"), storySize))
	defer l.release(q)
	ranked, err := l.rank(ctx, q, len(l.entries))
	if err != nil {
		return nil, fmt.Errorf("compare with case %s: %w", c.ID, err)
	}
	shares := map[int]float64{}
	var own float64
	for _, s := range ranked {
		shares[s.entry] = s.weight
		if l.entries[s.entry].c == c {
			own = s.weight
		}
	}
	for n := range shares {
		shares[n] /= max(own, 1)
	}
	return shares, nil
}

// rare adds up how rare slugs are among the cases, from 0 for one that all have.
func (l *Library) rare(slugs []string, holders map[string]int) (sum float64) {
	for _, s := range slugs {
		sum += math.Log(float64(len(l.entries)) / float64(holders[s]))
	}
	return sum
}

// count counts each of slugs once more.
func count(counts map[string]int, slugs []string) {
	for _, s := range distinct(slugs) {
		counts[s]++
	}
}

// common are the slugs that stand in both, each once.
func common(a, b []string) []string {
	var out []string
	for _, s := range distinct(a) {
		if slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

// distinct is slugs, each once, in their order; slugs itself where none stands twice.
func distinct(slugs []string) []string {
	for i, s := range slugs {
		if slices.Contains(slugs[:i], s) {
			out := slices.Clone(slugs[:i])
			for _, t := range slugs[i+1:] {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
			return out
		}
	}
	return slugs
}
