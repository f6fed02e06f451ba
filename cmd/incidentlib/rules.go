package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"incidentlib/bot"
	"incidentlib/bot/alert"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// maxRules is how much of a rule file is read, in bytes.
const maxRules = 8 << 20

// rule is one alerting rule of a Prometheus rule file.
type rule struct {
	Alert       string            `yaml:"alert"`
	Expr        string            `yaml:"expr"`
	Annotations map[string]string `yaml:"annotations"`
}

// ruleDocument is one document of a rule file: groups as Prometheus takes them, a
// PrometheusRule of Kubernetes, or a list of these.
type ruleDocument struct {
	Groups ruleGroups `yaml:"groups"`
	Spec   struct {
		Groups ruleGroups `yaml:"groups"`
	} `yaml:"spec"`
	Items []ruleDocument `yaml:"items"`
}

type ruleGroups []struct {
	Rules []rule `yaml:"rules"`
}

// all lists the alerting rules of a document, leaving out those that only record.
func (d ruleDocument) all() []rule {
	var rules []rule
	for _, g := range slices.Concat(d.Groups, d.Spec.Groups) {
		rules = append(rules, slices.DeleteFunc(g.Rules, func(r rule) bool { return r.Alert == "" })...)
	}
	for _, item := range d.Items {
		rules = append(rules, item.all()...)
	}
	return rules
}

// readRules reads the alerting rules of all documents of a file.
func readRules(path string) ([]rule, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxRules+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxRules {
		return nil, fmt.Errorf("%s: more than %d MB; split it", path, maxRules>>20)
	}
	var rules []rule
	for documents := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var d ruleDocument
		err := documents.Decode(&d)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		rules = append(rules, d.all()...)
	}
	if len(rules) == 0 {
		return nil, fmt.Errorf("%s: no alerting rule in it; give a Prometheus rule file with groups and rules", path)
	}
	return rules, nil
}

// text is the alert as Alertmanager would post it.
func (r rule) text() string {
	lines := []string{"[FIRING:1] " + r.Alert}
	for _, name := range []string{"summary", "description", "message"} {
		if s := r.Annotations[name]; s != "" {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

// lintRules says which alerts no case would answer, and how many cases none would find.
func lintRules(ctx context.Context, out io.Writer, cases []*matcher.Case, path string) error {
	rules, err := readRules(path)
	if err != nil {
		return err
	}
	words, err := seeds.Vocabulary()
	if err != nil {
		return err
	}
	library, err := matcher.NewLibraryWith(cases, words)
	if err != nil {
		return err
	}
	defer library.Close()
	found := map[string]bool{}
	uncovered := 0
	for _, r := range rules {
		a := alert.FromText(r.text())
		matches, err := library.Find(ctx, a, bot.Finds)
		if err != nil {
			return err
		}
		for _, m := range matches {
			found[m.Case.ID] = true
		}
		if !bot.Decide(a, matches, bot.Careful).Speak {
			uncovered++
			near := "nothing near"
			if len(matches) > 0 {
				near = "nearest " + matches[0].Case.ID
			}
			fmt.Fprintf(out, "%s: no case answers it (%s)\n", r.Alert, near)
		}
	}
	var far []string
	for _, c := range cases {
		if !found[c.ID] {
			far = append(far, c.ID)
		}
	}
	_, err = fmt.Fprintf(out, "%s, %d that no case answers\n%d of %s that no alert comes near: %s\n",
		count(len(rules), "alert"), uncovered, len(far), count(len(cases), "case"), someOf(far))
	return err
}

// maxListed is how many ids a line lists.
const maxListed = 30

// someOf lists the first ids and says how many more there are; "-" when there are none.
func someOf(ids []string) string {
	if len(ids) == 0 {
		return "-"
	}
	if len(ids) <= maxListed {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:maxListed], ", "), len(ids)-maxListed)
}
