package seeds

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"incidentlib/matcher"
)

// Rules say what a library asks of its cases beyond being readable. The zero Rules ask
// nothing more of one case, only that the cases go together.
type Rules struct {
	Languages []string // "en", "ko": title, summary, symptoms and lessons must have each
	MinWords  int      // of the English summary and symptoms together
	MaxTitle  int      // characters; 0 is no limit
	Checks    int      // checks a case must have
	Matches   int      // examples of alerts that must find it
	Differs   int      // examples of alerts that must not
}

// ShippedRules are the rules of the library that comes with the program.
func ShippedRules() Rules {
	return Rules{Languages: []string{"en", "ko"}, MinWords: 60, MaxTitle: 200, Checks: 1, Matches: 2, Differs: 1}
}

// Audit reports what is wrong with cases as a library: slugs the vocabulary does not have,
// one incident told twice, secrets and personal data, and what rules ask for. Each fault's
// File is the case's ID.
func Audit(cases []*matcher.Case, v *matcher.Vocabulary, rules Rules) matcher.Faults {
	a := auditor{known: map[string]map[string]bool{}, ids: map[string]bool{}, incidents: map[string]string{}, rules: rules}
	for field, terms := range v.Kinds() {
		a.known[field] = map[string]bool{}
		for _, t := range terms {
			a.known[field][t.Slug] = true
		}
	}
	for _, c := range cases {
		a.id = c.ID
		if id := strings.ToLower(c.ID); a.ids[id] {
			a.add("id", c.ID, "is the id of another case too: give each its own")
		} else {
			a.ids[id] = true
		}
		a.slugs(c)
		a.twice(c)
		a.private(c)
		a.texts(c)
		a.parts(c)
	}
	return a.faults
}

type auditor struct {
	rules     Rules
	id        string
	known     map[string]map[string]bool // slugs by field
	ids       map[string]bool            // in small letters
	incidents map[string]string          // the ID of the case that tells each
	faults    matcher.Faults
}

func (a *auditor) add(field, value, remedy string) {
	a.faults = append(a.faults, matcher.Fault{File: a.id, Field: field, Value: value, Remedy: remedy})
}

func (a *auditor) slugs(c *matcher.Case) {
	for _, field := range []string{"domain", "symptoms", "components", "root_cause", "contributing"} {
		for _, slug := range slugsOf(c)[field] {
			if !a.known[field][slug] {
				a.add(field, slug, "is not in the vocabulary; use one of its slugs, or add it there with its names")
			}
		}
	}
}

// slugsOf lists the slugs of a case by the field they stand in.
func slugsOf(c *matcher.Case) map[string][]string {
	var root []string
	if c.RootCause != "" {
		root = []string{c.RootCause}
	}
	return map[string][]string{
		"symptoms": c.Symptoms, "components": c.Components, "mechanisms": c.Mechanisms, "root_cause": root,
		"contributing": c.Contributing, "domain": c.Domain,
	}
}

// twice finds an incident that another case tells: the same organisation, day and source.
func (a *auditor) twice(c *matcher.Case) {
	if len(c.Sources) == 0 || c.Date == "" {
		return
	}
	key := strings.ToLower(c.Org) + "\n" + c.Date + "\n" + strings.TrimRight(c.Sources[0].URL, "/")
	if other := a.incidents[key]; other != "" {
		a.add("sources[0].url", c.Sources[0].URL, "is the source of "+other+" too, of the same day: keep one of the two cases")
		return
	}
	a.incidents[key] = c.ID
}

// personal are shapes of personal data that no case should hold.
var personal = map[string]*regexp.Regexp{
	"an e-mail address": regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]*[a-z]{2,}`),
	"a phone number":    regexp.MustCompile(`(?:\+\d{1,3}[ -]\d[\d -]{7,}\d|\b01[016789]-\d{3,4}-\d{4}\b)`),
}

// harmless are addresses that belong to nobody.
var harmless = regexp.MustCompile(`@(?:[\w-]+\.)*(?:example|invalid|test|localhost)(?:\.(?:com|org|net))?$|\.(?:service|socket|timer|svc|js|go|yaml)$`)

// private looks through everything a case holds, also fields of the team's own.
func (a *auditor) private(c *matcher.Case) {
	data, err := json.Marshal(c)
	if err != nil {
		a.add("", "", err.Error())
		return
	}
	var all any
	if err := json.Unmarshal(data, &all); err != nil {
		a.add("", "", err.Error())
		return
	}
	eachString("", all, func(field, text string) {
		if safe := matcher.HideCredentials(text); safe != text {
			a.add(field, shortened(safe, 80), "holds a secret, shown here as "+matcher.Hidden+"; take it out")
		}
		for what, shape := range personal {
			for _, found := range shape.FindAllString(text, -1) {
				if !harmless.MatchString(found) {
					a.add(field, found, "looks like "+what+"; take it out, or write a made-up one under example.com")
				}
			}
		}
	})
}

// eachString calls do for each string in a decoded JSON value, in the order of the fields.
func eachString(field string, value any, do func(field, text string)) {
	switch v := value.(type) {
	case string:
		do(field, v)
	case []any:
		for i, x := range v {
			eachString(fmt.Sprintf("%s[%d]", field, i), x, do)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			eachString(strings.TrimPrefix(field+"."+name, "."), v[name], do)
		}
	}
}

func (a *auditor) texts(c *matcher.Case) {
	for _, t := range []struct {
		field string
		text  matcher.Text
	}{{"title", c.Title}, {"summary", c.Summary}, {"symptoms_text", c.SymptomsText}, {"lessons", c.Lessons}} {
		for _, lang := range a.rules.Languages {
			if lang == "en" && t.text.En == "" || lang == "ko" && t.text.Ko == "" {
				a.add(t.field+"."+lang, "", "is missing; the shipped library has it in "+strings.Join(a.rules.Languages, " and "))
			}
		}
	}
	if n := len([]rune(c.Title.En)); a.rules.MaxTitle > 0 && n > a.rules.MaxTitle {
		a.add("title.en", "", fmt.Sprintf("is %d characters long; say what broke and why in %d", n, a.rules.MaxTitle))
	}
	if n := len(strings.Fields(c.Summary.En + " " + c.SymptomsText.En)); n < a.rules.MinWords && !c.Short {
		a.add("summary", "", fmt.Sprintf("and symptoms_text have %d words together; tell the mechanism and what was seen in %d or more", n, a.rules.MinWords))
	}
}

func (a *auditor) parts(c *matcher.Case) {
	for _, p := range []struct {
		field     string
		have, ask int
	}{
		{"checks", len(c.Checks), a.rules.Checks},
		{"examples.match", len(c.Examples.Match), a.rules.Matches},
		{"examples.differ", len(c.Examples.Differ), a.rules.Differs},
	} {
		if p.have < p.ask && !c.Short {
			a.add(p.field, "", fmt.Sprintf("has %d; write %d", p.have, p.ask))
		}
	}
}

// told is one text of a case and the field it stands in.
type told struct{ field, text string }

// allTexts lists the prose of a case in both languages, and its commands.
func allTexts(c *matcher.Case) []told {
	var out []told
	add := func(field string, t matcher.Text) {
		for _, x := range []told{{field + ".en", t.En}, {field + ".ko", t.Ko}} {
			if x.text != "" {
				out = append(out, x)
			}
		}
	}
	add("title", c.Title)
	add("summary", c.Summary)
	add("symptoms_text", c.SymptomsText)
	add("trigger", c.Trigger)
	add("detection", c.Detection)
	add("lessons", c.Lessons)
	add("impact.scope", c.Impact.Scope)
	add("impact.users", c.Impact.Users)
	for i, s := range c.Remediation {
		add(fmt.Sprintf("remediation[%d].text", i), s.Text)
	}
	for i, s := range c.ActionItems {
		add(fmt.Sprintf("action_items[%d].text", i), s.Text)
	}
	for i, k := range c.Checks {
		at := fmt.Sprintf("checks[%d]", i)
		add(at+".text", k.Text)
		add(at+".confirms", k.Confirms)
		add(at+".rules_out", k.RulesOut)
		out = append(out, told{at + ".command", k.Command})
	}
	return out
}
