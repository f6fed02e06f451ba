package bot

import (
	"fmt"
	"time"
)

var englishHome = homeWords{
	week: "The last 7 days",
	read: func(n, answered int) string { return fmt.Sprintf("Alerts read: %d. Answered: %d.", n, answered) },
	told: func(n int) string { return fmt.Sprintf("Told of in an earlier reply, or over: %d", n) },
	silent: func(n int, why string) string {
		return fmt.Sprintf("Silent: %d (%s)", n, why)
	},
	votes: func(yes, no, percent int) string {
		return fmt.Sprintf("Votes: %d “This is it”, %d “Not this”. Right: %d %%", yes, no, percent)
	},
	quiet: "No alert in these days in the channels we share.", noVotes: "Nobody voted. “This is it” and “Not this” under a reply make the next one better.",
	blind: "Slack does not tell me which channels you are in.", alone: "We share no channel yet. Invite me where your alerts arrive: /invite @incidentlib",

	channels: "Channels", settings: "Settings",
	room: func(n, answered int) string {
		return fmt.Sprintf("%d alerts, %d answered", n, answered)
	},
	abroad: "Other companies read this channel, so I do not.",

	muted: "Muted alerts", unmute: "Unmute", noMutes: "No alert is muted.",
	forGood: "for good", tillOver: "until resolved",
	still:   func(left string) string { return "for " + left + " more" },
	unmuted: func(title string) string { return "No longer muted: " + title },

	waiting: "Own cases without a lesson", write: "Write it", noWaiting: "Every own case has its lesson.",
	recent: "Latest own cases", noRecent: "No own case yet. “Save as a case” on a message makes one.",
	added:   func(ago string) string { return "added " + ago + " ago" },
	changed: func(ago string) string { return "changed " + ago + " ago" },

	reasons: map[Reason]string{
		NoCase: "no case", Weak: "weak evidence", NotAlert: "no alert", ATest: "test", ABeat: "heartbeat", ADeploy: "deploy",
		AChange: "change", Planned: "maintenance", NoWords: "empty", Enough: "thread full", ForNow: "enough for now",
		Shadow: "shadow", Unasked: "only when asked", Barred: "cannot post", Again: "again", Same: "unchanged",
	},
}

var englishDigest = digestWords{
	week: func(from, last time.Time) string {
		return "Week of " + from.Format("2 January") + " to " + last.Format("2 January 2006")
	},
	month:   func(from, _ time.Time) string { return from.Format("January 2006") },
	changes: "New in the library",
	alerts: func(now, before int) string {
		return plural(now, "alert", "alerts") + ", " + change(now, before, "%d more than before", "%d fewer than before", "as many as before")
	},
	chart: func(kind string) string {
		if kind == DigestMonthly {
			return "Alerts a week"
		}
		return "Alerts a day"
	},
	answered: "answered",
	silent:   "silent",
	counts: func(answered, silent, helped, wrong int, share string) string {
		line := fmt.Sprintf("%d answered · %d silent", answered, silent)
		if helped+wrong > 0 {
			line += fmt.Sprintf(" · %d “This is it” · %d “Not this” (%s right)", helped, wrong, share)
		}
		return line
	},
	top:       "Most frequent",
	tableHead: [4]string{"Alert", "Now", "Before", "Answered"},
	repeats:   "Came back, and you have no case of your own on it",
	uncovered: "No case covers",
	bare:      "no case covers it",
	write:     func(title string) string { return "Write the case: " + title },
	best: func(votes int) string {
		return "Most useful case (" + plural(votes, "vote", "votes") + ")"
	},
	open:  "Still open, from cases that were met again",
	fresh: func(n int) string { return plural(n, "case is", "cases are") + " new in the library" },
	idle: func(n int, ids string) string {
		return plural(n, "case", "cases") + " of yours met by no alert this quarter: " + ids
	},
	ending: "Quiet that ends soon",
	ends:   func(title, until string) string { return title + " — until " + until },
	times: func(now, before int) string {
		if before == 0 {
			return fmt.Sprintf("%d× (new)", now)
		}
		return fmt.Sprintf("%d× (%d before)", now, before)
	},
	more:       func(n int) string { return fmt.Sprintf("… and %d more", n) },
	nothing:    "No alerts in the period that has ended, and none in the one before.",
	nothingNew: "No case came into the library or changed in the period that has ended.",
	all:        "Every alert of the period",
	late:       "This digest is late: the bot was not running when it was due.",
	gone: func(why string) string {
		return fmt.Sprintf("The digest of this channel has ended: Slack does not let me post there (%s). Subscribe again when I am back in the channel.", why)
	},
	leftOut:  "The digest of this channel was left out: I was not running when it was due, nor for a day after. To have it now, type there: /incidentlib digest now",
	silenced: "I post nothing in this channel, see /incidentlib settings. Only you see this digest.",
	day:      func(t time.Time) string { return t.Format("Mon 2") },
	refused:  func(why error) string { return "Nothing was changed. " + why.Error() },
	usage: [2]string{
		"/incidentlib digest subscribe [weekly|monthly|library] [0 9 * * MON] [Asia/Seoul]",
		"/incidentlib digest preview | now | unsubscribe",
	},
	subscribed: func(next, zone string) string {
		return "Subscribed. The next digest comes " + next + " (" + zone + ")."
	},
	unsubscribed:  "No more of these digests in this channel.",
	notSubscribed: "This channel gets no such digest.",
	coming:        "The digest is on its way into this channel.",
	state: func(kind, next, zone string) string {
		return fmt.Sprintf("%s: next %s (%s)", kind, next, zone)
	},
}
