// Package digest tells what happened to the alerts of a channel in a week or a month: what
// fired, what the library knew, what it did not, and what is unfinished.
//
// Make is a pure function from what was recorded to what is told. How it is said, and where,
// is not its business.
package digest

import (
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Input is all that a digest is made from.
type Input struct {
	From, To time.Time      // the period
	Zone     *time.Location // whose days are counted

	Lines  []store.Line // the records of the channel in the period
	Before []store.Line // those of the period before it
	Votes  []store.Vote // the votes in the channel in the period
	Mutes  []store.Mute // the mutes of the channel that hold now

	Cases   func(id string) *matcher.Case // nil for an id that the library does not have
	Own     []string                      // ids of the cases that are the team's own
	Shown   map[string]int                // how often each case was shown first in the last quarter, anywhere
	Updated []*matcher.Case               // cases that came or changed in the period
}

// Digest is what there is to tell. Lists are the most important first and complete; whoever
// shows them cuts them.
type Digest struct {
	From, To time.Time
	Alerts   int // messages that told of an alert
	Before   int // of the period before
	Answered int // of Alerts: those that a reply tells of
	Silent   int // of Alerts: the others
	Helped   int // votes "this is it"
	Wrong    int // votes "not this"
	Days     []Day

	Top       []Group // every alert, the most frequent first
	Repeats   []Group // those that came back and for which the team has no case of its own
	Uncovered []Group // those that no case covers, beside Repeats
	Best      *Best   // the case that helped most; nil without a vote
	Open      []Open  // what is still to be done of the team's own cases that were shown again
	Idle      []string
	New       []*matcher.Case
	Ending    []store.Mute // mutes that end within the next period
}

// Empty says whether there is nothing to tell.
func (d Digest) Empty() bool { return d.Alerts == 0 && d.Before == 0 && len(d.New) == 0 }

// Precision is the share of votes that say it was the case, of all; ok is false without votes.
func (d Digest) Precision() (share float64, ok bool) {
	if d.Helped+d.Wrong == 0 {
		return 0, false
	}
	return float64(d.Helped) / float64(d.Helped+d.Wrong), true
}

// Day counts the alerts of one day.
type Day struct {
	Date             time.Time // its noon, for not every day has a midnight
	Answered, Silent int
}

// Group is one alert, by its fingerprint.
type Group struct {
	Fingerprint string
	Title       string // as it was last
	TS          string // of the last message that told of it
	Count       int
	Before      int // in the period before
	Answered    int
	CaseID      string // the case it was last answered with; else the nearest
	Bare        bool   // no case covers it
}

// Best is a case and how often people said that it was the one.
type Best struct {
	Case  *matcher.Case
	Votes int
}

// Open is one action item.
type Open struct {
	Case *matcher.Case
	Item matcher.Text
}
