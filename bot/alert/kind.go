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
func kindOf(d *draft, t *tool, a matcher.Alert) matcher.Kind {
	text := cutBytes(a.Text, 6_000)
	start := cutBytes(text, 300) // where a message says what it is
	monitored := t != nil && t.trade == monitors
	switch {
	case housekeeping(d.subtype):
		return matcher.Chatter
	case says("test", start):
		return matcher.Test
	case isHeartbeat(a, monitored, text):
		return matcher.Heartbeat
	case a.Status == matcher.Resolved && (a.Source != "person" || weigh(text).failure <= 3):
		return matcher.Recovery
	case a.Status == matcher.Firing && (t == nil || monitored):
		return matcher.Problem
	case t != nil && t.trade == talks:
		return matcher.Chatter
	case t != nil && t.trade == changes:
		if says("deploy", start) && !says("change", start) {
			return matcher.Deploy
		}
		return matcher.Change
	}
	return kindOfWords(t, text, start, monitored)
}

// kindOfWords judges what no tool and no status decides.
func kindOfWords(t *tool, text, start string, monitored bool) matcher.Kind {
	e := weigh(text)
	deploying := t != nil && t.trade == deploys
	aftermath := e.failure > 0 && says("aftermath", text) // "since the release every cart is empty"
	switch {
	case !monitored && !aftermath && e.failure < 6 && says("change", start):
		return matcher.Change
	case !aftermath && e.failure-e.chat < 3 && says("maintenance", text):
		return matcher.Maintenance
	case deploying && e.failure < 2, !monitored && e.failure == 0 && says("deploy", text):
		return matcher.Deploy
	case monitored && t.slug == "kubernetes-event": // most events are normal
		if e.failure < 3 {
			return matcher.Chatter
		}
		return matcher.Problem
	case monitored && e.chat < 3, e.failing(), bareName.MatchString(text):
		return matcher.Problem
	}
	return matcher.Chatter
}

// bareName matches a message that is nothing but the name of a metric, an alert or an error:
// conntrack_allowance_exceeded, KubePodCrashLooping, ECONNRESET. Nobody posts one in praise.
var bareName = regexp.MustCompile(`^\s*(?:[a-z][a-z0-9]*(?:[_:][a-z0-9]+)+|(?:[A-Z]+[a-z0-9]+){2,}|E(?:CONN|NOSPC|MFILE|NFILE|ADDR|HOST|NET|PIPE|ACCES|NOMEM|IO|ROFS|TIME)[A-Z]*)\s*$`)

// isHeartbeat reports whether an alert fires only to show that alerting lives.
func isHeartbeat(a matcher.Alert, monitored bool, text string) bool {
	name := a.Label("alertname")
	if name == "" && monitored {
		name = a.Title
	}
	return heartbeatName.MatchString(name) && !missing.MatchString(text) || says("heartbeat", text)
}

// missing matches a heartbeat that did not arrive, which is a problem.
var missing = regexp.MustCompile(`(?i)\bmissed\b|\bmissing\b|has not (?:checked in|reported)|did not|not received|no heartbeat|absent|누락|끊`)
