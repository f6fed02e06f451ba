package seeds

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"incidentlib/matcher"
)

// Each slug of a bundled case is in the vocabulary, and each slug of the vocabulary is
// used by one or marked as reserved.
func TestVocabularyIsThatOfTheCases(t *testing.T) {
	v, err := Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]bool{} // slug → used, by field
	for field, terms := range v.Kinds() {
		known[field] = map[string]bool{}
		for _, term := range terms {
			if _, twice := known[field][term.Slug]; twice {
				t.Errorf("%s: %s stands twice", field, term.Slug)
			}
			known[field][term.Slug] = false
		}
	}
	for _, c := range cases {
		for field, slugs := range slugsOf(c) {
			for _, slug := range slugs {
				if _, ok := known[field][slug]; !ok {
					t.Errorf("%s: %s %q is not in the vocabulary", c.ID, field, slug)
				}
				known[field][slug] = true
			}
		}
	}
	for field, terms := range v.Kinds() {
		stale := false
		for i, term := range terms {
			if used := known[field][term.Slug]; used == term.Reserved {
				stale = true
				terms[i].Reserved = !used
				if !*rewrite {
					t.Errorf("%s %s: used %v, reserved %v: one must hold and not both; go test ./seeds -rewrite marks it", field, term.Slug, used, term.Reserved)
				}
			}
		}
		if stale && *rewrite {
			writeTerms(t, field, terms)
		}
	}
}

// writeTerms writes the terms of a field to their file, one a line; mechanisms, of which much
// is said, a line for each text.
func writeTerms(t *testing.T, field string, terms []matcher.Term) {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if field == "mechanisms" {
		enc.SetIndent("", " ")
		if err := enc.Encode(terms); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("vocabulary/mechanisms.json", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i, term := range terms {
		b.WriteString("  ")
		if err := enc.Encode(term); err != nil {
			t.Fatal(err)
		}
		if i < len(terms)-1 {
			b.Truncate(b.Len() - 1)
			b.WriteString(",\n")
		}
	}
	file := map[string]string{"root_cause": "root_causes", "domain": "domains"}[field]
	if file == "" {
		file = field
	}
	if err := os.WriteFile("vocabulary/"+file+".json", []byte("[\n"+b.String()+"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestVocabularyIsWhole(t *testing.T) {
	v, err := Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	symptom := map[string]bool{}
	for field, terms := range v.Kinds() {
		for _, term := range terms {
			if !slug.MatchString(term.Slug) || term.Name.En == "" || term.Name.Ko == "" {
				t.Errorf("%s %q: a term has a slug and a name in both languages", field, term.Slug)
			}
		}
	}
	for _, term := range v.Symptoms {
		symptom[term.Slug] = true
	}
	means := func(where string, slugs []string) {
		for _, s := range slugs {
			if !symptom[s] {
				t.Errorf("%s: %q is no symptom", where, s)
			}
		}
	}
	for _, term := range v.Symptoms {
		means(term.Slug+" implies", term.Implies)
	}
	for _, a := range v.Ambiguous {
		means(a.Phrase, a.Means)
		for _, n := range a.Near {
			means(a.Phrase, n.Means)
		}
	}
}
