package alert

import (
	"regexp"

	"incidentlib/matcher"
)

// heartbeatName matches the names of alerts that always fire, as the common rule
// sets call them.
var heartbeatName = regexp.MustCompile(`^(?:Watchdog|DeadMans?S(?:witch|nitch)|Dead ?[Mm]an'?s ?[Ss](?:witch|nitch)|InfoInhibitor|AlwaysFiring|[Hh]eartbeat)\b`)

// housekeeping reports whether Slack wrote the message about the channel itself.
// A subtype that is not known yet is taken for one.
func housekeeping(subtype string) bool {
	switch subtype {
	case "", "bot_message", "file_share", "thread_broadcast", "message_changed", "file_comment", "message_replied":
		return false
	}
	return true
}

// kindOf says what sort of message it is. What a tool says outright comes first;
// then shapes that are never about a failure; then the weight of the words.
func kindOf(d *draft, a matcher.Alert, first string) matcher.Kind {
	text := cutBytes(a.Text, 6_000)
	name := a.Label("alertname")
	if name == "" {
		name = a.Title
	}
	e := weigh(text)
	t := toolOf(d, a.Text)
	monitored := t != nil && t.trade == monitors
	switch {
	case housekeeping(d.subtype):
		return matcher.Chatter
	case says("test", cutBytes(text, 400)):
		return matcher.Test
	case heartbeatName.MatchString(name) && (monitored || a.Label("alertname") != "") && !missing.MatchString(text), says("heartbeat", text):
		return matcher.Heartbeat
	case a.Status == matcher.Resolved && !(a.Source == "person" && e.failure > 3):
		return matcher.Recovery
	case a.Status == matcher.Firing && (t == nil || monitored):
		return matcher.Problem
	case t != nil && t.trade == changes && says("deploy", head(text)) && !says("change", head(text)):
		return matcher.Deploy
	case t != nil && t.trade == changes:
		return matcher.Change
	case t != nil && t.trade == talks:
		return matcher.Chatter
	case !monitored && says("change", head(text)) && e.failure < 6:
		return matcher.Change
	case says("maintenance", text) && e.failure < 3:
		return matcher.Maintenance
	case (t != nil && t.trade == deploys || !monitored && says("deploy", text)) && e.failure < 2:
		return matcher.Deploy
	case monitored && t.slug != "kubernetes-event" && e.chat < 3:
		return matcher.Problem
	case e.failing():
		return matcher.Problem
	}
	return matcher.Chatter
}

// missing matches a heartbeat that did not arrive, which is a problem.
var missing = regexp.MustCompile(`(?i)\bmissed\b|\bmissing\b|has not (?:checked in|reported)|did not|not received|no heartbeat|absent|누락|끊`)

// head is where a message says what it is: its first 300 bytes.
func head(text string) string { return cutBytes(text, 300) }
