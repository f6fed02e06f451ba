package bot

import (
	"strings"

	"incidentlib/matcher"
)

// What a reply takes from a case. Each is plain text in lang, or in the other language
// where the case has no other; "" where the case does not say.

// Lesson is what the case taught, in at most two sentences.
func Lesson(c *matcher.Case, lang string) string {
	return cut(firstSentences(c.Lessons.In(lang), 2), 420)
}

// Fix is what ended the incident: cases list what was tried in order, and what worked last.
func Fix(c *matcher.Case, lang string) string {
	if len(c.Remediation) == 0 {
		return ""
	}
	return sentence(c.Remediation[len(c.Remediation)-1].Text, lang)
}

// FirstCheck is the check to make now: what to look for and the read-only command that shows it.
func FirstCheck(c *matcher.Case, lang string) (text, command string) {
	if len(c.Checks) == 0 {
		return "", ""
	}
	return sentence(c.Checks[0].Text, lang), plain(c.Checks[0].Command)
}

func sentence(t matcher.Text, lang string) string {
	return cut(strings.Join(strings.Fields(prose(t.In(lang))), " "), 300)
}

// orgYear is "Datadog, 2022".
func orgYear(c *matcher.Case) string {
	return strings.Join(nonEmpty(c.Org, c.Date[:min(4, len(c.Date))]), ", ")
}

// who names the case in a first line: its organisation and year, or, where it does not say whose
// it was, its id.
func who(c *matcher.Case) string {
	if c.Org != "" {
		return orgYear(c)
	}
	return c.ID
}

// caseLink is where the case can be read: its page, or its first source; "" without a safe one.
func caseLink(c *matcher.Case) string {
	if u := link(c.URL); u != "" {
		return u
	}
	for _, s := range c.Sources {
		if u := link(s.URL); u != "" {
			return u
		}
	}
	return ""
}
