// Package matcher finds the past incidents that are like an alert.
//
// It knows cases, alerts and the words in both. It knows no Slack, no clock and
// no database, and never reads a file: whoever calls it hands over the cases.
//
// Read it in this order: Case (case.go) is one past incident, Alert (alert.go)
// is one message as a reader understood it, Library (library.go) holds the cases
// and finds Matches (match.go), each with the Evidence that speaks for it.
//
// Below the Library: words (clean.go, words.go, identifier.go, stem.go, korean.go) takes any text
// apart, of a case (document.go, entry.go) as of an alert (mask.go, mask_sign.go, mask_begin.go,
// bytes.go, trace.go, query.go, note.go, pairs.go), and terms.go numbers them, pairs of them in a
// table (pair_table.go). prepare.go works out what depends on all cases together; what there is of
// each term stands in lists.go.
//
// weigh (score.go) says what speaks for a case: signals (signal.go), components and symptoms by
// their own words (slug.go) or by the vocabulary's (link.go, link_token.go, saying.go,
// link_korean.go, ambiguity.go, spoken.go), the mechanism an alert tells of (mechanism.go, telling.go, meaning.go)
// or, of a case that names none, its text (guess.go), terms. rank (rank.go) adds that up for all
// cases at once; a case may say which alerts it is not (differ.go), and each telling member of a
// group has its own case (members.go). evidence (evidence.go, join.go) makes it readable, votes
// (vote.go, ballots.go, sketch.go) let people have a say. A Library never changes: With and Without
// (change.go) make another one.
//
// Beside Find: Search (search.go, filter.go) has its filters answered by Bleve (allowed.go,
// index.go, lazy.go), Similar (similar.go) compares case with case, Signals (named.go) are the
// names in an alert. Cases are read, checked and written by cases.go, decode.go, codec.go, check.go,
// fault.go and secrets.go.
package matcher
