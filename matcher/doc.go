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
// of a case (document.go, entry.go) as of an alert (mask.go, query.go). The index
// (index.go) names the cases that share words with the alert, and weigh (score.go)
// says what speaks for each: signals (signal.go), components and symptoms
// (slug.go), terms. What weigh finds is the score, and evidence.go makes it
// readable.
package matcher
