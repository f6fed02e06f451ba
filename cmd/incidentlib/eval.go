package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"incidentlib/bot"
	"incidentlib/matcher"
	"incidentlib/matcher/eval"
)

type evalCmd struct {
	Alerts []string `required:"" help:"Labelled alerts, one JSON object a line. May be given again." placeholder:"FILE" sep:"none"`
	Qrels  string   `required:"" help:"Judged cases: alert id, case id and grade (0, 1 or 2) a line." placeholder:"FILE"`
	JSON   bool     `name:"json" help:"Print JSON."`
	Report string   `help:"Also write a Markdown page that tells each failure." placeholder:"FILE"`
	Fit    string   `help:"Fit the confidence to these alerts and write its weights to a file." placeholder:"FILE"`
	Care   string   `help:"How sure the bot must be to speak; that of the settings unless given." enum:"careful,balanced,eager," default:"" placeholder:"CARE"`
	libraryFlags
}

func (evalCmd) Help() string {
	return `Scores the reader, the matcher and the decision on labelled alerts. Only the payload of an
alert is read; lang, closeness, form, category, negative and near_miss serve to split.
Alerts for which no case is judged relevant are left out of the ranking scores.

Example:

    incidentlib eval --alerts alerts.jsonl --qrels qrels.tsv --report failures.md`
}

// splits are the labels the scores are split by.
var splits = []string{"lang", "closeness", "form", "category"}

// labelled is one line of a file of labelled alerts.
type labelled struct {
	ID         string          `json:"id"`
	Payload    json.RawMessage `json:"payload"`
	Negative   bool            `json:"negative"`
	NearMiss   bool            `json:"near_miss"`
	Lang       string          `json:"lang"`
	Closeness  string          `json:"closeness"`
	Form       string          `json:"form"`
	Category   string          `json:"category"`
	RelevantIf string          `json:"relevant_if"`
	Mechanism  string          `json:"mechanism_key"` // alerts of one stay together when a fit is tested
}

func (c evalCmd) Run(ctx context.Context, w world) error {
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
	find := finder{library, bot.Care(settings.Care), "en", 10}
	warnUnknown(w.stderr, grades, alerts, library)
	var results []eval.Result
	var findings []finding
	for _, a := range alerts {
		f, err := find.find(ctx, messageOf(a.Payload))
		if err != nil {
			return fmt.Errorf("alert %s: %w", a.ID, err)
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
	if c.Fit != "" {
		return c.fit(w, alerts, results, findings)
	}
	report := eval.Score(results, splits...)
	if c.Report != "" {
		if err := os.WriteFile(c.Report, []byte(failures(alerts, results, findings)), 0o644); err != nil {
			return err
		}
	}
	if c.JSON {
		return writeIndented(w.stdout, report)
	}
	_, err = io.WriteString(w.stdout, table(report))
	return err
}

// warnUnknown tells of judgements that may be mistakes: a relevant case that the library does
// not have cannot be found and counts as missed; a judgement of an alert that is not in the
// file counts for nothing.
func warnUnknown(out io.Writer, grades map[string]map[string]int, alerts []labelled, library *matcher.Library) {
	ids := map[string]bool{}
	for _, a := range alerts {
		ids[a.ID] = true
	}
	alien := map[string]bool{}
	other := 0
	for id, cases := range grades {
		if !ids[id] {
			other++
			continue
		}
		for c := range cases {
			if library.Case(c) == nil {
				alien[c] = true
			}
		}
	}
	if len(alien) > 0 {
		fmt.Fprintf(out, "judged, and not in the library: %s\n", someOf(slices.Sorted(maps.Keys(alien))))
	}
	if other > 0 {
		fmt.Fprintf(out, "judgements of %s that are not in the file are left out\n", count(other, "alert"))
	}
}

// messageOf is the message of a payload: the text of a JSON string, or the object itself.
func messageOf(payload json.RawMessage) []byte {
	var text string
	if json.Unmarshal(payload, &text) == nil {
		return []byte(text)
	}
	return payload
}

// readQrels reads "alert case grade" lines into grades above 0, by alert.
func readQrels(path string) (map[string]map[string]int, error) {
	out := map[string]map[string]int{}
	err := eachLine(path, func(n int, line string) error {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			return nil
		}
		fields := strings.Fields(line)
		grade, err := 0, errors.New("")
		if len(fields) == 3 {
			grade, err = strconv.Atoi(fields[2])
		}
		if err != nil || grade < 0 || grade > 2 {
			return fmt.Errorf("%s:%d: %q: write an alert id, a case id and a grade of 0, 1 or 2", path, n, line)
		}
		if grade > 0 {
			if out[fields[0]] == nil {
				out[fields[0]] = map[string]int{}
			}
			out[fields[0]][fields[1]] = grade
		}
		return nil
	})
	return out, err
}

func readLabelled(path string) ([]labelled, error) {
	var out []labelled
	ids := map[string]bool{}
	err := eachLine(path, func(n int, line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var a labelled
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if a.ID == "" || len(a.Payload) == 0 || string(a.Payload) == "null" {
			return fmt.Errorf(`%s:%d: an alert needs "id" and "payload"`, path, n)
		}
		if ids[a.ID] {
			return fmt.Errorf("%s:%d: a second alert with the id %q; give each its own", path, n, a.ID)
		}
		ids[a.ID] = true
		out = append(out, a)
		return nil
	})
	return out, err
}

func eachLine(path string, do func(n int, line string) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxMessage)
	for n := 1; lines.Scan(); n++ {
		if err := do(n, lines.Text()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
