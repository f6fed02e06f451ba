package bot

import "incidentlib/matcher"

// A Reason says why the bot spoke or stayed quiet. Every message ends with one;
// the log, the records and the tests use the same list.
type Reason string

const (
	Answered Reason = "answered"       // cases were posted
	Asked    Reason = "asked"          // somebody asked, and was answered
	NoneHeld Reason = "nothing_found"  // somebody asked, and was told that no case fits
	Noted    Reason = "noted"          // somebody kept a note on a case, or took one back
	Muted    Reason = "muted"          // people keep the bot quiet about this alert; it was counted
	Repeat   Reason = "repeat"         // the same alert was answered lately; that reply was brought up to date
	Updated  Reason = "updated"        // the alert was edited and its reply with it
	Closed   Reason = "resolved"       // the alert is over
	NoCase   Reason = "no_case"        // no case shares anything telling with it
	Weak     Reason = "weak_evidence"  // some case is near, but not near enough to speak
	NotAlert Reason = "not_an_alert"   // nothing in it says that something is wrong
	ATest    Reason = "test"           // somebody tries the alerting
	ABeat    Reason = "heartbeat"      // always fires
	ADeploy  Reason = "deploy"         // a release or rollout
	AChange  Reason = "change"         // a pull request, ticket or CI result
	Planned  Reason = "maintenance"    // announced work
	NoWords  Reason = "empty"          // nothing to read
	Again    Reason = "duplicate"      // Slack delivered it before
	Own      Reason = "own_post"       // we wrote it
	Same     Reason = "unchanged"      // an edit that changed no words, such as a link preview
	Thread   Reason = "in_thread"      // people talking in a thread
	Enough   Reason = "thread_full"    // the bot has answered in that thread as often as it does
	ForNow   Reason = "enough_for_now" // the bot has answered in that channel as often as it does in an hour
	Outside  Reason = "shared_channel" // other companies read this channel
	Gone     Reason = "deleted"        // the message was deleted
	Storm    Reason = "storm"          // one reply was posted for this alert and those that follow
	Gathered Reason = "gathered"       // it is told of in the reply for many
	Barred   Reason = "cannot_post"    // Slack lets the bot not speak there
	Off      Reason = "switched_off"   // people switched the bot off in that channel
	Unread   Reason = "not_read"       // the bot does not read that author there
	Shadow   Reason = "shadow"         // it would have spoken, and is set to post nothing there
	Unasked  Reason = "asked_only"     // it would have spoken, and answers only people who ask there
	Other    Reason = "not_a_message"  // joins, topics, pins and whatever Slack adds next
)

// reasonOf gives the reason to stay quiet about a message of that kind, "" for a problem.
func reasonOf(k matcher.Kind) Reason {
	switch k {
	case matcher.Problem:
		return ""
	case matcher.Recovery:
		return Closed
	case matcher.Test:
		return ATest
	case matcher.Heartbeat:
		return ABeat
	case matcher.Deploy:
		return ADeploy
	case matcher.Change:
		return AChange
	case matcher.Maintenance:
		return Planned
	case matcher.Empty:
		return NoWords
	}
	return NotAlert
}
