package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/robfig/cron/v3"

	"incidentlib/bot"
	"incidentlib/bot/store"
	"incidentlib/config"
	"incidentlib/matcher"
)

type serveCmd struct {
	Mode string `help:"How Slack's messages arrive: socket (no public address needed) or http." enum:"socket,http," default:"" placeholder:"MODE"`
}

func (serveCmd) Help() string {
	return `Socket Mode needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN; HTTP mode needs SLACK_BOT_TOKEN
and SLACK_SIGNING_SECRET, and serves /slack/events, /slack/commands and
/slack/interactions. Both answer /healthz and /readyz where http.listen says. SIGHUP reads
the cases anew, without a gap.

Examples:

    SLACK_BOT_TOKEN=xoxb-… SLACK_APP_TOKEN=xapp-… incidentlib serve
    incidentlib serve --mode http --config /etc/incidentlib.yaml`
}

func (c serveCmd) Run(ctx context.Context, w world) error {
	settings, err := config.Load(w.config, w.getenv)
	if err != nil {
		return err
	}
	if c.Mode != "" {
		settings.Slack.Mode = c.Mode
	}
	if err := settings.Validate(); err != nil { // once more: the mode may be another now
		return err
	}
	if err := settings.CheckSlack(); err != nil {
		return err
	}
	log := newLog(settings.Log, w)
	library, err := openLibrary(settings.Library, func(err error) { log.Warn("case", "err", err) })
	if err != nil {
		return err
	}
	st, err := store.Open(ctx, filepath.Join(settings.Data, "incidentlib.db"))
	if err != nil {
		return err
	}
	defer st.Close()
	lost, err := st.Unfinished(ctx)
	if err != nil {
		return err
	}
	for _, r := range lost {
		log.Warn("an earlier run did not bring this to an end", "message", r.Key)
		r.Reason = string(bot.Lost)
		if err := st.Finish(ctx, r); err != nil {
			return err
		}
	}
	b, err := bot.New(library, st, botOptions(settings, log))
	if err != nil {
		return err
	}
	tidy, err := forgetOld(ctx, st, log)
	if err != nil {
		return err
	}
	defer func() { <-tidy.Stop().Done() }()
	go reload(ctx, b, library, settings.Library, log)
	log.Info("starting", "cases", len(library.Cases()), "mode", settings.Slack.Mode, "language", settings.Language, "care", settings.Care)
	return receive(ctx, b, settings, log)
}

// lastReaders is how long after a change of cases somebody may still be answered from the old.
const lastReaders = time.Minute

// reload reads the cases anew at each SIGHUP, until ctx ends. When they cannot be read the bot
// goes on with those it has.
func reload(ctx context.Context, b *bot.Bot, library *matcher.Library, c config.Library, log *slog.Logger) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	defer signal.Stop(asked)
	for {
		select {
		case <-ctx.Done():
			return
		case <-asked:
		}
		began := time.Now()
		fresh, err := openLibrary(c, func(err error) { log.Warn("case", "err", err) })
		if err != nil {
			log.Error("the cases stay as they are", "err", err)
			continue
		}
		b.Use(fresh)
		old := library
		library = fresh
		time.AfterFunc(lastReaders, func() { old.Close() })
		log.Info("cases read anew", "cases", len(fresh.Cases()), "took", time.Since(began))
	}
}

// keepRecords is how long a record is kept after it was last seen.
const keepRecords = 90 * 24 * time.Hour

// forgetOld removes old records once a day, in the quiet of the night.
func forgetOld(ctx context.Context, st *store.Store, log *slog.Logger) (*cron.Cron, error) {
	c := cron.New(cron.WithLocation(time.UTC), cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	_, err := c.AddFunc("17 3 * * *", func() {
		n, err := st.Prune(ctx, time.Now().Add(-keepRecords))
		if err != nil {
			log.Error("old records stay", "err", err)
			return
		}
		log.Info("forgot old records", "count", n)
		if err := st.ForgetVotes(ctx, time.Now().Add(-bot.VotesCount)); err != nil {
			log.Error("old votes stay", "err", err)
		}
	})
	c.Start()
	return c, err
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
		Log:           log,
	}
}

// receive serves HTTP, and in socket mode the connection to Slack, until ctx ends or one
// of them fails.
func receive(ctx context.Context, b *bot.Bot, c config.Config, log *slog.Logger) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var server *http.Server
	if c.HTTP.Listen != "" {
		l, err := net.Listen("tcp", c.HTTP.Listen)
		if err != nil {
			return fmt.Errorf("http.listen: %w", err)
		}
		server = &http.Server{Handler: pages(b, c.Slack.Mode), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second}
		go func() {
			if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				stop(err)
			}
		}()
		log.Info("listening", "address", l.Addr())
	}
	if c.Slack.Mode == "http" {
		if err := b.Meet(ctx); err != nil {
			stop(err)
		}
	}
	if c.Slack.Mode == "socket" {
		stop(b.RunSocket(ctx)) // finishes what was taken by itself
	}
	<-ctx.Done()
	if server != nil {
		rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		server.Shutdown(rest)
	}
	if c.Slack.Mode == "http" {
		b.Drain(ctx)
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// pages are what the bot serves. What Slack sends before the bot knows who it is gets 503,
// and Slack sends it again.
func pages(b *bot.Bot, mode string) http.Handler {
	mux := http.NewServeMux()
	ready := func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if !b.Ready() {
				http.Error(w, "not connected to Slack", http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		}
	}
	ok := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	mux.Handle("GET /healthz", ok)
	mux.HandleFunc("GET /readyz", ready(ok))
	if mode == "http" {
		mux.HandleFunc("/slack/", ready(b.Handler()))
	}
	return mux
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
