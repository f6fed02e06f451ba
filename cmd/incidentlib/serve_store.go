package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/store"
	"incidentlib/config"
)

// stateFile is where the state of a bot with a data folder is.
func stateFile(c config.Config) string { return filepath.Join(c.Data, "incidentlib.db") }

// stateName is the name by which store.Open knows the state that the settings choose.
func stateName(c config.Config) string {
	if c.Database != "" {
		return c.Database.Reveal()
	}
	return stateFile(c)
}

// openState opens the state for a bot that works on it. In a data folder it is alone, so that
// what an earlier run had in hand is due at once; on a database it shares the work with others.
func openState(ctx context.Context, c config.Config) (st *store.Store, closeState func(), err error) {
	unlock := func() error { return nil }
	if c.Database == "" {
		if unlock, err = store.Lock(c.Data); err != nil {
			return nil, nil, err
		}
	}
	if st, err = store.Open(ctx, stateName(c)); err == nil && c.Database == "" {
		if err = st.Recover(ctx); err != nil {
			st.Close()
		}
	}
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return st, func() { st.Close(); unlock() }, nil
}

const (
	firstTidy = time.Minute // after the start, when the bot has answered what was waiting
	tidyEvery = 6 * time.Hour
	keepDone  = 7 * 24 * time.Hour // what was delivered is known for so long; Slack sends nothing again after a day
)

// tidy forgets what is old, now and then, until ctx ends.
func tidy(ctx context.Context, st *store.Store, keep config.Retention, log *slog.Logger) {
	for wait := firstTidy; ; wait = tidyEvery {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		began := time.Now()
		n := 0
		err := bot.Safely(log, "forget what is old", func() (err error) {
			if n, err = st.Prune(ctx, began.Add(-keep.Records)); err != nil {
				return err
			}
			if err := st.Tidy(ctx, began.Add(-keepDone)); err != nil {
				return err
			}
			if err := st.ForgetDeeds(ctx, began.Add(-keep.Audit)); err != nil {
				return err
			}
			if err := st.ForgetVotes(ctx, began.Add(-bot.VotesCount)); err != nil {
				return err
			}
			return st.ForgetTallies(ctx, began.Add(-bot.TalliesCount))
		})
		if err != nil && ctx.Err() == nil {
			log.Error("what is old stays", "err", err)
		} else if n > 0 {
			log.Info("forgot old records", "count", n, "took", time.Since(began))
		}
	}
}
