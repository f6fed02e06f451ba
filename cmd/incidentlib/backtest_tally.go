package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"incidentlib/bot"
	"incidentlib/config"
	"incidentlib/matcher"
)

// tally counts what the bot would have made of messages.
type tally struct {
	lang     string
	zone     *time.Location
	messages int
	channels map[string]bool
	days     map[string]*backtestDay
	reasons  map[bot.Reason]int
	groups   map[[2]string]*backtestGroup // by channel and fingerprint
	replies  []backtestReply
	told     map[[2]string]string // by channel and time stamp: the message whose reply tells of it
	r        backtestReport
}

// backtestReport is what a backtest found. The same messages, cases and settings give the same.
type backtestReport struct {
	Sent      int              `json:"sent"` // always 0: a backtest sends nothing
	Care      string           `json:"care"`
	Zone      string           `json:"zone"`
	Channels  []string         `json:"channels"`
	From      time.Time        `json:"from,omitzero"` // of the first message
	To        time.Time        `json:"to,omitzero"`   // of the last
	Messages  int              `json:"messages"`
	Alerts    int              `json:"alerts"`
	Replies   int              `json:"replies"`
	Days      []backtestDay    `json:"days"`
	Reasons   []backtestReason `json:"reasons"`
	Repeats   []backtestGroup  `json:"repeats"`   // alerts that came more than once, the most frequent first
	Uncovered []backtestGroup  `json:"uncovered"` // alerts that no case covers, the most frequent first
	Votes     *backtestVotes   `json:"votes,omitempty"`
	Posts     []backtestReply  `json:"posts"`
	Notes     []string         `json:"notes,omitempty"`
}

type backtestDay struct {
	Day      string `json:"day"`
	Messages int    `json:"messages"`
	Alerts   int    `json:"alerts"`
	Replies  int    `json:"replies"`
}

type backtestReason struct {
	Reason bot.Reason `json:"reason"`
	Count  int        `json:"count"`
}

// backtestGroup is one alert of a channel, however often it came.
type backtestGroup struct {
	Channel     string     `json:"channel"`
	Fingerprint string     `json:"fingerprint"`
	Title       string     `json:"title"`
	Count       int        `json:"count"`
	Replies     int        `json:"replies"`
	Answered    bool       `json:"answered"` // a reply of its own or one for many tells of it
	Reason      bot.Reason `json:"reason"`   // of the last time it was decided on
	Confidence  float64    `json:"confidence"`
	Nearest     string     `json:"nearest,omitempty"` // the case that came nearest
	First       time.Time  `json:"first"`
	Last        time.Time  `json:"last"`
}

// backtestReply is a reply that would have been posted.
type backtestReply struct {
	Channel    string        `json:"channel"`
	TS         string        `json:"ts"`
	At         time.Time     `json:"at"`
	Reason     bot.Reason    `json:"reason"`
	Title      string        `json:"title"`
	Confidence float64       `json:"confidence"`
	Cases      []matchResult `json:"cases"`
	TellsOf    int           `json:"tells_of"` // alerts it tells of, repeats included
	Text       string        `json:"-"`
	room       string
}

func newTally(c config.Config) *tally {
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		zone = time.UTC
	}
	lang := bot.LanguageFor(c.Language, "")
	return &tally{
		lang: lang, zone: zone, channels: map[string]bool{}, days: map[string]*backtestDay{}, reasons: map[bot.Reason]int{},
		groups: map[[2]string]*backtestGroup{}, told: map[[2]string]string{}, r: backtestReport{Care: c.Care, Zone: c.Zone},
	}
}

// add counts one message.
func (t *tally) add(r pastRoom, m bot.PastMessage, v bot.PastVerdict) {
	at := m.At.In(t.zone)
	if t.messages == 0 || at.Before(t.r.From) {
		t.r.From = at
	}
	if at.After(t.r.To) {
		t.r.To = at
	}
	t.messages++
	t.channels[r.Name] = true
	t.reasons[v.Reason]++
	key := at.Format(time.DateOnly)
	day := t.days[key]
	if day == nil {
		day = &backtestDay{Day: key}
		t.days[key] = day
	}
	day.Messages++
	if v.Told != "" {
		t.told[[2]string{r.ID, m.TS}] = v.Told
	}
	if m.Fingerprint == "" || m.Alert.Kind != matcher.Problem {
		return
	}
	day.Alerts++
	t.r.Alerts++
	t.group(r, m, v, at)
	if v.Posts {
		day.Replies++
		t.replies = append(t.replies, t.reply(r, m, v, at))
	}
}

// group counts a message for its alert.
func (t *tally) group(r pastRoom, m bot.PastMessage, v bot.PastVerdict, at time.Time) {
	g := t.groups[[2]string{r.ID, m.Fingerprint}]
	if g == nil {
		g = &backtestGroup{Channel: r.Name, Fingerprint: m.Fingerprint, First: at, Title: titleOf(m.Alert)}
		t.groups[[2]string{r.ID, m.Fingerprint}] = g
	}
	g.Count++
	g.Last = at
	g.Answered = g.Answered || v.Told != ""
	if v.Posts {
		g.Replies++
	}
	if v.Reason == bot.Repeat {
		return
	}
	g.Reason, g.Confidence, g.Nearest = v.Reason, rounded(v.Confidence), ""
	if len(v.Picks) > 0 {
		g.Nearest = v.Picks[0].Case.ID
	}
}

func (t *tally) reply(r pastRoom, m bot.PastMessage, v bot.PastVerdict, at time.Time) backtestReply {
	text := []rune(matcher.HideSecrets(m.Alert.Text))
	cases := matchResults(v.Picks, t.lang, rounded(v.Confidence))
	for _, c := range cases {
		for i := range c.Evidence {
			c.Evidence[i].Query = matcher.HideSecrets(c.Evidence[i].Query)
		}
	}
	return backtestReply{
		Channel: r.Name, TS: m.TS, At: at, Reason: v.Reason, Title: titleOf(m.Alert), Confidence: rounded(v.Confidence),
		Cases: cases, Text: string(text[:min(len(text), 3000)]), room: r.ID,
	}
}

func titleOf(a matcher.Alert) string {
	title := []rune(matcher.HideSecrets(a.Title))
	if len(title) > 200 {
		return string(title[:199]) + "…"
	}
	return string(title)
}

// report puts the counts in order.
func (t *tally) report(notes []string, votes map[[2]string][]int) backtestReport {
	r := t.r
	r.Messages, r.Replies, r.Notes = t.messages, len(t.replies), notes
	r.Channels = slices.AppendSeq([]string{}, maps.Keys(t.channels))
	slices.Sort(r.Channels)
	r.Days = t.everyDay()
	r.Reasons = []backtestReason{}
	for why, n := range t.reasons {
		r.Reasons = append(r.Reasons, backtestReason{why, n})
	}
	slices.SortFunc(r.Reasons, func(a, b backtestReason) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(string(a.Reason), string(b.Reason)))
	})
	r.Repeats, r.Uncovered = []backtestGroup{}, []backtestGroup{}
	for _, g := range t.groups {
		if g.Count > 1 {
			r.Repeats = append(r.Repeats, *g)
		}
		if !g.Answered && (g.Reason == bot.NoCase || g.Reason == bot.Weak) {
			r.Uncovered = append(r.Uncovered, *g)
		}
	}
	for _, groups := range [][]backtestGroup{r.Repeats, r.Uncovered} {
		slices.SortFunc(groups, func(a, b backtestGroup) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), a.First.Compare(b.First), strings.Compare(a.Channel+a.Fingerprint, b.Channel+b.Fingerprint))
		})
	}
	tellsOf := map[[2]string]int{}
	for at, host := range t.told {
		tellsOf[[2]string{at[0], host}]++
	}
	r.Posts = append([]backtestReply{}, t.replies...)
	for i, p := range r.Posts {
		r.Posts[i].TellsOf = tellsOf[[2]string{p.room, p.TS}]
	}
	r.Votes = t.votes(votes)
	return r
}

// everyDay are the days from the first to the last, also those without a message.
func (t *tally) everyDay() []backtestDay {
	days := []backtestDay{}
	if t.messages == 0 {
		return days
	}
	const most = 4000 // one odd time stamp must not make a list of all days since 1970
	last := t.r.To.Format(time.DateOnly)
	if t.r.To.Sub(t.r.From) > most*24*time.Hour {
		for _, key := range slices.Sorted(maps.Keys(t.days)) {
			days = append(days, *t.days[key])
		}
		return days
	}
	y, m, d := t.r.From.Date()
	for at := time.Date(y, m, d, 12, 0, 0, 0, t.zone); at.Format(time.DateOnly) <= last; at = at.AddDate(0, 0, 1) {
		key := at.Format(time.DateOnly)
		if t.days[key] != nil {
			days = append(days, *t.days[key])
		} else {
			days = append(days, backtestDay{Day: key})
		}
	}
	return days
}
