package bot

import "fmt"

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
	more:  func(n int) string { return fmt.Sprintf("… and %d more", n) },
	yes:   "Yes",
	no:    "No",
	wasIt: func(id string) string { return fmt.Sprintf("It is over. Was it case %s?", id) },
	note:  func(day string) string { return "Note by a colleague, " + day + ":" },
	quiet: quietWords{
		menu:      "Quiet for this alert",
		choices:   [4]string{"for 1 hour", "for 24 hours", "until resolved", "always"},
		undo:      "Undo quiet",
		until:     func(when string) string { return "Quiet until " + when },
		resolved:  "Quiet until it is resolved",
		always:    "Quiet from now on",
		by:        func(person string) string { return "(by " + person + ")" },
		ended:     func(title string) string { return "Not quiet any more: " + title },
		wasNot:    func(title string) string { return "This alert was not quiet: " + title },
		none:      "No alert of this channel is kept quiet.",
		which:     "Which alert? Ask in its thread, or give the link to its message, or “last”: quiet last 2h.",
		unknown:   "I know no alert there. Give the link to the alert's own message.",
		elsewhere: "That message is in another channel. Ask there.",
		noLast:    "There was no alert here that I told of.",
		nameless:  "This alert cannot be told from others, so it cannot be kept quiet.",
		notOurs:   "Only people of this workspace can do that.",
		untold:    "Nothing was done: it cannot be told whether you are of this workspace.",
		listed: func(n int) string {
			if n == 1 {
				return "One alert of this channel is kept quiet:"
			}
			return fmt.Sprintf("%d alerts of this channel are kept quiet:", n)
		},
		noSpan: func(typed string) string {
			if typed == "" {
				return "For how long? Say 30m, 2h or 7d (30 days at most), resolved, always, or off."
			}
			return fmt.Sprintf("“%s” is no length of time. Say 30m, 2h or 7d (30 days at most), resolved, always, or off.", typed)
		},
	},
	whole: wholeWords{
		other:    "한국어로 보기",
		related:  "Related cases",
		notes:    "Notes of the team",
		severity: "severity",
		lasted:   "resolved after",
		more:     "Not all of it fits here.",
		read:     "Read it whole",
		cause:    "root cause",
		notOurs:  "Only people of this workspace can read the cases.",
		untold:   "Not shown: it cannot be told whether you are of this workspace.",
	},
	sections: sections{"Summary", "Symptoms", "Trigger", "Detection", "What was tried", "Action items",
		"Lessons", "Signals", "Checks", "Sources"},
	help: [][2]string{
		{"", "I answer alerts with past incidents that are like them. You can ask, too:"},
		{"/incidentlib <what you see>", "finds past cases: a log line, an alert, a sentence"},
		{"/incidentlib component:coredns since:2022 \"connection refused\" -redis", "narrows it: component, symptom, cause, domain, mechanism, org, lang, since, until; exact words; what must not be there"},
		{"/incidentlib show IL-0461", "shows one case whole"},
		{"/incidentlib quiet last 2h", "keeps me quiet about an alert: last or a link, then 30m … 30d, resolved, always or off; alone it lists them"},
		{"/incidentlib help", "shows this"},
	},
}
