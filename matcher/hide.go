package matcher

// Hiding is the library as it is for somebody who must not hear of the cases of these ids, in any
// letter case: it finds, gives and lists the others alone. It shares all that l holds, also what
// it was given to heed, so only l is closed. What it hid before is hidden no more. Ids that it
// does not have are passed over.
func (l *Library) Hiding(ids []string) *Library {
	rest := *l
	rest.hidden = nil
	gone := map[*Case]bool{}
	for _, id := range ids {
		if c := rest.Case(id); c != nil {
			gone[c] = true
		}
	}
	if len(gone) == 0 {
		return &rest
	}
	rest.hidden = map[*Case]int{}
	for n, e := range l.entries {
		if gone[e.c] {
			rest.hidden[e.c] = n
		}
	}
	return &rest
}

// hides says whether the case is hidden.
func (l *Library) hides(c *Case) bool {
	_, hidden := l.hidden[c]
	return hidden
}
