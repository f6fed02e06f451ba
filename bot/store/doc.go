// Package store is the bot's memory: what was delivered and is to be done (Item, inbox.go), who
// may do it at this moment (Hold, lane.go), what the bot posts (Effect, effect.go) and when it
// may (Limit, limit.go), what it knows of each alert (Record, record.go), and what people said
// and made.
//
// Its promise: what Accept has kept is handed out by Next until somebody ends it, in order
// within a lane, to one holder at a time, through crashes of any process and of the database.
// An Effect is written down before it is posted; whoever finds it begun looks in Slack first.
//
// The state is one SQLite file in WAL mode, flushed at every commit, for one process that has
// its folder to itself (Lock), or a PostgreSQL database for many. One SQL serves both; the
// tables are told in schema.sql. On PostgreSQL it relies on READ COMMITTED and row locks: a
// transaction that touches lanes locks their rows first, in one order. A SQLite file must not
// lie on a network file system, where WAL does not work. A PostgreSQL that fails over loses
// nothing that was accepted only with synchronous_commit on and a synchronous standby.
//
// Every row and every query has the workspace in it, but those that are for all workspaces. How
// long things are kept is told in keep.go.
package store
