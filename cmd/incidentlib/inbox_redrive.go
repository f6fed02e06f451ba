package main

import (
	"context"
	"errors"
	"fmt"

	"incidentlib/bot/store"
)

type inboxRedriveCmd struct {
	ID   []string `arg:"" optional:"" help:"Ids of the items, as the list gives them."`
	All  bool     `help:"All that the bot gave up."`
	Team string   `help:"Id of the workspace, where several have an item of that id; with --all only its items." placeholder:"T…"`
}

func (inboxRedriveCmd) Help() string {
	return `A running bot begins with them within a second or two, and tries anew as often as before. What is a day
old is tried once: it stays given up when that fails.

Examples:

    incidentlib inbox redrive C0ALERTS/1764488531.000200
    incidentlib inbox redrive --all`
}

func (c inboxRedriveCmd) Run(ctx context.Context, w world) error {
	if (len(c.ID) == 0) != c.All {
		return usageError("name the items, or say --all")
	}
	st, err := openBeside(ctx, w)
	if err != nil {
		return err
	}
	defer st.Close()
	if c.All {
		return c.all(ctx, w, st)
	}
	return eachItem(ctx, st, c.ID, c.Team, func(it store.Item) error {
		if !it.Dead {
			return fmt.Errorf("item %q: it waits for its turn or for another try, and was not given up", it.ID)
		}
		if _, err := st.Redrive(ctx, it.Workspace, it.ID); err != nil {
			return err
		}
		if err := note(ctx, st, it.Workspace, "inbox.redrive", it.ID); err != nil {
			return err
		}
		_, err := fmt.Fprintln(w.stdout, "waiting again:", it.ID)
		return err
	})
}

// all redrives what was given up by the time it began. An item that is given up again meanwhile
// was redriven, and is not once more.
func (c inboxRedriveCmd) all(ctx context.Context, w world, st *store.Store) error {
	load, err := st.Load(ctx)
	if err != nil {
		return err
	}
	items, err := st.Buried(ctx, load.Dead)
	if err != nil {
		return err
	}
	n := 0
	for _, it := range items {
		if c.Team != "" && it.Workspace.Team != c.Team {
			continue
		}
		found, err := st.Redrive(ctx, it.Workspace, it.ID)
		if err != nil {
			return errors.Join(fmt.Errorf("%d are waiting again, then", n), err)
		}
		if !found {
			continue
		}
		n++
		if err := note(ctx, st, it.Workspace, "inbox.redrive", it.ID); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w.stdout, "%d waiting again\n", n)
	return err
}

// eachItem does something with each of the items, and tells together what could not be done.
func eachItem(ctx context.Context, st *store.Store, ids []string, team string, do func(store.Item) error) error {
	var faults []error
	for _, id := range ids {
		it, err := findItem(ctx, st, id, team)
		if err == nil {
			err = do(it)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
