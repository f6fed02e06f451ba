package matcher

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
)

// An index says which cases meet the filters of a search, see allowed. It does not rank: rank.go
// does, many times faster than Bleve scores the hundreds of words of an alert.
type index struct{ bleve bleve.Index }

// batchSize keeps the memory of one index segment bounded.
const batchSize = 1000

// textField holds our own words, ready, with a space between, so that Bleve cuts, folds and
// stems nothing. All other fields hold whole values.
const textField = "text"

func newIndex(entries []*entry) (*index, error) {
	m, err := indexMapping()
	if err != nil {
		return nil, fmt.Errorf("index mapping: %w", err)
	}
	// NewMemOnly would be an older, slower kind of index.
	b, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	if err := write(b, entries); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return &index{b}, nil
}

func write(b bleve.Index, entries []*entry) error {
	batch := b.NewBatch()
	for n, e := range entries {
		if err := batch.Index(strconv.Itoa(n), e.document()); err != nil {
			return fmt.Errorf("index case %q: %w", e.c.ID, err)
		}
		if batch.Size() == batchSize || n == len(entries)-1 {
			if err := b.Batch(batch); err != nil {
				return fmt.Errorf("write index: %w", err)
			}
			batch.Reset()
		}
	}
	return nil
}

func indexMapping() (*mapping.IndexMappingImpl, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer("ready", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name})
	if err != nil {
		return nil, err
	}
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	for _, name := range []string{"component", "symptom", "cause", "domain", "mechanism", "org", "lang", "first", "last", textField} {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.Store, f.DocValues, f.IncludeInAll = keyword.Name, false, false, false
		if f.IncludeTermVectors = name == textField; f.IncludeTermVectors {
			f.Analyzer = "ready"
		}
		m.DefaultMapping.AddFieldMappingsAt(name, f)
	}
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	return m, nil
}

// document is e for Bleve.
func (e *entry) document() map[string]any {
	c := e.c
	var text, lang []string
	for _, f := range e.fields {
		text = append(text, ready(f.text))
		if f.lang != "" && !slices.Contains(lang, f.lang) {
			lang = append(lang, f.lang)
		}
	}
	out := map[string]any{
		"component": lower(c.Components...), "symptom": lower(c.Symptoms...), "mechanism": lower(e.mechanisms...),
		"cause": lower(c.RootCause), "domain": lower(c.Domain...), "org": lower(c.Org, c.OrgSlug),
		"lang": lang, textField: strings.Join(text, " . "),
	}
	if isDate(c.Date) {
		out["first"], out["last"] = c.Date, lastOf(c.Date)
	}
	return out
}

// lower is values in lower case, as filters ask for them.
func lower(values ...string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strings.ToLower(v)
	}
	return out
}

// lastOf sorts behind every day of a date, which is a day, a month or a year; the date itself
// sorts before.
func lastOf(date string) string { return date + "~" }

// ready is text as the words that Bleve keeps.
func ready(text string) string {
	var b strings.Builder
	for _, w := range words(text) {
		b.WriteString(w.term)
		b.WriteByte(' ')
	}
	return b.String()
}
