package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Past decides about messages that are there already as the bot would have decided when they
// came, had it been in their channels with nothing set, muted or voted on. It posts nothing and
// keeps nothing but what it needs to decide.
type Past struct {
	cases   *matcher.Library
	found   map[string][]matcher.Match
	options PastOptions
	in      map[string]*pastChannel
}

// PastOptions are the options of the bot that a Past decides by.
type PastOptions struct {
	Self   Self          // who the bot is there; what it wrote is left out, and who mentions it asks
	Care   Care          // "" is careful
	Window time.Duration // one reply for one alert in a channel; 0 is 24 hours
	Storm  int           // so many replies in a channel in five minutes make a storm; 0 is 10
	Hourly int           // replies in a channel in an hour at most; 0 is 30
}

// NewPast makes a Past that answers from cases. It does not close them.
func NewPast(cases *matcher.Library, o PastOptions) *Past {
	o.Window = cmp.Or(o.Window, 24*time.Hour)
	o.Storm = cmp.Or(o.Storm, stormyUsual)
	o.Hourly = cmp.Or(o.Hourly, mostHourly)
	return &Past{cases: cases, options: o, in: map[string]*pastChannel{}, found: map[string][]matcher.Match{}}
}

// mostFound is how many answers of the library are remembered: alerts repeat word for word.
const mostFound = 5000

// find asks the library, once for the same words.
func (p *Past) find(ctx context.Context, a matcher.Alert) ([]matcher.Match, error) {
	key := strings.Join(append([]string{string(a.Kind), a.Title, a.Text}, a.Members...), "\x00")
	if found, ok := p.found[key]; ok {
		return found, nil
	}
	found, err := p.cases.Find(ctx, a, Finds)
	if err == nil && len(p.found) < mostFound {
		p.found[key] = found
	}
	return found, err
}

// PastMessage is a message that was read and is not yet decided on.
type PastMessage struct {
	Channel, TS string
	At          time.Time // by Slack's clock; zero when TS is no time stamp
	Alert       matcher.Alert
	Fingerprint string // see alert.Fingerprint; "" of what is no alert

	m   Message
	why Reason // to stay quiet whatever came before
}

// Read reads a message object of Slack's. outside says that other companies read the channel.
// It remembers nothing; several goroutines may read at once.
func (p *Past) Read(channel string, outside bool, raw json.RawMessage) PastMessage {
	event := object(raw)
	m := Message{
		Key: store.MessageKey{Workspace: store.Workspace{Team: "past"}, Channel: channel, TS: event.text("ts")},
		Raw: raw, Shared: outside, Subtype: event.text("subtype"),
	}
	m.from(event)
	m.Mention = m.byPerson() && p.options.Self.mentionedIn(event.text("text"))
	read := PastMessage{Channel: channel, TS: m.Key.TS, At: m.At(), m: m, why: quietAtOnce(m, p.options.Self)}
	if object(event["metadata"]).text("event_type") == mark {
		read.why = Own
	}
	if read.why != "" {
		return read
	}
	a, err := alert.Read(raw)
	if err != nil {
		read.why = NoWords
		return read
	}
	read.Alert, read.why = a, quiet(m, a)
	if read.why == "" && !m.Mention {
		read.Fingerprint = alert.Fingerprint(a)
	}
	return read
}

// PastVerdict is what the bot would have made of a message.
type PastVerdict struct {
	Decision
	Posts bool   // a reply of its own would have been posted: Answered or Storm
	Told  string // the time stamp of the message whose reply tells of this one; "" for none
}

// Decide decides about a message. The messages of a channel come one after the other, oldest
// first. A message that was edited is decided on as it stands now.
func (p *Past) Decide(ctx context.Context, m PastMessage) (PastVerdict, error) {
	c := p.in[m.Channel]
	if c == nil {
		c = &pastChannel{answered: map[string]pastAnswer{}, threads: map[string]int{}}
		p.in[m.Channel] = c
	}
	switch {
	case m.why != "":
		return silent(m.why), nil
	case m.m.Mention:
		return silent(Asked), nil
	}
	earlier, known := c.answered[m.Fingerprint]
	known = known && m.Fingerprint != "" && !earlier.at.Before(m.At.Add(-p.options.Window))
	switch recovery := m.Alert.Kind == matcher.Recovery; {
	case recovery && known:
		return PastVerdict{Decision: Decision{Reason: Closed}, Told: earlier.told}, nil
	case recovery:
		return silent(Closed), nil
	case known:
		return PastVerdict{Decision: Decision{Reason: Repeat}, Told: earlier.told}, nil
	}
	found, err := p.find(ctx, m.Alert)
	if err != nil {
		return PastVerdict{}, err
	}
	return c.say(m, Decide(m.Alert, found, p.options.Care), p.options), nil
}

func silent(why Reason) PastVerdict { return PastVerdict{Decision: Decision{Reason: why}} }

// pastChannel is what was said in a channel.
type pastChannel struct {
	answered  map[string]pastAnswer // the last answer by fingerprint
	replies   []time.Time           // when the messages came that got one
	threads   map[string]int        // replies by thread
	gathering pastAnswer            // the last reply for many
}

type pastAnswer struct {
	told string // the time stamp of the message under which it was answered
	at   time.Time
}

// say posts what was decided, or not, by the rules of Bot.say and Bot.gather.
func (c *pastChannel) say(m PastMessage, d Decision, o PastOptions) PastVerdict {
	storm, inThread := false, m.m.ThreadTS != ""
	switch {
	case !d.Speak:
		return PastVerdict{Decision: d}
	case inThread && c.threads[m.m.ThreadTS] >= mostInThread:
		d.Reason = Enough
	case !inThread && c.since(m.At.Add(-stormSpan)) >= o.Storm:
		if host := c.gathering; host.told != "" && !host.at.Before(m.At.Add(-stormLasts)) {
			d.Reason = Gathered
			c.answered[m.Fingerprint] = pastAnswer{host.told, m.At}
			return PastVerdict{Decision: d, Told: host.told}
		}
		storm = true
	}
	switch {
	case d.Reason != Answered:
	case c.since(m.At.Add(-time.Hour)) >= o.Hourly:
		d.Reason = ForNow
	case storm:
		d.Reason = Storm
		c.gathering = pastAnswer{m.TS, m.At}
	}
	if d.Reason != Answered && d.Reason != Storm {
		d.Speak = false
		return PastVerdict{Decision: d}
	}
	c.answered[m.Fingerprint] = pastAnswer{m.TS, m.At}
	c.threads[m.m.Thread()]++
	c.replies = append(c.replies, m.At)
	return PastVerdict{Decision: d, Posts: true, Told: m.TS}
}

// since counts the replies to messages of that moment or later.
func (c *pastChannel) since(at time.Time) (n int) {
	for i := len(c.replies) - 1; i >= 0 && !c.replies[i].Before(at); i-- {
		n++
	}
	return n
}
