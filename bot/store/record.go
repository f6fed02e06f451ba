package store

import "time"

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
	Reason      string   // why the bot spoke or stayed quiet; never "" in a record that was kept
	Confidence  float64  // 0 to 1
	CaseIDs     []string // the cases shown, or the near misses of a silence, best first
	ReplyTS     string   // the bot's own message; "" when it said nothing
	ToldIn      string   // the earlier message in whose reply this one is counted or told of; "" for most
	Reply       string   // that message as it was first posted, so that it can be edited; the bot's own JSON

	// The store keeps these. Finish ignores them. Times are UTC, to the millisecond.

	Shown      string    // what happened since, as the reply last told it; see Showed
	Seen       int       // how often the alert was seen, 1 for a message never repeated
	FirstAt    time.Time // when the message was posted
	LastAt     time.Time // when it was last seen
	ResolvedAt time.Time // zero while it is not known to be over
}
