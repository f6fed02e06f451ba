package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/robfig/cron/v3"

	"incidentlib/bot"
	"incidentlib/bot/store"
)

// openStore opens what the bot remembers in a folder, and brings to an end what an earlier run
// left without one. The caller closes the store.
func openStore(ctx context.Context, folder string, log *slog.Logger) (*store.Store, error) {
	st, err := store.Open(ctx, filepath.Join(folder, "incidentlib.db"))
	if err != nil {
		return nil, err
	}
	if err := endLost(ctx, st, log); err != nil {
		st.Close()
		return nil, err
	}
	return st, nil
}

// endLost ends the records of messages that an earlier run took and did not finish.
func endLost(ctx context.Context, st *store.Store, log *slog.Logger) error {
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
	return nil
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
