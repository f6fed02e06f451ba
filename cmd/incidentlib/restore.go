package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"incidentlib/bot/store"
	"incidentlib/config"
)

type restoreCmd struct {
	Backup string `arg:"" help:"File that incidentlib backup wrote."`
}

func (restoreCmd) Help() string {
	return `Puts a backup in the place of what the bot remembers. Stop the bot first: a folder in use is
refused, and so is a backup that is damaged, none of ours, or of a newer version. What was
there before is kept beside it. The next serve brings a backup of an older version up to date.

Alerts that were answered after the backup are not known any more: should Slack deliver one of
them again, it is answered again.

Example:

    incidentlib restore incidentlib-20261130T021500Z.db`
}

func (c restoreCmd) Run(ctx context.Context, w world) error {
	settings, err := config.Load(w.config, withoutSlack(w.getenv))
	if err != nil {
		return err
	}
	if settings.Database != "" {
		return errors.New("the state is in PostgreSQL, and nothing was changed: stop every bot, then put back what pg_dump wrote with pg_restore --clean --if-exists --single-transaction --dbname=… FILE")
	}
	if _, err := os.Stat(c.Backup); err != nil {
		return fmt.Errorf("%w; name a file that incidentlib backup wrote", err)
	}
	aside, err := store.Restore(ctx, c.Backup, stateFile(settings))
	if aside != "" {
		fmt.Fprintln(w.stdout, "What was there before is kept as", aside)
	}
	if err != nil {
		return err
	}
	for _, file := range []string{stateFile(settings), filepath.Join(settings.Data, store.LockName)} {
		if err := giveToOwner(settings.Data, file); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w.stdout, "%s is now what %s holds\n", stateFile(settings), c.Backup)
	return err
}
