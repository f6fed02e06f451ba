package matcher

// Vocabulary is the controlled words of a library: the slugs that its cases use, and how
// alerts and people say them.
type Vocabulary struct {
	Symptoms     []Term
	Components   []Term
	Mechanisms   []Term // how systems fail; each with what alerts and people say of it
	RootCauses   []Term
	Contributing []Term
	Domains      []Term
	Ambiguous    []Ambiguity
}

// Term is one slug, with its names and the words it is known by.
type Term struct {
	Slug     string   `json:"slug"`
	Name     Text     `json:"name"`
	Group    string   `json:"group,omitempty"`    // the chapter a component stands in
	Aliases  []string `json:"aliases,omitempty"`  // words and identifiers, in both languages
	Phrases  []string `json:"phrases,omitempty"`  // exact log and error strings; "…" stands for a variable part
	Alerts   []string `json:"alerts,omitempty"`   // names of alerts and metrics in common rule sets
	Implies  []string `json:"implies,omitempty"`  // more general slugs that hold whenever this one does
	Reserved bool     `json:"reserved,omitempty"` // no case uses it yet
	About    string   `json:"about,omitempty"`    // a mechanism: what a case must be about
	Says     []string `json:"says,omitempty"`     // a mechanism: alerts, log lines and messages that tell of it
}

// doubled finds a slug that two of the terms have.
func doubled(terms []Term) (slug string, found bool) {
	seen := map[string]bool{}
	for _, t := range terms {
		if seen[t.Slug] {
			return t.Slug, true
		}
		seen[t.Slug] = true
	}
	return "", false
}

// Ambiguity is a phrase that means one thing by itself and another beside other words.
type Ambiguity struct {
	Phrase string   `json:"phrase"`
	Means  []string `json:"means"` // symptom slugs; none for a phrase that tells nothing
	Near   []Near   `json:"near,omitempty"`
}

// Near is what a phrase means when one of Words stands near it.
type Near struct {
	Words []string `json:"words"`
	Means []string `json:"means"`
}

// Kinds returns the terms of each sort that a case can name, by the name of its field.
func (v *Vocabulary) Kinds() map[string][]Term {
	return map[string][]Term{
		"symptoms":     v.Symptoms,
		"components":   v.Components,
		"mechanisms":   v.Mechanisms,
		"root_cause":   v.RootCauses,
		"contributing": v.Contributing,
		"domain":       v.Domains,
	}
}
