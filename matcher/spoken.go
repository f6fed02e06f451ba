package matcher

// What a link of an alert to a symptom or component of a case weighs, in times of how rare
// that symptom or component is among the cases: a whole phrase or the name of an alert says
// it outright, the term's own name nearly so, another word for it hints at it. Of the judged
// alerts, 54 % find a relevant case first without links and 63 % with these; half or twice
// as much of each gives within 2 %.
const (
	exactLink = 3.0
	namedLink = 2.5
	aliasLink = 1.5
)

// spokenOf is a field and a slug: what an alert can speak of and a case be filed under.
type spokenOf struct{ field, slug string }

// kindOf gives the sort of evidence of the fields that links count for.
var kindOf = map[string]EvidenceKind{"symptoms": BySymptom, "components": ByComponent}

// impliedShare is what is left for a more general symptom that the one spoken of implies.
const impliedShare = 0.5

// spoken is what an alert says of a symptom or component; nothing where share is 0.
type spoken struct {
	at    span
	share float64
}

// links notes by slug what the alert speaks of, and whatever that implies.
func (l *Library) links(out []spoken, found []Link) []spoken {
	out = append(out[:0], make([]spoken, len(l.slugs))...)
	for _, k := range found {
		if kindOf[k.Field] == "" {
			continue
		}
		said := spoken{k.at, aliasLink}
		switch {
		case k.Exact:
			said.share = exactLink
		case k.Named:
			said.share = namedLink
		}
		keep := func(slug string, s spoken) {
			if n, filed := l.slugNumbers[spokenOf{k.Field, slug}]; filed && out[n].share < s.share {
				out[n] = s
			}
		}
		keep(k.Slug, said)
		for _, general := range l.implied[k.Slug] {
			keep(general, spoken{said.at, impliedShare * said.share})
		}
	}
	return out
}

// linkPieces scores the links of q to what e is filed under.
func (l *Library) linkPieces(out []piece, q *query, e *entry) []piece {
	if len(q.links) == 0 {
		return out
	}
	for _, n := range e.filed {
		s := &l.slugs[n]
		if said := q.links[n]; said.share > 0 {
			out = append(out, piece{kind: kindOf[s.of.field], at: said.at, field: s.of.field, found: s.of.slug, weight: said.share * l.rarityIn(len(s.entries))})
		}
	}
	return out
}
