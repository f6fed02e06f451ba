package matcher

// What a link of an alert to a symptom or component of a case weighs, as a share of how
// rare that symptom or component is among the cases: a whole phrase or the name of an alert
// says it outright, the term's own name nearly so, another word for it hints at it.
const (
	exactLink = 3.0
	namedLink = 2.5
	aliasLink = 1.5
)

// spokenOf is a field and a slug: what an alert can speak of and a case be filed under.
type spokenOf struct{ field, slug string }

// kindOf gives the sort of evidence of the fields that links count for.
var kindOf = map[string]EvidenceKind{"symptoms": BySymptom, "components": ByComponent}

// links finds what the alert speaks of, and whatever that implies.
func (l *Library) links(text string) map[spokenOf]Link {
	if l.linker == nil {
		return nil
	}
	out := map[spokenOf]Link{}
	for _, k := range l.linker.Link(text) {
		if kindOf[k.Field] == "" {
			continue
		}
		out[spokenOf{k.Field, k.Slug}] = k
		for _, general := range l.implied[k.Slug] {
			if key := (spokenOf{k.Field, general}); out[key].Count == 0 {
				out[key] = k
			}
		}
	}
	return out
}

// linkPieces scores the links of q to what e is filed under.
func (l *Library) linkPieces(out []piece, q *query, e *entry) []piece {
	for _, f := range e.filed {
		k, ok := q.links[f]
		if !ok {
			continue
		}
		share := aliasLink
		switch {
		case k.Exact:
			share = exactLink
		case k.Named:
			share = namedLink
		}
		out = append(out, piece{kindOf[f.field], k.at, f.field, f.slug, share * l.rarityIn(l.filed[f])})
	}
	return out
}
