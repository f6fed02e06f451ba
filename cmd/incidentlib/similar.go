package main

import (
	"context"
	"fmt"
	"strings"

	"incidentlib/matcher"
	"incidentlib/seeds"
)

type similarCmd struct {
	ID   string `arg:"" help:"Id of the case, in any letter case."`
	JSON bool   `name:"json" help:"Print JSON."`
	Top  int    `help:"How many cases to show at most." default:"6" placeholder:"N"`
	libraryFlags
}

func (similarCmd) Help() string { return "Example:\n\n    incidentlib similar IL-0461" }

// relation is one similar case, as JSON.
type relation struct {
	ID            string   `json:"id"`
	Title         string   `json:"title"`
	Org           string   `json:"org"`
	Date          string   `json:"date"`
	Score         float64  `json:"score"`
	SameRootCause bool     `json:"same_root_cause"`
	Mechanisms    []string `json:"mechanisms"`
	Components    []string `json:"components"`
	Symptoms      []string `json:"symptoms"`
	Reason        string   `json:"reason"`
}

func (c similarCmd) Run(ctx context.Context, w world) error {
	if c.Top < 1 || c.Top > most {
		return usageError(fmt.Sprintf("--top %d: give a number from 1 to %d", c.Top, most))
	}
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	found, err := library.Similar(ctx, c.ID, c.Top)
	if err != nil {
		return fmt.Errorf("%w; find its id with: incidentlib search WORDS", err)
	}
	v, err := seeds.Vocabulary()
	if err != nil {
		return err
	}
	out := []relation{}
	for _, r := range found {
		k := r.Case
		out = append(out, relation{k.ID, k.Title.In(settings.Language), k.Org, k.Date, rounded(r.Score), r.SameRootCause,
			append([]string{}, r.Mechanisms...), append([]string{}, r.Components...), append([]string{}, r.Symptoms...), reason(r, v, settings.Language)})
	}
	if c.JSON {
		return writeIndented(w.stdout, out)
	}
	if len(out) == 0 {
		_, err = fmt.Fprintln(w.stdout, "No case of the library is like it.")
		return err
	}
	var p page
	for _, r := range out {
		p.hanging("", 9, fmt.Sprintf("%s  %s (%s) — %s", r.ID, r.Title, joined(", ", r.Org, r.Date), r.Reason))
	}
	_, err = fmt.Fprint(w.stdout, p.String())
	return err
}

// reason says what two cases have in common: "same root cause · shared Cilium, Packet loss".
func reason(r matcher.Relation, v *matcher.Vocabulary, lang string) string {
	same, way, shared, story := "same root cause", "fails the same way: ", "shared ", "a like story"
	if lang == "ko" {
		same, way, shared, story = "같은 원인", "같은 장애 유형: ", "공통 ", "비슷한 전개"
	}
	var parts []string
	if r.SameRootCause {
		parts = append(parts, same)
	}
	if len(r.Mechanisms) > 0 {
		parts = append(parts, way+strings.Join(named(v.Mechanisms, r.Mechanisms, lang), ", "))
	}
	names := append(named(v.Components, r.Components, lang), named(v.Symptoms, r.Symptoms, lang)...)
	if len(names) > 0 {
		parts = append(parts, shared+strings.Join(names, ", "))
	}
	if len(parts) == 0 {
		parts = append(parts, story)
	}
	return strings.Join(parts, " · ")
}

// named gives slugs their names; one the vocabulary does not have stays as it is.
func named(terms []matcher.Term, slugs []string, lang string) []string {
	var out []string
	for _, slug := range slugs {
		name := slug
		for _, t := range terms {
			if t.Slug == slug {
				name = t.Name.In(lang)
			}
		}
		out = append(out, name)
	}
	return out
}
