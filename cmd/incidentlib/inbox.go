package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

type inboxCmd struct {
	List    inboxListCmd    `cmd:"" default:"withargs" help:"List what was delivered and is not done."`
	Show    inboxShowCmd    `cmd:"" help:"Show one item, with what Slack delivered."`
	Redrive inboxRedriveCmd `cmd:"" help:"Have items done that the bot gave up."`
	Drop    inboxDropCmd    `cmd:"" help:"End items without doing them."`
}

type inboxListCmd struct {
	Waiting bool `help:"Only what waits for its turn or for another try." xor:"which"`
	Dead    bool `help:"Only what the bot gave up." xor:"which"`
	Most    int  `help:"How many of each to list at most." default:"100" placeholder:"N"`
	JSON    bool `name:"json" help:"Print JSON."`
}

func (inboxListCmd) Help() string {
	return `What Slack delivers is kept until it is done. Each item is told with the bot's tries, its age,
its lane (items of one lane are done one after the other) and why the last try failed. What
Slack delivered, only "incidentlib inbox show" prints. It works beside a running bot, with the
bot's settings.

Examples:

    incidentlib inbox
    incidentlib inbox --dead --json`
}

// itemResult is an item of the inbox as it is printed.
type itemResult struct {
	State      string    `json:"state"` // "waiting" or "dead"
	ID         string    `json:"id"`
	Enterprise string    `json:"enterprise,omitempty"`
	Team       string    `json:"team"`
	Kind       string    `json:"kind"`
	Lane       string    `json:"lane"`
	Tries      int       `json:"tries"`
	AcceptedAt time.Time `json:"accepted_at"`
	AgeS       int64     `json:"age_s"`
	Error      string    `json:"error"` // why the last try failed, "" before one did
	Payload    any       `json:"payload,omitempty"`
}

func itemFrom(it store.Item) itemResult {
	state := "waiting"
	if it.Dead {
		state = "dead"
	}
	return itemResult{
		State: state, ID: it.ID, Enterprise: it.Workspace.Enterprise, Team: it.Workspace.Team, Kind: it.Kind, Lane: it.Lane,
		Tries: it.Tries, AcceptedAt: it.AcceptedAt, AgeS: int64(time.Since(it.AcceptedAt).Seconds()), Error: matcher.HideSecrets(it.Error),
	}
}

func (c inboxListCmd) Run(ctx context.Context, w world) error {
	if c.Most < 1 || c.Most > 10_000 {
		return usageError(fmt.Sprintf("--most %d: give a number from 1 to 10000", c.Most))
	}
	st, err := openBeside(ctx, w)
	if err != nil {
		return err
	}
	defer st.Close()
	load, err := st.Load(ctx)
	if err != nil {
		return err
	}
	items, err := c.items(ctx, st)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeIndented(w.stdout, struct {
			Waiting int          `json:"waiting"`
			Dead    int          `json:"dead"`
			OldestS int64        `json:"oldest_s"` // how long the oldest waiting item has waited
			Items   []itemResult `json:"items"`
		}{load.Waiting, load.Dead, int64(load.Oldest.Seconds()), items})
	}
	_, err = fmt.Fprint(w.stdout, c.page(load, items))
	return err
}

func (c inboxListCmd) items(ctx context.Context, st *store.Store) ([]itemResult, error) {
	out := []itemResult{}
	list := func(wanted bool, read func(context.Context, int) ([]store.Item, error)) error {
		if !wanted {
			return nil
		}
		items, err := read(ctx, c.Most)
		for _, it := range items {
			out = append(out, itemFrom(it))
		}
		return err
	}
	return out, errors.Join(list(!c.Dead, st.Waiting), list(!c.Waiting, st.Buried))
}

// page tells the counts and an item a paragraph: its ids in full, as they are to be pasted.
func (c inboxListCmd) page(load store.Load, items []itemResult) string {
	var p page
	line := fmt.Sprintf("%d waiting", load.Waiting)
	if load.Waiting > 0 {
		line += ", the oldest for " + age(load.Oldest)
	}
	p.line(0, fmt.Sprintf("%s; %d given up", line, load.Dead))
	for _, it := range items {
		p.WriteString("\n")
		it.Error, _, _ = strings.Cut(it.Error, "\n") // a panic has more
		it.write(&p)
	}
	all := load.Waiting + load.Dead
	switch {
	case c.Waiting:
		all = load.Waiting
	case c.Dead:
		all = load.Dead
	}
	if len(items) < all {
		p.WriteString("\n")
		p.line(0, fmt.Sprintf("%d more; list them with --most", all-len(items)))
	}
	return p.String()
}

func (it itemResult) write(p *page) {
	p.line(0, it.State+"  "+it.ID)
	p.line(2, fmt.Sprintf("%s · team %s · lane %s · %s · %s old", it.Kind, it.Team, it.Lane, counted(it.Tries, "try", "tries"), age(time.Since(it.AcceptedAt))))
	p.line(2, it.Error)
}
