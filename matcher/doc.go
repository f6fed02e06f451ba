// Package matcher finds the past incidents that are like an alert.
//
// It knows cases, alerts and the words in both. It knows no Slack, no clock and
// no database, and never reads a file: whoever calls it hands over the cases.
//
// Read it in this order: Case (case.go) is one past incident, Alert (alert.go)
// is one message as a reader understood it, Library (library.go) holds the cases
// and finds Matches (match.go), each with the Evidence that speaks for it.
package matcher
