package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/config"
)

type demoCmd struct {
	Script bool   `help:"Play the hour in this terminal and exit."`
	Listen string `help:"Address of the page; only this machine can reach it." default:"127.0.0.1:7464" placeholder:"ADDR"`
	libraryFlags
}

func (demoCmd) Help() string {
	return `Starts a look-alike of Slack on this machine and the real bot in it: no token, no network.
The channel #alerts opens with an hour of messages; post your own there, or ask with
/incidentlib.

Examples:

    incidentlib demo
    incidentlib demo --script
    incidentlib demo --cases ./our-postmortems`
}

func (c demoCmd) Run(ctx context.Context, w world) error {
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	st, err := store.Open(ctx, ":memory:")
	if err != nil {
		return err
	}
	defer st.Close()

	d := newDemo(w.stdout, c.Script)
	server, err := d.start(c.Listen)
	if err != nil {
		return err
	}
	defer server.Close()
	o := botOptions(settings, slog.New(slog.DiscardHandler))
	o.BotToken, o.AppToken, o.APIURL = d.app.BotToken, d.app.AppToken, server.APIURL
	o.PostEvery = time.Millisecond // the look-alike has no limits
	o.Told = func(m bot.Message, why bot.Reason, err error) { d.told <- verdict{m.Key.TS, why, err} }
	b, err := bot.New(library, st, o)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- b.RunSocket(ctx) }()
	if err := d.play(ctx); err != nil {
		return err
	}
	if c.Script {
		stop()
		return <-ended
	}
	fmt.Fprintf(w.stdout, "The bot knows %d cases and sits in #alerts of a look-alike of Slack:\n\n    %s\n\nPost an alert there, or ask: /incidentlib martian source\nWhat the bot makes of each message is told here. Ctrl-C ends it.\n\n", len(library.Cases()), server.URL)
	go d.narrate(ctx, w.stdout)
	return <-ended
}

// demo is the look-alike with the people and tools of the demo in it.
type demo struct {
	ws      *workspace.Workspace
	app     workspace.Installed
	channel string
	people  map[string]string // user ids by name
	stamps  map[string]string // time stamps by the name of a step
	told    chan verdict
	out     io.Writer // where the script is told; nil tells nothing
}

// verdict is what the bot made of one message.
type verdict struct {
	ts  string
	why bot.Reason
	err error
}

func newDemo(out io.Writer, script bool) *demo {
	d := &demo{ws: workspace.New(workspace.Options{Team: "Acme"}), people: map[string]string{}, stamps: map[string]string{}, told: make(chan verdict, 1000)}
	if script {
		d.out = out
	}
	return d
}

// start opens the look-alike, on any free port where the wanted one is taken.
func (d *demo) start(addr string) (*workspace.Server, error) {
	manifest, err := config.Manifest("socket", "")
	if err != nil {
		return nil, err
	}
	app, err := workspace.FromManifest([]byte(manifest))
	if err != nil {
		return nil, err
	}
	d.app = d.ws.Install(app)
	d.ws.SetTime(time.Now().Add(-65 * time.Minute))
	d.channel = d.ws.AddChannel(workspace.Channel{Name: "alerts"})
	for _, name := range []string{"Dana", "Minjun"} {
		d.people[name] = d.ws.AddUser(name)
		if err := d.ws.Invite(d.channel, d.people[name]); err != nil {
			return nil, err
		}
	}
	if err := d.ws.Invite(d.channel, d.app.BotUser); err != nil {
		return nil, err
	}
	server, err := d.ws.Start(addr)
	if err != nil {
		if host, _, bad := net.SplitHostPort(addr); bad == nil {
			return d.ws.Start(net.JoinHostPort(host, "0"))
		}
	}
	return server, err
}
