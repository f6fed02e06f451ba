package main

import (
	"context"
	"log/slog"
	"os"
	"time"

	"incidentlib/bot"
	"incidentlib/config"
	"incidentlib/matcher"
)

// lastReaders is how long after a change of cases somebody may still be answered from the old.
const lastReaders = 10 * time.Second

// reload reads the cases anew whenever that is asked, until asked is closed. When they cannot
// be read the bot goes on with those it has. One that is ending, as ctx says, keeps its cases.
// However often it is asked, no more old cases are kept than those before the present ones.
func reload(ctx context.Context, asked <-chan os.Signal, b *bot.Bot, library *matcher.Library, c config.Library, log *slog.Logger) {
	var old *matcher.Library    // what was answered from before
	var unread <-chan time.Time // old is not read any more
	drop := func() {
		if old != nil {
			old.Close()
		}
		old, unread = nil, nil
	}
	for {
		select {
		case <-unread:
			drop()
			continue
		case _, more := <-asked:
			if !more { // the bot has drained
				drop()
				library.Close()
				return
			}
		}
		if ctx.Err() != nil {
			continue
		}
		began := time.Now()
		var fresh *matcher.Library
		err := bot.Safely(log, "read the cases", func() (err error) {
			fresh, err = openLibrary(c, func(err error) { log.Warn("case", "err", err) })
			return err
		})
		if err != nil {
			log.Error("the cases stay as they are", "err", err)
			continue
		}
		b.Use(fresh)
		drop() // its readers had as long as it took to read these
		old, library, unread = library, fresh, time.After(lastReaders)
		log.Info("cases read anew", "cases", len(fresh.Cases()), "took", time.Since(began))
	}
}
