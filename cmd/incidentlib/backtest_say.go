package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"time"

	"incidentlib/matcher/eval"
)

// backtestVotes is how good the replies were, by people's votes on them.
type backtestVotes struct {
	Precision eval.Share `json:"precision"` // of the replies with a vote, those with more yes than no
	Unplaced  int        `json:"unplaced"`  // votes on messages that no reply would have told of
}

// votes holds the replies against votes; nil without any given. A vote on a repeat counts for
// the reply that tells of it.
func (t *tally) votes(votes map[[2]string][]int) *backtestVotes {
	if votes == nil {
		return nil
	}
	out := &backtestVotes{}
	sums := map[[2]string]int{}
	for at, cast := range votes {
		host, ok := t.told[at]
		if !ok {
			out.Unplaced += len(cast)
			continue
		}
		for _, v := range cast {
			sums[[2]string{at[0], host}] += v
		}
	}
	right := 0
	for _, sum := range sums {
		if sum > 0 {
			right++
		}
	}
	out.Precision = eval.ShareOf(right, len(sums))
	return out
}

const mostRows = 15 // of a list in the terminal; the report and JSON have more

// text is the report for a terminal.
func (r backtestReport) text() string {
	var p page
	p.line(0, "Backtest: nothing was sent to Slack, and nothing was kept.")
	if r.Messages == 0 {
		p.line(0, "There are no messages in that span.")
		p.list("Notes", r.Notes)
		return p.String()
	}
	p.line(0, fmt.Sprintf("%s · %s to %s (%s) · %s", r.channelNames(), r.From.Format(time.DateOnly), r.To.Format(time.DateOnly), r.Zone, r.Care))
	p.line(0, strings.Join([]string{count(r.Messages, "message"), count(r.Alerts, "alert"), replies(r.Replies), r.perDay() + " a day"}, ", "))
	if r.Votes != nil {
		p.line(0, r.Votes.String())
	}
	p.WriteString("\nReplies a day\n")
	for _, d := range r.Days[max(0, len(r.Days)-31):] {
		bar := strings.Repeat("█", d.Replies*40/r.busiest())
		p.WriteString(strings.TrimRight(fmt.Sprintf("  %s  %5d %s", d.Day, d.Replies, bar), " ") + "\n")
	}
	p.WriteString("\nWhat became of the messages\n")
	for _, w := range r.Reasons {
		p.hanging(fmt.Sprintf("  %6d  ", w.Count), 10, spaced(string(w.Reason)))
	}
	p.groups("Alerts that repeat", r.Repeats, func(g backtestGroup) string {
		if g.Answered {
			return fmt.Sprintf("answered, replies: %d", g.Replies)
		}
		return "not answered: " + spaced(string(g.Reason))
	})
	p.groups("Alerts that no case covers", r.Uncovered, func(g backtestGroup) string {
		if g.Nearest == "" {
			return "no case is near"
		}
		return fmt.Sprintf("nearest %s, %s sure", g.Nearest, percent(g.Confidence))
	})
	p.list("Notes", r.Notes)
	return p.String()
}

// groups lists alerts, each with its count and what there is to say.
func (p *page) groups(heading string, all []backtestGroup, say func(backtestGroup) string) {
	if len(all) == 0 {
		return
	}
	p.WriteString("\n" + heading + "\n")
	for _, g := range all[:min(len(all), mostRows)] {
		p.hanging(fmt.Sprintf("  %6d  ", g.Count), 10, fmt.Sprintf("%s (#%s, %s; %s)", g.Title, g.Channel, g.Fingerprint, say(g)))
	}
	if more := len(all) - mostRows; more > 0 {
		p.hanging("          ", 10, fmt.Sprintf("… and %d more", more))
	}
}

func (v backtestVotes) String() string {
	s := fmt.Sprintf("Votes: %d of %d replies that were voted on were right", v.Precision.Hits, v.Precision.Of)
	if v.Precision.Of == 1 {
		s = fmt.Sprintf("Votes: %d of the 1 reply that was voted on was right", v.Precision.Hits)
	}
	if v.Precision.Of > 0 {
		s += fmt.Sprintf(", %.0f %% (%.0f to %.0f)", 100*v.Precision.Mean, 100*v.Precision.Low, 100*v.Precision.High)
	}
	switch {
	case v.Unplaced == 1:
		s += "; 1 vote is on a message that would have no reply"
	case v.Unplaced > 1:
		s += fmt.Sprintf("; %d votes are on messages that would have no reply", v.Unplaced)
	}
	return s
}

func replies(n int) string {
	if n == 1 {
		return "1 reply"
	}
	return fmt.Sprintf("%d replies", n)
}

func (r backtestReport) perDay() string {
	return fmt.Sprintf("%.1f", float64(r.Replies)/float64(max(1, len(r.Days))))
}

// busiest is the most replies of a day, 1 at least.
func (r backtestReport) busiest() (most int) {
	most = 1
	for _, d := range r.Days {
		most = max(most, d.Replies)
	}
	return most
}

func (r backtestReport) channelNames() string {
	if len(r.Channels) > 5 {
		return fmt.Sprintf("%d channels", len(r.Channels))
	}
	return "#" + strings.Join(r.Channels, ", #")
}

func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

//go:embed backtest.html
var backtestHTML string

// html is the report as one page that needs no other file.
func (r backtestReport) html() ([]byte, error) {
	page, err := template.New("backtest").Funcs(template.FuncMap{
		"percent": percent,
		"spaced":  func(name any) string { return spaced(fmt.Sprint(name)) },
		"share":   func(n int) string { return fmt.Sprintf("%.1f", 100*float64(n)/float64(r.busiest())) },
		"when":    func(t time.Time) string { return t.Format("2006-01-02 15:04") },
		"first":   func(n int, all []backtestReply) []backtestReply { return all[:min(n, len(all))] },
		"top":     func(n int, all []backtestGroup) []backtestGroup { return all[:min(n, len(all))] },
		"count":   count,
		"replies": replies,
		"noun":    func(counted string) string { return strings.TrimLeft(counted, "0123456789 ") },
		"minus":   func(a, b int) int { return a - b },
	}).Parse(backtestHTML)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, struct {
		backtestReport
		ChannelNames, PerDay string
	}{r, r.channelNames(), r.perDay()})
	return out.Bytes(), err
}
