package matcher

import (
	"context"
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
	bleveq "github.com/blevesearch/bleve/v2/search/query"
)

// An index says which cases meet the filters of a search. It does not rank: rank.go does,
// many times faster than Bleve scores the hundreds of words of an alert.
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
	batch := b.NewBatch()
	for n, e := range entries {
		if err := batch.Index(strconv.Itoa(n), e.document()); err != nil {
			return nil, fmt.Errorf("index case %q: %w", e.c.ID, err)
		}
		if batch.Size() == batchSize || n == len(entries)-1 {
			if err := b.Batch(batch); err != nil {
				return nil, fmt.Errorf("write index: %w", err)
			}
			batch.Reset()
		}
	}
	return &index{b}, nil
}

func indexMapping() (*mapping.IndexMappingImpl, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer("ready", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name})
	if err != nil {
		return nil, err
	}
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	for _, name := range []string{"component", "symptom", "cause", "domain", "mechanism", "org", "lang", "date", textField} {
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
	return map[string]any{
		"component": c.Components, "symptom": c.Symptoms, "mechanism": c.Mechanisms, "cause": c.RootCause, "domain": c.Domain,
		"org": []string{strings.ToLower(c.Org), c.OrgSlug}, "lang": lang, "date": c.Date,
		textField: strings.Join(text, " . "),
	}
}

// ready is text as the words that Bleve keeps.
func ready(text string) string {
	var b strings.Builder
	for _, w := range words(text) {
		b.WriteString(w.term)
		b.WriteByte(' ')
	}
	return b.String()
}

// allowed returns which entries meet all filters.
func (x *index) allowed(ctx context.Context, filters []Filter, entries []*entry) ([]bool, error) {
	q := bleve.NewBooleanQuery()
	q.AddMust(bleve.NewMatchAllQuery())
	either := map[string]*bleveq.DisjunctionQuery{} // of one field given twice, one is enough
	for _, f := range filters {
		switch {
		case f.Not && f.Field == "": // for stands
		case f.Not:
			q.AddMustNot(f.query())
		case f.Field == "" || f.Field == "since" || f.Field == "until":
			q.AddMust(f.query())
		case either[f.Field] != nil:
			either[f.Field].AddQuery(f.query())
		default:
			either[f.Field] = bleve.NewDisjunctionQuery(f.query())
			q.AddMust(either[f.Field])
		}
	}
	request := bleve.NewSearchRequestOptions(q, len(entries), 0, false)
	request.Score = "none"
	found, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("filter cases: %w", err)
	}
	out := make([]bool, len(entries))
	for _, hit := range found.Hits {
		n, err := strconv.Atoi(hit.ID)
		if err != nil || n >= len(entries) {
			return nil, fmt.Errorf("the index holds the unknown document %q", hit.ID)
		}
		out[n] = true
	}
	return out, nil
}

// query is what f asks of the index. Text is found by its words in a row, small words left
// out, which is a little less than exact: stands has the last word.
func (f Filter) query() bleveq.Query {
	value := strings.ToLower(f.Value)
	switch f.Field {
	case "":
		terms := strings.Fields(ready(clean(f.Value)))
		if len(terms) == 0 {
			return bleve.NewMatchAllQuery()
		}
		return bleve.NewPhraseQuery(terms, textField)
	case "since":
		r := bleve.NewTermRangeInclusiveQuery(value, "9999", nil, nil)
		r.SetField("date")
		return r
	case "until":
		r := bleve.NewTermRangeInclusiveQuery("0", value+"~", nil, nil) // "~" sorts behind "-12-31"
		r.SetField("date")
		return r
	}
	t := bleve.NewTermQuery(value)
	t.SetField(f.Field)
	return t
}
