// Package plain is Bleve as it comes: what the matcher must be worth its lines against.
package plain

import (
	"context"
	"fmt"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleveindex "github.com/blevesearch/bleve_index_api"

	"incidentlib/matcher"
)

// Index finds cases by Bleve's own match query over all their text in one field.
type Index struct {
	bleve bleve.Index
	ids   []string
}

// A Kind is a way to set Bleve up.
type Kind struct {
	Name     string
	Analyzer string // of Bleve: "standard" or "en"
	Scoring  string
}

// Kinds are what Bleve does unless told otherwise, and the best it has for English.
var Kinds = []Kind{
	{"bleve, default", "standard", bleveindex.TFIDFScoring},
	{"bleve, en bm25", "en", bleveindex.BM25Scoring},
}

// New indexes cases in memory.
func New(cases []*matcher.Case, kind Kind) (*Index, error) {
	m := bleve.NewIndexMapping()
	m.DefaultAnalyzer, m.ScoringModel = kind.Analyzer, kind.Scoring
	f := bleve.NewTextFieldMapping()
	f.Store, f.DocValues, f.IncludeTermVectors, f.IncludeInAll = false, false, false, false
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.DefaultMapping.AddFieldMappingsAt("text", f)
	b, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("plain bleve: %w", err)
	}
	x := &Index{bleve: b}
	batch := b.NewBatch()
	for n, c := range cases {
		x.ids = append(x.ids, c.ID)
		if err := batch.Index(strconv.Itoa(n), map[string]any{"text": matcher.Searched(c)}); err != nil {
			return nil, fmt.Errorf("plain bleve: case %s: %w", c.ID, err)
		}
	}
	if err := b.Batch(batch); err != nil {
		return nil, fmt.Errorf("plain bleve: %w", err)
	}
	return x, nil
}

// Find returns the ids of at most top cases, best first.
func (x *Index) Find(ctx context.Context, text string, top int) ([]string, error) {
	q := bleve.NewMatchQuery(text)
	q.SetField("text")
	found, err := x.bleve.SearchInContext(ctx, bleve.NewSearchRequestOptions(q, top, 0, false))
	if err != nil {
		return nil, fmt.Errorf("plain bleve: %w", err)
	}
	var out []string
	for _, hit := range found.Hits {
		n, err := strconv.Atoi(hit.ID)
		if err != nil {
			return nil, fmt.Errorf("plain bleve: document %q: %w", hit.ID, err)
		}
		out = append(out, x.ids[n])
	}
	return out, nil
}

// Close frees the index.
func (x *Index) Close() error { return x.bleve.Close() }
