package matcher

import (
	"maps"
	"strings"
)

// With is the library with cases added before all others, so that on an equal score they go
// first; a case with an id that it has already takes its place. Only the new cases are taken
// apart, so that one is found within the second. The library itself stays as it is, for those
// who still search it. Votes must be given again. It fails as NewLibrary does.
func (l *Library) With(cases ...*Case) (*Library, error) {
	var ids []string
	for _, c := range cases {
		if c != nil {
			ids = append(ids, c.ID)
		}
	}
	changed := l.rest(ids)
	old := changed.entries
	changed.entries = nil
	if err := changed.take(cases); err != nil {
		return nil, err
	}
	changed.entries = append(changed.entries, old...)
	changed.prepare()
	return changed, nil
}

// Without is the library without the cases of these ids, in any letter case. The library
// itself stays as it is.
func (l *Library) Without(ids ...string) *Library {
	rest := l.rest(ids)
	rest.prepare()
	return rest
}

// rest is a library of its own of the cases that have none of the ids, not yet prepared.
func (l *Library) rest(ids []string) *Library {
	gone := map[string]bool{}
	for _, id := range ids {
		gone[strings.ToLower(id)] = true
	}
	rest := *l
	rest.ballots = nil // they name entries by number
	rest.words, rest.byID = l.words.clone(), maps.Clone(l.byID)
	rest.anchored, rest.signalled, rest.slugs, rest.entries = map[termID][]int{}, map[string]int{}, nil, nil
	for _, e := range l.entries {
		if id := strings.ToLower(e.c.ID); gone[id] {
			delete(rest.byID, id)
			rest.words.forget(e)
			continue
		}
		own := *e
		own.signals, own.filed, own.held, own.mechanisms = nil, nil, nil, nil // they depend on the other cases
		rest.entries = append(rest.entries, &own)
	}
	return &rest
}
