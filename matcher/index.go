package matcher

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	bleveq "github.com/blevesearch/bleve/v2/search/query"
)

// An index says which cases share words with an alert. How much those words are
// worth is for score.go: Bleve's own scores are not compared with anything.
type index struct{ bleve bleve.Index }

const (
	// maxCandidates is how many cases are looked at closely.
	maxCandidates = 100
	// maxClauses is how many terms are looked up, and maxPostings how many cases
	// they may have in sum, beyond the first minClauses. The most telling terms come
	// first; a case that shares none of them is far from the best.
	maxClauses  = 48
	minClauses  = 8
	maxPostings = 2000
	// batchSize keeps the memory of one index segment bounded.
	batchSize = 1000
)

// termsField is the one field of the index. Our own words go in ready, with a space
// between, so that Bleve cuts, folds and stems nothing.
const termsField = "terms"

func newIndex(entries []*entry, v *vocabulary) (*index, error) {
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
		if err := batch.Index(documentID(n), map[string]any{termsField: e.document(v)}); err != nil {
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
	f := bleve.NewTextFieldMapping()
	f.Analyzer, f.Store, f.DocValues, f.IncludeTermVectors, f.IncludeInAll = "ready", false, false, false, false
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.DefaultMapping.AddFieldMappingsAt(termsField, f)
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	return m, nil
}

// documentID sorts as the cases were given, so that ties do too.
func documentID(n int) string { return fmt.Sprintf("%08d", n) }

// document is the text of e for Bleve: each term as often as it counts. A term of
// both languages counts once, as it does in the score.
func (e *entry) document(v *vocabulary) string {
	var b strings.Builder
	for lang := range e.sides {
		for i, id := range e.sides[lang].ids {
			count := e.sides[lang].uses[i].count
			if isPair(v.terms[id]) {
				continue
			}
			if lang > 0 {
				if _, both := e.sides[0].find(id); both {
					continue
				}
			}
			for n := float32(0); n < count; n++ {
				b.WriteString(v.terms[id])
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

// candidates returns the entries, by number, that share most with the most telling
// terms, which come first in wanted.
func (x *index) candidates(ctx context.Context, wanted []queryTerm, v *vocabulary) ([]int, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	var clauses []bleveq.Query
	postings := 0
	for _, t := range wanted {
		if isPair(v.terms[t.id]) {
			continue
		}
		if len(clauses) == maxClauses {
			break
		}
		postings += v.cases[t.id]
		if postings > maxPostings && len(clauses) >= minClauses {
			break
		}
		q := bleve.NewTermQuery(v.terms[t.id])
		q.SetField(termsField)
		clauses = append(clauses, q)
	}
	request := bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(clauses...), maxCandidates, 0, false)
	request.SortBy([]string{"-_score", "_id"})
	found, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("search index: %w", err)
	}
	var out []int
	for _, hit := range found.Hits {
		n, err := strconv.Atoi(hit.ID)
		if err != nil {
			return nil, fmt.Errorf("index holds the unknown document %q", hit.ID)
		}
		out = append(out, n)
	}
	return out, nil
}
