package bot

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// Options are the few plain values a Bot needs.
type Options struct {
	BotToken      string
	AppToken      string           // Socket Mode only
	SigningSecret string           // HTTP mode only
	APIURL        string           // Slack's Web API; "" is the real one
	Language      string           // "en" or "ko"; anything else answers in the language of the alert
	Care          Care             // "" is careful
	Window        time.Duration    // one reply for one alert in a channel; 0 is 24 hours
	Retention     time.Duration    // how long records are kept, to be told to people; 0 is 90 days
	KeepAudit     time.Duration    // how long it is kept who changed what, likewise; 0 is 365 days
	Storm         int              // so many replies in a channel in five minutes make a storm; 0 is 10
	Hourly        int              // replies to alerts in a channel in an hour at most; 0 is 30
	Zone          string           // IANA name of the time zone of digests where nobody says another; "" is UTC
	PostEvery     time.Duration    // between two posts in a channel; 0 is what Slack asks for, 1.1 s
	EditEvery     time.Duration    // between two edits in a channel; 0 is 1.2 s
	Log           *slog.Logger     // nil is slog's default
	Clock         func() time.Time // tells when a mute is over; nil is time.Now
	// Told is called after each message was dealt with, beside the log. nil is nobody.
	Told func(Message, Reason, error)
}

// Bot is the bot of one Slack app.
type Bot struct {
	desk         *desk
	cases        atomic.Pointer[matcher.Library]
	heard        hearing
	owners       owners
	channels     channels
	plainDigests atomic.Bool // Slack refused a digest with a chart
	looked       time.Time   // when digests were last looked for; only the room of work knows it
	mutesTo      time.Time   // mutes that were over by then are shown as such; only the room of work knows it
	known        sync.Map    // by kind of thing: the count of its changes that memory knows of
	store        *store.Store
	options      Options
	log          *slog.Logger
	self         atomic.Pointer[Self]
	inbox        *inbox
	work         *work
	state        state

	vocabulary func() (*matcher.Vocabulary, error) // of the shipped library, read when first asked for
}

// New makes a bot that answers from cases and keeps its records in st. It calls nobody yet.
func New(cases *matcher.Library, st *store.Store, o Options) (*Bot, error) {
	desk, err := newDesk(o)
	if err != nil {
		return nil, err
	}
	if o.Window == 0 {
		o.Window = 24 * time.Hour
	}
	o.Retention = cmp.Or(o.Retention, 90*day)
	o.KeepAudit = cmp.Or(o.KeepAudit, 365*day)
	o.Storm = cmp.Or(o.Storm, stormyUsual)
	o.Hourly = cmp.Or(o.Hourly, mostHourly)
	o.Zone = cmp.Or(o.Zone, "UTC")
	o.PostEvery = cmp.Or(o.PostEvery, postEvery)
	o.EditEvery = cmp.Or(o.EditEvery, editEvery)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Told == nil {
		o.Told = func(Message, Reason, error) {}
	}
	b := &Bot{
		desk:       desk,
		store:      st,
		options:    o,
		log:        o.Log,
		work:       newWork(st, o.Log, thisProcess()),
		vocabulary: sync.OnceValues(seeds.Vocabulary),
		owners:     owners{log: o.Log},
	}
	b.inbox = newInbox(st, o.Log, b.work.nudge)
	b.work.do, b.work.after, b.work.idle, b.work.wrong = b.do, b.after, b.look, b.wrong
	b.self.Store(&Self{})
	b.Use(cases)
	return b, nil
}

// Use answers from other cases from now on. Whoever is being answered gets the old ones, so
// there is no gap.
func (b *Bot) Use(cases *matcher.Library) {
	b.cases.Store(cases)
	b.heard.clear()
}

func (b *Bot) library() *matcher.Library { return b.cases.Load() }

// meet asks Slack who the bot is, so that it never answers itself. It asks until Slack
// answers: a bot that starts during an outage is there when the outage ends. The cases
// are made ready for filters meanwhile, so that the first who searches does not wait for it.
func (b *Bot) meet(ctx context.Context) error {
	for {
		var who *slack.AuthTestResponse
		err := persist(ctx, func() (err error) {
			who, err = b.desk.api.AuthTestContext(ctx)
			return err
		})
		if err == nil {
			b.self.Store(&Self{User: who.UserID, Bot: who.BotID})
			b.state.refusal.Store(nil)
			b.owners.warm(b.owned(ctx, store.Workspace{Enterprise: who.EnterpriseID, Team: who.TeamID}).library)
			b.log.Info("signed in", "team", who.TeamID, "workspace", who.Team, "user", who.UserID)
			return nil
		}
		if troubleOf(err).no() || ctx.Err() != nil {
			return fmt.Errorf("auth.test: %w", explained(err))
		}
		b.log.Warn("Slack does not answer; asking again", "err", err)
	}
}
