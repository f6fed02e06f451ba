package bot

import (
	"fmt"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/digest"
	"incidentlib/bot/schedule"
)

// How much of each list a digest shows; what is left out is counted.
const (
	shownTop   = 8
	shownList  = 5
	shownRows  = 99  // of a table, beside its head; Slack takes 100
	shownTitle = 100 // code points of an alert's title
	mostWrites = 3   // buttons to write a case
)

// actWrite opens the form for a new case about an alert; its value is the time stamp of one of
// its messages, and "/" and a number follow.
const actWrite = "own_add"

// Kinds of digests, as the store names their schedules.
const (
	DigestWeekly  = "weekly"
	DigestMonthly = "monthly"
	DigestLibrary = "library" // what is new in the library, weekly
)

func periodOf(kind string) schedule.Period {
	if kind == DigestMonthly {
		return schedule.Month
	}
	return schedule.Week
}

// DigestText is what a digest of a kind says in a language, "en" or "ko", as plain messages: the
// first into the channel, others into its thread.
func DigestText(d digest.Digest, kind, lang string) []Reply {
	return sayDigest(d, kind, wordsIn(lang), lang, looks{})
}

// looks says how a digest may be shown.
type looks struct {
	charts bool // Slack's own charts and tables; where a workspace refuses them, text stands for them
	late   bool
}

// sayDigest shows a digest: the first message, and what follows in its thread.
func sayDigest(d digest.Digest, kind string, w *words, lang string, look looks) []Reply {
	say := digestSayer{d, w, w.digest, lang, look, kind}
	if kind == DigestLibrary {
		return []Reply{say.reply(w.digest.changes, say.fresh())}
	}
	blocks := []slack.Block{small(say.counts())}
	blocks = append(blocks, say.days()...)
	blocks = append(blocks, say.top()...)
	blocks = append(blocks, say.listed(w.digest.repeats, len(d.Repeats), shownList, func(i int) *line { return say.marked(d.Repeats[i]) })...)
	blocks = append(blocks, say.listed(w.digest.uncovered, len(d.Uncovered), shownList, func(i int) *line { return say.group(d.Uncovered[i]) })...)
	blocks = append(blocks, say.writes()...)
	blocks = append(blocks, say.best()...)
	blocks = append(blocks, say.open()...)
	blocks = append(blocks, say.fresh()...)
	blocks = append(blocks, say.rest()...)
	replies := []Reply{say.reply(say.title(), blocks)}
	if look.charts && len(d.Top) > shownTop {
		replies = append(replies, say.reply(w.digest.all, []slack.Block{say.table(d.Top[:min(len(d.Top), shownRows)])}))
	}
	return replies
}

type digestSayer struct {
	d    digest.Digest
	w    *words
	dw   digestWords
	lang string
	look looks
	kind string
}

func (s digestSayer) reply(first string, blocks []slack.Block) Reply {
	head := []slack.Block{para(new(line).bold(first))}
	if s.look.late {
		head = append(head, small(s.dw.late))
	}
	r := newReply(notice(first), append(head, blocks...)...)
	r.Lang = s.lang
	return r
}

// title names the period and tells how much there was.
func (s digestSayer) title() string {
	last := s.d.To.Add(-time.Second) // a day less would not do where it begins with a jump of the clocks
	period := s.dw.week(s.d.From, last)
	if s.kind == DigestMonthly {
		period = s.dw.month(s.d.From, last)
	}
	return period + " — " + s.dw.alerts(s.d.Alerts, s.d.Before)
}

func (s digestSayer) counts() string {
	share := ""
	if p, ok := s.d.Precision(); ok {
		share = fmt.Sprintf("%.0f %%", 100*p)
	}
	return s.dw.counts(s.d.Answered, s.d.Silent, s.d.Helped, s.d.Wrong, share)
}
