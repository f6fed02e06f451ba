package main

import (
	"context"
	"errors"
	"fmt"

	"incidentlib/matcher"
	"incidentlib/seeds"
)

type casesCmd struct {
	List     casesListCmd     `cmd:"" help:"List the cases, a line each."`
	Validate casesValidateCmd `cmd:"" help:"Check that cases can be used; every fault in one report."`
	Draft    casesDraftCmd    `cmd:"" help:"Begin a case from a post-mortem, a thread or a transcript."`
	Export   casesExportCmd   `cmd:"" help:"Write the cases that people wrote in Slack into a folder."`
	Lint     casesLintCmd     `cmd:"" help:"Point out weak cases, and alerts that no case covers."`
}

type casesListCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
	libraryFlags
}

func (casesListCmd) Help() string {
	return "Examples:\n\n    incidentlib cases list\n    incidentlib cases list --no-bundled --cases ./our-postmortems --json"
}

func (c casesListCmd) Run(w world) error {
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	if c.JSON {
		return writeIndented(w.stdout, library.Cases())
	}
	for _, k := range library.Cases() {
		if _, err := fmt.Fprintf(w.stdout, "%s\t%s\t%s\t%s\n", k.ID, k.Date, k.Org, k.Title.In(settings.Language)); err != nil {
			return err
		}
	}
	return nil
}

type casesValidateCmd struct {
	Folders []string `arg:"" optional:"" name:"folder" help:"Folders or files with cases; the bundled library when none is given."`
}

func (casesValidateCmd) Help() string {
	return `Each fault names the file or the case, the field, the value and the remedy. Of several
folders it also finds an id used twice and one incident told twice. Status 1 when there is any fault.

Examples:

    incidentlib cases validate ./our-postmortems
    incidentlib cases validate`
}

func (c casesValidateCmd) Run(w world) error {
	cases, rules, err := readCases(c.Folders)
	faults, readable := errors.AsType[matcher.Faults](err)
	if err != nil && !readable {
		return err
	}
	v, err := seeds.Vocabulary()
	if err != nil {
		return err
	}
	if faults = append(faults, seeds.Audit(cases, v, rules)...); len(faults) > 0 {
		return faults
	}
	_, err = fmt.Fprintf(w.stdout, "%s, no fault\n", count(len(cases), "case"))
	return err
}

// readCases reads folders, or the bundled library when there are none, with the rules that
// hold for each. What files can be read is returned also when the error is the matcher.Faults
// of others.
func readCases(folders []string) ([]*matcher.Case, seeds.Rules, error) {
	if len(folders) == 0 {
		cases, err := seeds.Bundled()
		return cases, seeds.ShippedRules(), err
	}
	var all []*matcher.Case
	var faults matcher.Faults
	for _, folder := range folders {
		cases, err := seeds.ReadDir(folder)
		found, readable := errors.AsType[matcher.Faults](err)
		if err != nil && !readable {
			return nil, seeds.Rules{}, err
		}
		all, faults = append(all, cases...), append(faults, found...)
	}
	return all, seeds.Rules{}, faults.Err()
}

type casesLintCmd struct {
	Folders []string `arg:"" optional:"" name:"folder" help:"Folders or files with cases; the bundled library when none is given."`
	Rules   string   `help:"Prometheus rule file: which of its alerts would no case answer, and which cases would none of them find?" placeholder:"FILE"`
}

func (casesLintCmd) Help() string {
	return `Hints are no faults: the status is 0.

Examples:

    incidentlib cases lint ./our-postmortems
    incidentlib cases lint --rules /etc/prometheus/rules.yaml`
}

func (c casesLintCmd) Run(ctx context.Context, w world) error {
	cases, _, err := readCases(c.Folders)
	if err != nil {
		return err
	}
	hints := seeds.Lint(cases)
	for _, h := range hints {
		fmt.Fprintln(w.stdout, h)
	}
	if c.Rules != "" {
		if err := lintRules(ctx, w.stdout, cases, c.Rules); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w.stdout, "%s, %s\n", count(len(cases), "case"), count(len(hints), "hint"))
	return err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
