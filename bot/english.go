package bot

import (
	"fmt"
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
	more:  func(n int) string { return fmt.Sprintf("… and %d more", n) },
	yes:   "Yes",
	no:    "No",
	wasIt: func(id string) string { return fmt.Sprintf("It is over. Was it case %s?", id) },
	note:  func(day string) string { return "Note by a colleague, " + day + ":" },
	quiet: quietWords{
		menu:      "Quiet for this alert",
		menuAll:   "Quiet for these alerts",
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
	own: englishOwn,
	settings: settingsWords{
		title: "Settings", save: "Save", cancel: "Cancel", change: "Change settings",
		about: "how I behave in this channel. What is not set here is as for the workspace, or else as in the program's settings.",
		labels: map[string]string{
			setMode: "Mode", setCare: "How sure I must be to speak unasked", setReply: "Where I reply", setLanguage: "Language",
			setOnly: "Whom I read only", setNever: "Whom I never read", setWindow: "One reply for one alert within",
			setLine: "A digest with nothing to tell",
		},
		choices: map[string]wording{
			ChannelOn: {"On", "I read alerts and answer those I know something about"}, ChannelShadow: {"Shadow", "I read and decide, and keep what I would have said; I post nothing"},
			ChannelOff:      {"Off", "I read nothing here"},
			string(Careful): {"Careful", "Right about nineteen times in twenty; I am silent more often"}, string(Balanced): {"Balanced", "Right about nine times in ten"},
			string(Eager):  {"Eager", "Whenever a case may help; a miss costs more than noise"},
			ReplyInThread:  {"In the alert's thread", "To every alert I know something about"},
			ReplyWhenAsked: {"Only to people who ask", "By a mention, a command or the shortcut on a message"},
			"auto":         {"That of the alert", ""}, "en": {"English", ""}, "ko": {"한국어", ""},
			lineNone: {"Does not come", ""}, lineOne: {"Says so in one line", ""},
		},
		digests: map[string]wording{
			DigestWeekly:  {"The week", "Mondays at 09:00 of your time: what fired, what helped, what is unfinished"},
			DigestMonthly: {"The month", "On the 1st at 09:00 of your time"},
			DigestLibrary: {"New cases in the library", "Mondays at 09:00 of your time"},
		},
		digestOn: "comes from now on", digestOff: "does not come any more",
		digestsOf: "Digests", digestsHint: "For another time, type /incidentlib digest subscribe 0 8 * * TUE Asia/Seoul",
		nextDigest: func(at, zone string) string { return "Next: " + at + " (" + zone + ")" },
		idsHint:    "Ids of people, bots or apps, such as U024BE7LH, B012AB3CD or A012AB3CD, with commas between. Slack shows them under “Copy member ID” of a profile. Mentions of me are always read.",
		allHint:    func(ids string) string { return "The workspace has " + ids + "; type * for none." },
		windowHint: "From 1m to 31d, such as 30m, 4h or 2d. Repeats of an alert within it update the one reply.",
		everybody:  "everybody", nobody: "nobody",
		unset:  func(value, from string) string { return "Not set here: " + value + " (" + from + ")" },
		notSet: "not set",
		from:   map[string]string{"channel": "this channel", "workspace": "workspace", "program": "program"},

		scope:      wording{"For the whole workspace", "What you change above then holds wherever nothing else is set"},
		everywhere: wording{"Whole workspace", "Who may change settings"},
		admins:     wording{"Only admins and owners", "Of every channel and of the workspace; else any member of a channel"},
		governor:   "Held back", ungovern: "Speak again as set",

		saved: "Saved for this channel:", savedAll: "Saved for the whole workspace:", unchanged: "Nothing was changed.",
		badWindow: "Give a time from 1m to 31d, such as 30m, 4h or 2d.",
		both:      "Somebody stands in both lists. Take them out of one.",
		badID: func(id string) string {
			return "“" + id + "” is no id. Ids look like U024BE7LH, B012AB3CD or A012AB3CD."
		},
		manyIDs: "Give 20 ids at most.",

		off:       "I am switched off in this channel. /incidentlib settings switches me on.",
		elsewhere: "Settings belong to a channel. Type /incidentlib settings in the one you mean.",
		notAdmin:  "Only admins and owners of the workspace may change this.",
		whoAdmin:  "Nothing was changed: only admins may, and I cannot tell who is one. The app needs users:read.",
		stranger:  "Only people of this workspace may change settings.",
		notMember: "Only members of the channel may change its settings.",
	},
	governor: governorWords{
		careful: "Over half of the latest votes here say “Not this”. From now on I speak only when I am very sure. I go back to normal when votes are good again, or after 30 days. It can be undone here or in /incidentlib settings.",
		asked:   "Over half of the latest votes here still say “Not this”. From now on I answer only people who ask me: by a mention, a command or the shortcut on a message. I go back to normal when votes are good again, or after 30 days. It can be undone here or in /incidentlib settings.",
		undo:    "Undo",
		undone:  "Done: I speak here again as set.",
		isCareful: func(days int) string {
			return "Held back: careful after many “Not this” votes, for " + inDays(days) + " more at most."
		},
		isAsked: func(days int) string {
			return "Held back: I answer only when asked, after many “Not this” votes, for " + inDays(days) + " more at most."
		},
		isWatching: func(days int) string {
			return "Many “Not this” votes: if that goes on, I answer only when asked. Forgotten in " + inDays(days) + "."
		},
	},
	home:   englishHome,
	digest: englishDigest,
	ask:    englishAsk, game: englishGame,
}

// inDays counts days.
func inDays(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}
