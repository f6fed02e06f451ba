package bot

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Options are the few plain values a Bot needs.
type Options struct {
	BotToken      string
	AppToken      string        // Socket Mode only
	SigningSecret string        // HTTP mode only
	APIURL        string        // Slack's Web API; "" is the real one
	Language      string        // "en" or "ko"; anything else answers in the language of the alert
	Care          Care          // "" is careful
	Window        time.Duration // one reply for one alert in a channel; 0 is 24 hours
	Log           *slog.Logger  // nil is slog's default
	// Told is called after each message was dealt with, beside the log. nil is nobody.
	Told func(Message, Reason, error)
}

// Bot is the bot of one Slack app.
type Bot struct {
	desk    *desk
	cases   atomic.Pointer[matcher.Library]
	heard   hearing
	store   *store.Store
	options Options
	log     *slog.Logger
	self    atomic.Pointer[Self]
	lanes   *lanes
	ready   atomic.Bool
}

const (
	workers   = 32              // messages worked on at once; most of their time they wait for Slack
	maxQueued = 10_000          // deliveries waiting at most; beyond that Slack is left to send again
	workLimit = 5 * time.Minute // for one message, rate limits included
	drainTime = 25 * time.Second
)

// New makes a bot that answers from cases and keeps its records in st. It calls nobody yet.
func New(cases *matcher.Library, st *store.Store, o Options) (*Bot, error) {
	if o.APIURL == "" {
		o.APIURL = slack.APIURL
	}
	o.APIURL = strings.TrimSuffix(o.APIURL, "/") + "/"
	api, err := url.Parse(o.APIURL)
	if err != nil || api.Host == "" {
		return nil, fmt.Errorf("Slack API address %q: give a full URL such as %s", o.APIURL, slack.APIURL)
	}
	if o.Window == 0 {
		o.Window = 24 * time.Hour
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Told == nil {
		o.Told = func(Message, Reason, error) {}
	}
	carry := newCarrier()
	client := slack.New(o.BotToken, slack.OptionAPIURL(o.APIURL), slack.OptionHTTPClient(carry), slack.OptionAppLevelToken(o.AppToken))
	b := &Bot{
		desk:    &desk{api: client, http: carry.http, apiURL: api, token: o.BotToken},
		store:   st,
		options: o,
		log:     o.Log,
		lanes:   newLanes(workers, maxQueued),
		heard:   hearing{by: map[store.Workspace]heard{}},
	}
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

// Ready says whether deliveries can arrive: in Socket Mode while the connection stands, in
// HTTP mode once Slack has said who the bot is.
func (b *Bot) Ready() bool { return b.ready.Load() }

// Meet makes the bot ready for HTTP mode. Like RunSocket it waits out an outage.
func (b *Bot) Meet(ctx context.Context) error {
	err := b.meet(ctx)
	b.ready.Store(err == nil)
	return err
}

// meet asks Slack who the bot is, so that it never answers itself. It asks until Slack
// answers: a bot that starts during an outage is there when the outage ends.
func (b *Bot) meet(ctx context.Context) error {
	for {
		var who *slack.AuthTestResponse
		err := persist(ctx, func() (err error) {
			who, err = b.desk.api.AuthTestContext(ctx)
			return err
		})
		if err == nil {
			b.self.Store(&Self{User: who.UserID, Bot: who.BotID})
			b.log.Info("signed in", "team", who.TeamID, "workspace", who.Team, "user", who.UserID)
			return nil
		}
		if _, again := retryAfter(err, 0); !again || ctx.Err() != nil {
			return fmt.Errorf("auth.test: %w", explained(err))
		}
		b.log.Warn("Slack does not answer; asking again", "err", err)
	}
}

// Drain finishes what was taken, for at most 25 seconds.
func (b *Bot) Drain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if b.lanes.drain(ctx) != nil {
		b.log.Warn("stopped with work left", "after", drainTime)
	}
}

// lang is the language to answer text in.
func (b *Bot) lang(text string) string { return LanguageFor(b.options.Language, text) }
