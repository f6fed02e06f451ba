package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"incidentlib/bot"
	"incidentlib/config"
)

// front is what the program serves by HTTP: that it lives from the start, that it is ready once
// it has a bot that Slack can reach, and in mode http what Slack sends.
type front struct {
	bot    atomic.Pointer[bot.Bot] // nil until the store and the cases are open
	server *http.Server            // nil serves nothing
}

// openFront listens where the settings say. When serving fails later, stop is told why.
func openFront(c config.Config, log *slog.Logger, stop context.CancelCauseFunc) (*front, error) {
	f := &front{}
	if c.HTTP.Listen == "" {
		return f, nil
	}
	l, err := net.Listen("tcp", c.HTTP.Listen)
	if err != nil {
		return nil, fmt.Errorf("http.listen: %w", err)
	}
	f.server = &http.Server{Handler: f.pages(c.Slack.Mode), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second}
	go func() {
		if err := f.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			stop(err)
		}
	}()
	log.Info("listening", "address", l.Addr())
	return f, nil
}

// open lets b take what comes, once it is ready.
func (f *front) open(b *bot.Bot) { f.bot.Store(b) }

// close finishes the requests that are under way, for at most 5 seconds, ctx ended or not.
func (f *front) close(ctx context.Context) {
	if f.server == nil {
		return
	}
	rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = f.server.Shutdown(rest)
}

// trouble is what keeps the program from answering alerts; nil when nothing does.
func (f *front) trouble(ctx context.Context) error {
	if b := f.bot.Load(); b != nil {
		return b.Trouble(ctx)
	}
	return errors.New("starting: the store or the cases are not open yet")
}

// pages are what is served. What Slack sends before there is a bot gets 503, and Slack sends it
// again.
func (f *front) pages(mode string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := f.trouble(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	if mode == "http" {
		mux.HandleFunc("/slack/", func(w http.ResponseWriter, r *http.Request) {
			b := f.bot.Load()
			if b == nil {
				http.Error(w, "starting", http.StatusServiceUnavailable)
				return
			}
			b.Handler().ServeHTTP(w, r)
		})
	}
	return mux
}
