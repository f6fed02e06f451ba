package bot

import (
	"fmt"
	"time"
)

// english are the words in English.
var english = words{
	sure: func(c float64, who string) string {
		switch {
		case c >= 0.85:
			return "Very likely seen before: " + who
		case c >= 0.6:
			return "Probably seen before: " + who
		}
		return "Possibly seen before: " + who
	},
	unsure:   "Nothing fits well. The nearest cases:",
	filtered: "Cases that meet your search:",
	why:      "Why",
	lesson:   "Lesson",
	fix:      "What fixed it",
	check:    "Check now",
	confirm:  "It is this if",
	reject:   "It is not if",
	also:     "Also like it",
	details:  "Details",
	right:    "This is it",
	wrong:    "Not this",
	noVote:   "Only people of this workspace can vote.",
	whose:    "Your vote was not counted: it cannot be told whether you are of this workspace.",
	tooOld:   "This answer is too old to vote on.",
	notShown: func(id string) string {
		return fmt.Sprintf("Your vote was not counted: this answer does not show the case %s any more.", id)
	},
	share:         "Share to channel",
	close:         "Close",
	sameComponent: "same component",
	sameSymptom:   "same symptom",
	sameMechanism: "fails the same way",
	sharedWords:   "shared words",
	nothing:       "No past case is like this.",
	asked:         func(text string) string { return "You asked: " + text },
	noSuchCase:    func(id string) string { return fmt.Sprintf("There is no case %s in the library.", id) },
	failed:        "Something went wrong on our side. It is logged; please try again.",
	outside:       "Not shared: people of other companies read this channel.",
	readers:       "Not shared: it cannot be told who reads this channel. Try again; in a private channel the app needs groups:read.",
	tooLate:       "Too late to share this answer. Ask again and share the new one.",
	seen:          func(n int, since string) string { return fmt.Sprintf("Seen %d× since %s", n, since) },
	resolved:      func(after string) string { return "Resolved after " + after },
	storm: func(n int) string {
		if n == 1 {
			return "Many alerts at once. Those that look like a past case are told of here:"
		}
		return fmt.Sprintf("%d alerts at once that look like past cases:", n)
	},
	more: func(n int) string { return fmt.Sprintf("… and %d more", n) },
	sections: sections{"Summary", "Symptoms", "Trigger", "Detection", "What was tried", "Action items",
		"Lessons", "Signals", "Checks", "Sources"},
	digest: digestWords{
		week: func(from, last time.Time) string {
			return "Week of " + from.Format("2 January") + " to " + last.Format("2 January 2006")
		},
		month:   func(from, _ time.Time) string { return from.Format("January 2006") },
		changes: "New in the library",
		alerts: func(now, before int) string {
			return plural(now, "alert", "alerts") + ", " + change(now, before, "%d more than before", "%d fewer than before", "as many as before")
		},
		chart:    "Alerts a day",
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
		write:     func(title string) string { return "Write the case: " + title },
		best: func(votes int) string {
			return "Most useful case (" + plural(votes, "vote", "votes") + ")"
		},
		open:  "Still open, from cases that were met again",
		fresh: func(n int) string { return plural(n, "case is", "cases are") + " new in the library" },
		idle: func(n int, ids string) string {
			return plural(n, "case", "cases") + " of yours met by no alert this quarter: " + ids
		},
		ending:  "Quiet that ends soon",
		ends:    func(title, until string) string { return title + " — until " + until },
		times:   func(n int) string { return fmt.Sprintf("%d×", n) },
		more:    func(n int) string { return fmt.Sprintf("… and %d more", n) },
		nothing: "No alerts in this period, and none in the one before.",
		all:     "Every alert of the period",
		late:    "This digest is late: the bot was not running when it was due.",
		gone: func(channel, why string) string {
			return fmt.Sprintf("The digest of %s has ended: Slack does not let me post there (%s). Subscribe again when I am back in the channel.", channel, why)
		},
		day: func(t time.Time) string { return t.Format("Mon 2") },
		unclear: func(word string) string {
			return fmt.Sprintf("I do not know “%s”. Say digest preview, now, subscribe or unsubscribe, and weekly, monthly or library.", word)
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
	},
	help: [][2]string{
		{"", "I answer alerts with past incidents that are like them. You can ask, too:"},
		{"/incidentlib <what you see>", "finds past cases: a log line, an alert, a sentence"},
		{"/incidentlib component:coredns since:2022 \"connection refused\" -redis", "narrows it: component, symptom, cause, domain, mechanism, org, lang, since, until; exact words; what must not be there"},
		{"/incidentlib show IL-0461", "shows one case whole"},
		{"/incidentlib help", "shows this"},
	},
}
