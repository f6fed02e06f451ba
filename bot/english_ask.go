package bot

import (
	"fmt"
	"strings"
)

// many is "1 vote", "2 votes".
func many(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "ry"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(one, "y"))
	}
	return fmt.Sprintf("%d %ss", n, one)
}

var englishAsk = askWords{
	intro:    "I answer alerts with past incidents that are like them. You can ask, too:",
	mentions: "The same works with a mention, also in threads. A mention without words in a thread looks at that thread. More: /incidentlib help search",
	topics: map[string][]string{
		"search": {
			"How to search",
			"/incidentlib martian source — a log line, an alert or a sentence finds the cases nearest to it",
			"/incidentlib component:coredns since:2022 — narrows it; also symptom, cause, domain, mechanism, org, lang, until",
			"/incidentlib \"connection refused\" -redis — exact words, and what must not be there",
			"/incidentlib show IL-0461 — shows one case whole; similar IL-0461 lists cases like it",
		},
		"buttons": {
			"The buttons under an answer",
			"This is it — says that it was that case; such alerts will find it sooner",
			"Not this — says that it was not; press again to take either back",
			"Details — opens the whole case, with checks to copy and sources",
			"Quiet for this alert — keeps me quiet about it for as long as you choose; it is still counted",
			"Share to channel — shows everybody what only you see",
		},
		"settings": {
			"Settings of a channel",
			"/incidentlib settings — opens them: on, off or shadow, how sure to be, where to reply, language, who is read",
			"Shadow reads alerts and decides, and posts nothing.",
			"/incidentlib why last — tells how sure it was, and how sure it must be here",
		},
		"digest": {
			"Digests of this channel",
			"/incidentlib digest preview — shows it to you alone",
			"/incidentlib digest now — posts it to this channel",
			"/incidentlib digest subscribe — posts it every week; add monthly or library for the other kinds; unsubscribe ends that",
		},
		"privacy": {
			"What is kept, and how to remove it",
			"/incidentlib privacy — says what is kept of this channel, and for how long",
			"/incidentlib forget <message link> — removes what is kept of one message",
			"/incidentlib forget channel — removes what is kept of this channel, after asking once more",
			"Passwords, tokens and keys in alerts are blacked out before anything is kept or shown.",
		},
	},
	outsider:    "Only people of this workspace can do that.",
	meant:       func(typed string) string { return "Did you mean: " + typed },
	manyFilters: "These are too many filters: give at most 20.",
	badFilter: func(field, value string) string {
		if field == "lang" {
			return fmt.Sprintf("lang:%s is no language of the library: write en or ko", value)
		}
		return fmt.Sprintf("%s:%s is no date: write it as 2022, 2022-04 or 2022-04-13", field, value)
	},
	alike:      func(id string) string { return "Cases like " + id + ":" },
	noneAlike:  func(id string) string { return "No other case is like " + id + "." },
	inCommon:   "in common",
	lately:     "The last alerts of this channel",
	noneLately: "No alert was read in this channel lately.",
	looked: func(n int) string {
		if n == 0 {
			return "There are no words in this thread that I can look up."
		}
		return "I looked at " + many(n, "text") + " of this thread: its first message, alerts, and what people wrote."
	},
	unreadable: "I cannot read this thread. In a private channel the app needs groups:history.",
	tooOften: func(most int) string {
		return fmt.Sprintf("You have asked %d times within an hour. /incidentlib still answers you; mentions do again later.", most)
	},
	elsewhere: "That message is in another channel. Ask there.",
	unknown:   "I know nothing of that message: it is gone, or I cannot read it, or it is too old.",
	unkept:    "I keep no record of this message. Read now, it would come to this:",
	reasons: map[Reason]string{
		Answered: "It was answered: a past case is like it.",
		Asked:    "Somebody asked, and was answered.",
		NoneHeld: "Somebody asked, and no case fits.",
		Repeat:   "It repeats an alert that was answered lately; that answer counts it.",
		Updated:  "It was edited, and its answer with it.",
		Closed:   "It says that an alert is over.",
		NoCase:   "No answer: no case shares anything telling with it.",
		Weak:     "No answer: some case is near, but not near enough to speak.",
		NotAlert: "No answer: nothing in it says that something is wrong.",
		ATest:    "No answer: it is a test of the alerting.",
		ABeat:    "No answer: it is a heartbeat, which always fires.",
		ADeploy:  "No answer: it tells of a release.",
		AChange:  "No answer: it tells of a pull request, a ticket or a build.",
		Planned:  "No answer: it is announced work.",
		NoWords:  "No answer: there is nothing to read in it.",
		Again:    "Slack delivered it twice.",
		Own:      "I wrote it myself.",
		Same:     "It was edited without a change of words.",
		Thread:   "No answer: people are talking in a thread.",
		ForNow:   "No answer: this channel has had as many answers in an hour as I give.",
		Muted:    "No answer: somebody has me keep quiet about this alert. It was counted.",
		Noted:    "It asked me to keep a note.",
		Off:      "No answer: I am switched off in this channel.",
		Unread:   "No answer: I am set not to read who wrote it.",
		Shadow:   "No answer: I would have answered, but am set to post nothing in this channel.",
		Unasked:  "No answer: I would have answered, but am set to answer only people who ask in this channel.",
		Enough:   "No answer: I have answered in that thread as often as I do.",
		Outside:  "No answer: people of other companies read this channel.",
		Gone:     "It was deleted.",
		Storm:    "Many alerts came at once; one answer was posted for it and those that followed.",
		Gathered: "Many alerts came at once; it is told of in the answer for all.",
		Barred:   "No answer: Slack does not let me post there.",
		Other:    "It is no message, but a note of Slack's.",
	},
	today: func(reason string) string { return "Read today, it would be: " + reason },
	howSure: func(sure, least int) string {
		return fmt.Sprintf("How sure the nearest case is: %d %%. Here I speak from %d %%.", sure, least)
	},
	nearest:  "The nearest cases",
	found:    "found",
	lacked:   "missing",
	voted:    "votes on alerts like this one",
	keptHere: "What is kept of this channel",
	keptRecords: func(n, days int) string {
		return fmt.Sprintf("%s of alerts: title, fingerprint, what was decided and said; for %s after each was last seen", many(n, "record"), many(days, "day"))
	},
	keptVotes: func(n, days int) string {
		return fmt.Sprintf("%s, with who cast each; for %s", many(n, "vote"), many(days, "day"))
	},
	keptPeople: func(notes, cases, mutes int) string {
		return fmt.Sprintf("%s, %s learned here, %s; until somebody removes them", many(notes, "note"), many(cases, "case"), many(mutes, "muted alert"))
	},
	keptDeeds: func(days int) string {
		return "Who changed settings, cases, digests and what is muted; for " + many(days, "day")
	},
	keptWaiting: func(n int) string {
		return many(n, "delivery") + " of Slack in hand, or that failed; the words of each go when it is done"
	},
	keptHow:     "Of messages only titles are kept, and what my answers quote of them. Secrets are blacked out of that; a delivery in hand is kept as Slack sent it until it is done.",
	leaves:      "I send nothing to any service but Slack; what I keep stays in your own database.",
	howToForget: "To remove it: /incidentlib forget <message link>, or /incidentlib forget channel",
	sureTitle:   "Forget this channel?",
	sureText:    "Records, votes, notes and muted alerts of this channel will be removed for good. Settings, your own cases and my answers in Slack stay.",
	forgetIt:    "Forget",
	keepIt:      "Keep",
	forgotten: func(records, votes, others int) string {
		return fmt.Sprintf("Removed: %s, %s, and %d of notes and muted alerts.", many(records, "record"), many(votes, "vote"), others)
	},
}

var englishGame = gameWords{
	title:     "Game day: what is going on here?",
	component: "Hint: it was in",
	trigger:   "Hint: it began with",
	cause:     "Root cause",
	unknown:   "not known",
	hint:      "Hint",
	answer:    "Answer",
	knew:      "I knew it",
	not:       "I did not",
	next:      "Next case",
	over:      "This case is not in the library any more.",
	score: func(knew, played, allKnew, allPlayed int) string {
		if played == 0 {
			return fmt.Sprintf("You have not played this week. Everybody: %d of %d known.", allKnew, allPlayed)
		}
		return fmt.Sprintf("This week you knew %d of %d. Everybody: %d of %d.", knew, played, allKnew, allPlayed)
	},
}
