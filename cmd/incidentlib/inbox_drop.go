package main

import (
	"context"
	"fmt"

	"incidentlib/bot/store"
)

type inboxDropCmd struct {
	ID   []string `arg:"" help:"Ids of the items, as the list gives them."`
	Team string   `help:"Id of the workspace, where several have an item of that id." placeholder:"T…"`
}

func (inboxDropCmd) Help() string {
	return `What was delivered with them is removed for good, and Slack cannot bring them back. What a bot
has in hand at this moment it still finishes. Each is noted in the audit.

Example:

    incidentlib inbox drop C0ALERTS/1764488531.000200`
}

func (c inboxDropCmd) Run(ctx context.Context, w world) error {
	st, err := openBeside(ctx, w)
	if err != nil {
		return err
	}
	defer st.Close()
	return eachItem(ctx, st, c.ID, c.Team, func(it store.Item) error {
		if _, err := st.Drop(ctx, it.Workspace, it.ID); err != nil {
			return err
		}
		if err := note(ctx, st, it.Workspace, "inbox.drop", it.ID); err != nil {
			return err
		}
		_, err := fmt.Fprintln(w.stdout, "dropped:", it.ID)
		return err
	})
}
