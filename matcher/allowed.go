package matcher

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	bleveq "github.com/blevesearch/bleve/v2/search/query"
)

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
		r := bleve.NewTermRangeInclusiveQuery(value, lastOf("9999"), nil, nil)
		r.SetField("last")
		return r
	case "until":
		r := bleve.NewTermRangeInclusiveQuery("0000", lastOf(value), nil, nil)
		r.SetField("first")
		return r
	}
	t := bleve.NewTermQuery(value)
	t.SetField(f.Field)
	return t
}

// stands says whether e has the text of each filter that asks for text, and of none that
// rules text out.
func (e *entry) stands(filters []Filter) bool {
	var texts []string
	for _, f := range filters {
		if f.Field != "" {
			continue
		}
		if texts == nil {
			texts = e.lower()
		}
		value := lowerASCII(clean(f.Value))
		if slices.ContainsFunc(texts, func(t string) bool { _, ok := placeOf(t, value); return ok }) == f.Not {
			return false
		}
	}
	return true
}
