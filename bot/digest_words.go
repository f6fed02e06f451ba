package bot

import (
	"fmt"
	"time"
)

// digestWords are what a digest says.
type digestWords struct {
	week, month func(from, last time.Time) string // the period, in the first line
	changes     string                            // the first line of a digest of the library alone
	alerts      func(now, before int) string      // how many alerts, and how that compares
	chart       func(kind string) string          // title of the chart, and of what stands for it
	answered    string                            // a series of the chart: at most 20 characters
	silent      string                            // likewise
	counts      func(answered, silent, helped, wrong int, share string) string
	top         string
	tableHead   [4]string // alert, now, before, answered
	repeats     string    // they came back, and the team has no case of its own
	uncovered   string    // no case covers them
	bare        string    // likewise, of one alert
	write       func(title string) string
	best        func(votes int) string
	open        string
	fresh       func(n int) string
	idle        func(n int, ids string) string
	ending      string
	ends        func(title, until string) string
	times       func(now, before int) string
	more        func(n int) string
	nothing     string // somebody asked, and there is nothing to tell
	nothingNew  string // likewise, of the library
	all         string // title of the part that lists every alert
	late        string // it comes later than planned
	gone        func(why string) string
	leftOut     string                   // it was due while the bot was away for too long
	silenced    string                   // it was asked for in a channel where nothing is posted
	day         func(t time.Time) string // a label of the chart

	refused       func(why error) string // a schedule that cannot be
	usage         [2]string              // how digests are asked for
	subscribed    func(next, zone string) string
	unsubscribed  string
	notSubscribed string
	coming        string
	state         func(kind, next, zone string) string
}

// change tells a count beside that of the period before: "42 (30 before)".
func change(now, before int, up, down, same string) string {
	switch {
	case now > before:
		return fmt.Sprintf(up, now-before)
	case now < before:
		return fmt.Sprintf(down, before-now)
	}
	return same
}

// plural is "1 alert" or "3 alerts".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
