package bot

import (
	"strings"

	"incidentlib/bot/digest"
)

// DigestHeadings are the words of a digest for those who show it otherwise than in Slack.
type DigestHeadings struct {
	Title, Counts, Chart, Answered, Silent         string
	Top, Repeats, Uncovered, Best, Open, New, Idle string
	Table                                          [4]string
	Ending                                         string
	Ends                                           []string // the quiet that ends, a line each
}

// HeadingsOf are the words of a digest of a kind in a language, "en" or "ko".
func HeadingsOf(d digest.Digest, kind, lang string) DigestHeadings {
	w := wordsIn(lang).digest
	say := digestSayer{d, wordsIn(lang), w, lang, looks{}, kind}
	h := DigestHeadings{
		Title: say.title(), Counts: say.counts(), Chart: w.chart(DigestWeekly), Answered: w.answered, Silent: w.silent,
		Top: w.top, Repeats: w.repeats, Uncovered: w.uncovered, Open: w.open, New: w.fresh(len(d.New)),
		Idle: w.idle(len(d.Idle), strings.Join(d.Idle, ", ")), Table: w.tableHead,
	}
	if kind == DigestLibrary {
		h.Title, h.Counts = w.changes, ""
	}
	for _, m := range d.Ending {
		h.Ending, h.Ends = w.ending, append(h.Ends, say.ends(m))
	}
	if d.Best != nil {
		h.Best = w.best(d.Best.Votes)
	}
	return h
}

// HeadedGroups are alerts with the words above them.
type HeadedGroups struct {
	Words  DigestHeadings
	Groups []digest.Group
}

// Groups puts the words beside a list of alerts; nil for an empty one.
func (h DigestHeadings) Groups(all []digest.Group) *HeadedGroups {
	if len(all) == 0 {
		return nil
	}
	return &HeadedGroups{h, all}
}

// NothingToTell is what stands for a digest of a kind that is empty; "" for one that is not.
func NothingToTell(d digest.Digest, kind, lang string) string {
	switch w := wordsIn(lang).digest; {
	case kind == DigestLibrary && len(d.New) == 0:
		return w.nothingNew
	case kind != DigestLibrary && d.Empty():
		return w.nothing
	}
	return ""
}
