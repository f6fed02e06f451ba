package main

import (
	"context"
	"fmt"
	"strings"

	"incidentlib/matcher"
)

type showCmd struct {
	ID   string `arg:"" help:"Id of the case, in any letter case."`
	JSON bool   `name:"json" help:"Print the case as JSON."`
	libraryFlags
}

func (showCmd) Help() string {
	return "Example:\n\n    incidentlib show IL-0461 --lang ko"
}

func (c showCmd) Run(_ context.Context, w world) error {
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	found := library.Case(c.ID)
	if found == nil {
		return fmt.Errorf("case %q: not among the %d cases of the library; find its id with: incidentlib search WORDS", c.ID, len(library.Cases()))
	}
	if c.JSON {
		data, err := matcher.EncodeCase(found)
		if err != nil {
			return err
		}
		_, err = w.stdout.Write(data)
		return err
	}
	_, err = fmt.Fprint(w.stdout, wholeCase(found, settings.Language))
	return err
}

// wholeCase is everything a case says, in the order in which it is read under
// pressure: what it was, how it looks, how it ended, what to check.
func wholeCase(c *matcher.Case, lang string) string {
	var p page
	p.line(0, c.ID+"  "+c.Title.In(lang))
	p.line(0, joined(" · ", c.Org, c.Date, c.Severity, strings.Join(c.Domain, ", ")))
	p.line(0, c.URL)
	for _, part := range []struct {
		heading string
		text    matcher.Text
	}{
		{"Summary", c.Summary}, {"Symptoms", c.SymptomsText}, {"Trigger", c.Trigger}, {"Detection", c.Detection},
	} {
		p.part(part.heading, part.text.In(lang))
	}
	p.list("Signals", c.Signals)
	p.list("What was tried", steps(c.Remediation, lang))
	p.part("Lessons", c.Lessons.In(lang))
	for _, check := range c.Checks {
		p.part("Check", check.Text.In(lang))
		p.command(check.Command)
		p.labelled("it is this if", check.Confirms.In(lang))
		p.labelled("it is not if", check.RulesOut.In(lang))
	}
	p.list("To be done afterwards", steps(c.ActionItems, lang))
	p.list("Impact", nonEmpty(c.Impact.Scope.In(lang), c.Impact.Users.In(lang), c.Impact.Region.In(lang)))
	p.list("Took", nonEmpty(after("seen after ", c.Timeline.DetectedAfter), after("over after ", c.Timeline.ResolvedAfter)))
	p.list("Kind", nonEmpty(after("root cause: ", c.RootCause), after("contributing: ", strings.Join(c.Contributing, ", ")),
		after("symptoms: ", strings.Join(c.Symptoms, ", ")), after("components: ", strings.Join(c.Components, ", "))))
	var related, sources []string
	for _, r := range c.Related {
		related = append(related, joined("  ", r.ID, r.Reason.In(lang)))
	}
	for _, s := range c.Sources {
		sources = append(sources, s.URL)
	}
	for _, d := range c.Docs {
		sources = append(sources, joined("  ", d.Title.In(lang), d.URL))
	}
	p.list("Related", append(nonEmpty(after("repeats ", c.RecurrenceOf)), related...))
	p.list("Read on", sources)
	return p.String()
}

func steps(all []matcher.Step, lang string) []string {
	var texts []string
	for _, s := range all {
		texts = append(texts, s.Text.In(lang))
	}
	return texts
}

// after puts words before a text; nothing where there is no text.
func after(words, text string) string {
	if text == "" {
		return ""
	}
	return words + text
}
