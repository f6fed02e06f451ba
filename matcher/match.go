package matcher

// Match is one case found for an alert. Matches of one alert are comparable by
// Score; scores of different alerts are not.
type Match struct {
	Case  *Case
	Score float64 // the sum of the weights of Evidence; 0 without any
	// Coverage is the share of the alert's words that the case has, 0 to 1. Unlike
	// Score it can be compared from alert to alert, and from library to library.
	Coverage float64
	// Meaning is the chance, 0 to 1, that the alert tells of a mechanism by which the case
	// failed. 0 without a vocabulary of mechanisms.
	Meaning float64
	// Votes is what people said of the case for alerts like this one, from -1, all against
	// it, to 1; 0 when nobody said anything.
	Votes float64
	// Evidence says why, strongest first. Where there is more than can be listed, the last sums up
	// the rest; what votes made of the score stands behind all. It is empty only for a case that
	// Search found by filters alone.
	Evidence []Evidence
}

// An EvidenceKind names what sort of likeness was found, most telling first.
type EvidenceKind string

const (
	BySignal    EvidenceKind = "signal"    // an exact log line, metric, alert or error name of the case
	BySymptom   EvidenceKind = "symptom"   // what is seen going wrong
	ByComponent EvidenceKind = "component" // the software or service it happens in
	ByTerm      EvidenceKind = "term"      // a word or identifier both use
	ByMeaning   EvidenceKind = "meaning"   // the mechanism that the alert tells of is that of the case
	ByVote      EvidenceKind = "vote"      // what people said of the case for alerts like this one; its weight may be below zero
)

// Evidence is one likeness between the alert and the case.
type Evidence struct {
	Kind   EvidenceKind `json:"kind"`
	Query  string       `json:"query"`  // as the alert has it
	Field  string       `json:"field"`  // the case's field, "signals" or "symptoms_text.en"
	Found  string       `json:"found"`  // as the case has it
	Weight float64      `json:"weight"` // its share of the Score

	// Name is what Found is called in both languages, of a mechanism; empty of all else.
	Name Text `json:"-"`
}
