package store

import "time"

// Workspace names one Slack workspace.
type Workspace struct {
	Enterprise string // "" outside Enterprise Grid
	Team       string // never empty
}

// MessageKey names one message in Slack. Two keys are equal exactly when they
// name the same message, so a MessageKey may be a map key.
type MessageKey struct {
	Workspace Workspace
	Channel   string // never empty
	TS        string // Slack's message timestamp as Slack wrote it, never empty
}

// Record is what the bot knows and did about one alert message. What is not
// known is zero.
type Record struct {
	Key         MessageKey
	ThreadTS    string // the thread the message stands in; "" for a message in the channel itself
	Fingerprint string // what the alert is about, equal for its repeats
	Status      string // "firing", "resolved" or ""
	Source      string
	Severity    string
	Title       string
	Alert       string   // the sketch of an alert that has a reply, for the votes on it; "" for any other
	Reason      string   // why the bot spoke or stayed quiet; "" while the claim has no ending
	Confidence  float64  // 0 to 1
	CaseIDs     []string // the cases shown, or the near misses of a silence, best first
	ReplyTS     string   // the bot's own message; "" when it said nothing
	Reply       string   // that message as it was first posted, so that it can be edited; the bot's own JSON

	// The store keeps these. Finish ignores them. Times are UTC, to the millisecond.

	Seen       int       // how often the alert was seen, 1 for a message never repeated
	FirstAt    time.Time // when the message was claimed
	LastAt     time.Time // when it was last seen
	ResolvedAt time.Time // zero while it is not known to be over
}

// Finished reports whether the record's claim has an ending.
func (r Record) Finished() bool { return r.Reason != "" }
