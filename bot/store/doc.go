// Package store remembers what the bot did: one Record for each alert message
// it took, so that nothing is answered twice and a repeat finds the reply already
// given.
//
// Read Record (record.go) first, then the walk of one message: Claim and Finish
// (claim.go), then what later messages ask, LastAnswered, Repeat and Resolve
// (answered.go). The tables are told in schema.sql.
//
// The state is one SQLite file in WAL mode, flushed at every commit. Several
// processes of one machine may share it: whoever claims a message first keeps
// it. It must not lie on a network file system, where WAL does not work.
package store
