// Package matcher finds the past incidents that are like an alert.
//
// It knows cases, alerts and the words in both. It knows no Slack, no clock and
// no database, and never reads a file: whoever calls it hands over the cases.
//
// Read it in this order: Case (case.go) is one past incident, Alert (alert.go)
// is one message as a reader understood it, Library (library.go) holds the cases
// and finds Matches (match.go), each with the Evidence that speaks for it.
//
// Below the Library: words (words.go, identifier.go, stem.go, korean.go) takes any text apart,
// of a case (document.go, entry.go) as of an alert (mask.go, query.go, note.go). weigh (score.go) says
// what speaks for a case: signals (signal.go), components and symptoms by their own words
// (slug.go) or by the vocabulary's (link.go, spoken.go), the mechanism an alert tells of
// (mechanism.go, telling.go, meaning.go), terms. rank (rank.go) adds that up for all cases at
// once, evidence.go makes it readable, vote.go lets people have a say. Bleve (index.go) answers
// the filters of a search (filter.go, search.go).
package matcher
