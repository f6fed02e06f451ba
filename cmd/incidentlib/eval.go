package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"incidentlib/bot"
	"incidentlib/matcher/eval"
)

type evalCmd struct {
	Alerts []string `required:"" help:"Labelled alerts, one JSON object a line. May be given again." placeholder:"FILE" sep:"none"`
	Qrels  string   `required:"" help:"Judged cases: alert id, case id and grade (0, 1 or 2) a line." placeholder:"FILE"`
	JSON   bool     `name:"json" help:"Print JSON."`
	Report string   `help:"Also write a page that tells each alert, failures first: HTML or Markdown, as the file's name ends." placeholder:"FILE"`
	Fit    string   `help:"Fit the confidence to these alerts and write its weights to a file." placeholder:"FILE"`
	Care   string   `help:"How sure the bot must be to speak; that of the settings unless given." enum:"careful,balanced,eager," default:"" placeholder:"CARE"`
	libraryFlags
}

func (evalCmd) Help() string {
	return `Scores the reader, the matcher and the decision on labelled alerts. Only the payload of an
alert is read; lang, closeness, form, category, negative and near_miss serve to split.
Alerts for which no case is judged relevant are left out of the ranking scores.

Example:

    incidentlib eval --alerts alerts.jsonl --qrels qrels.tsv --report report.html`
}

// splits are the labels the scores are split by.
var splits = []string{"lang", "closeness", "form", "category"}

func (c evalCmd) Run(ctx context.Context, w world) error {
	form, err := c.form()
	if err != nil {
		return err
	}
	grades, err := readQrels(c.Qrels)
	if err != nil {
		return err
	}
	var alerts []labelled
	for _, file := range c.Alerts {
		more, err := readLabelled(file)
		if err != nil {
			return err
		}
		alerts = append(alerts, more...)
	}
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	if c.Care != "" {
		settings.Care = c.Care
	}
	warnUnknown(w.stderr, grades, alerts, library)
	results, findings, err := answered(ctx, finder{library, bot.Care(settings.Care), "en", 10}, alerts, grades)
	if err != nil {
		return err
	}
	if c.Fit != "" {
		return c.fit(w, alerts, results, findings)
	}
	report := eval.Score(results, splits...)
	if form != nil {
		page, err := form(newEvalReport(report, alerts, results, findings))
		if err != nil {
			return err
		}
		if err := os.WriteFile(c.Report, page, 0o644); err != nil {
			return err
		}
	}
	if c.JSON {
		return writeIndented(w.stdout, report)
	}
	_, err = io.WriteString(w.stdout, table(report))
	return err
}

// form is what writes the report, by the ending of its file; nil for no report.
func (c evalCmd) form() (func(evalReport) ([]byte, error), error) {
	switch strings.ToLower(filepath.Ext(c.Report)) {
	case ".html", ".htm":
		return evalReport.html, nil
	case ".md", ".markdown":
		return evalReport.markdown, nil
	}
	if c.Report == "" {
		return nil, nil
	}
	return nil, usageError(fmt.Sprintf("--report %s: name a file that ends in .html or .md", c.Report))
}

// answered asks find each alert, in order.
func answered(ctx context.Context, find finder, alerts []labelled, grades map[string]map[string]int) ([]eval.Result, []finding, error) {
	var results []eval.Result
	var findings []finding
	for _, a := range alerts {
		f, err := find.find(ctx, messageOf(a.Payload))
		if err != nil {
			return nil, nil, fmt.Errorf("alert %s: %w", a.ID, err)
		}
		r := eval.Result{
			ID: a.ID, Negative: a.Negative, NearMiss: a.NearMiss, Grades: grades[a.ID],
			Labels:     map[string]string{"lang": a.Lang, "closeness": a.Closeness, "form": a.Form, "category": a.Category},
			Spoke:      f.decision.Speak,
			Confidence: f.decision.Confidence,
		}
		for _, m := range f.matches {
			r.Ranked = append(r.Ranked, m.Case.ID)
		}
		results, findings = append(results, r), append(findings, f)
	}
	return results, findings, nil
}
