package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"incidentlib/bot"
	"incidentlib/config"
)

type serveCmd struct {
	Mode string `help:"How Slack's messages arrive: socket (no public address needed) or http." enum:"socket,http," default:"" placeholder:"MODE"`
}

func (serveCmd) Help() string {
	return `Socket Mode needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN; HTTP mode needs SLACK_BOT_TOKEN
and SLACK_SIGNING_SECRET, and serves /slack/events, /slack/commands and
/slack/interactions. Both answer /healthz and /readyz where http.listen says: /healthz from the
start, /readyz once alerts can be answered. SIGHUP reads the cases anew, without a gap.

Examples:

    SLACK_BOT_TOKEN=xoxb-… SLACK_APP_TOKEN=xapp-… incidentlib serve
    incidentlib serve --mode http --config /etc/incidentlib.yaml`
}

func (c serveCmd) Run(ctx context.Context, w world) error {
	// Taken from first to last: a SIGHUP that nobody takes would end the program.
	reread := make(chan os.Signal, 1)
	signal.Notify(reread, syscall.SIGHUP)
	defer func() { signal.Stop(reread); close(reread) }()
	settings, err := c.settings(w)
	if err != nil {
		return err
	}
	log := newLog(settings.Log, w)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	f, err := openFront(settings, log, stop)
	if err != nil {
		return err
	}
	defer f.close(ctx)
	err = serve(ctx, settings, f, reread, log)
	if ctx.Err() != nil {
		err = context.Cause(ctx) // whatever else failed, failed for this
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// settings are those of the file and the environment, and the mode of the command line.
func (c serveCmd) settings(w world) (config.Config, error) {
	settings, err := config.Load(w.config, w.getenv)
	if err != nil {
		return settings, err
	}
	if c.Mode != "" {
		settings.Slack.Mode = c.Mode
	}
	if err := settings.Validate(); err != nil { // once more: the mode may be another now
		return settings, err
	}
	return settings, settings.CheckSlack()
}

// serve makes the bot and lets it answer until ctx ends and what it took is finished.
func serve(ctx context.Context, c config.Config, f *front, reread <-chan os.Signal, log *slog.Logger) error {
	st, closeState, err := openState(ctx, c)
	if err != nil {
		return err
	}
	defer closeState()
	library, err := openLibrary(c.Library, func(err error) { log.Warn("case", "err", err) })
	if err != nil {
		return err
	}
	b, err := bot.New(library, st, botOptions(c, log))
	if err != nil {
		library.Close()
		return err
	}
	log.Info("starting", "cases", len(library.Cases()), "mode", c.Slack.Mode, "language", c.Language, "care", c.Care)
	go reload(ctx, reread, b, library, c.Library, log)
	var tidying sync.WaitGroup
	tidying.Go(func() { tidy(ctx, st, c.Retention, log) })
	defer tidying.Wait()
	f.open(b)
	if c.Slack.Mode == "socket" {
		return b.RunSocket(ctx)
	}
	return b.RunHTTP(ctx)
}

func botOptions(c config.Config, log *slog.Logger) bot.Options {
	return bot.Options{
		BotToken:      c.Slack.BotToken.Reveal(),
		AppToken:      c.Slack.AppToken.Reveal(),
		SigningSecret: c.Slack.SigningSecret.Reveal(),
		APIURL:        c.Slack.APIURL,
		Language:      c.Language,
		Care:          bot.Care(c.Care),
		Window:        c.Window,
		Retention:     c.Retention.Records,
		KeepAudit:     c.Retention.Audit,
		Storm:         c.Storm,
		Zone:          c.Zone,
		Hourly:        c.Hourly,
		Log:           log,
	}
}

func newLog(c config.Log, w world) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		level = slog.LevelInfo
	}
	o := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(w.stderr, o))
	}
	return slog.New(slog.NewTextHandler(w.stderr, o))
}
