package main

import (
	"context"
	"fmt"
	"strings"

	"incidentlib/bot"
	"incidentlib/matcher"
)

type searchCmd struct {
	Words []string `arg:"" help:"What you see, in your own words."`
	JSON  bool     `name:"json" help:"Print JSON."`
	Top   int      `help:"How many cases to show at most." default:"10" placeholder:"N"`
	libraryFlags
}

func (searchCmd) Help() string {
	return `Whoever asks gets the nearest cases, however near: judge by the words behind the dash.
Filters narrow the search:

    component: symptom: cause: domain: mechanism: org:   a slug, or a name
    since:2022 until:2023-06 lang:ko
    "exact words"   -word   -"exact words"   -org:name

Examples:

    incidentlib search dns timeouts after node upgrade
    incidentlib search component:coredns since:2022 "connection refused" -- -redis`
}

// found is the answer to a search, as JSON.
type found struct {
	Query   string        `json:"query"`
	Matches []matchResult `json:"matches"`
}

func (c searchCmd) Run(ctx context.Context, w world) error {
	if c.Top < 1 || c.Top > most {
		return usageError(fmt.Sprintf("--top %d: give a number from 1 to %d", c.Top, most))
	}
	query := strings.Join(c.Words, " ")
	if strings.TrimSpace(query) == "" {
		return usageError("nothing to look for: say what you see")
	}
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	lang := bot.LanguageFor(settings.Language, query)
	wanted, err := matcher.ParseSearch(query)
	if err != nil {
		return usageError(err.Error())
	}
	matches, err := library.Search(ctx, wanted, c.Top)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeIndented(w.stdout, found{query, matchResults(matches, lang, 0)})
	}
	if len(matches) == 0 {
		_, err = fmt.Fprintf(w.stdout, "%s The library has %d cases.\n", nothingFound(wanted), len(library.Cases()))
		return err
	}
	var p page
	for _, m := range matches {
		p.hanging("", 9, matchLine(m, lang))
	}
	_, err = fmt.Fprint(w.stdout, p.String())
	return err
}

// nothingFound says why a search found nothing.
func nothingFound(s matcher.Search) string {
	if len(s.Filters) > 0 {
		return "No case meets all filters and shares a telling word."
	}
	return "No case shares a telling word with it."
}
