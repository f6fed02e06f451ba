// Incidentlib answers alerts with the past incidents that are like them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // small images have no time zones

	"github.com/alecthomas/kong"
)

// cli is the command line: the flags that every command has, and the commands.
type cli struct {
	Config string `help:"Settings file (${config} where present)." placeholder:"FILE"`

	Demo     demoCmd     `cmd:"" help:"Show the bot at work in a look-alike of Slack; needs no token."`
	Serve    serveCmd    `cmd:"" help:"Answer alerts in Slack."`
	Match    matchCmd    `cmd:"" help:"Read an alert and show the past incidents that are like it."`
	Search   searchCmd   `cmd:"" help:"Find past incidents by what you see, a line each."`
	Show     showCmd     `cmd:"" help:"Show one past incident."`
	Similar  similarCmd  `cmd:"" help:"Show the past incidents that are like one."`
	Cases    casesCmd    `cmd:"" help:"List, check and improve cases."`
	Digest   digestCmd   `cmd:"" help:"Show what the digest of a channel tells."`
	Eval     evalCmd     `cmd:"" help:"Score the answers to labelled alerts."`
	Backtest backtestCmd `cmd:"" help:"Show what the bot would have posted in the past of a channel."`
	Bench    benchCmd    `cmd:"" help:"Measure accuracy and speed beside plain Bleve."`
	Inbox    inboxCmd    `cmd:"" help:"See to what was delivered and is not done."`
	Doctor   doctorCmd   `cmd:"" help:"Check the settings, the tokens, the data and Slack."`
	Forget   forgetCmd   `cmd:"" help:"Remove what is kept of a message or a channel."`
	Backup   backupCmd   `cmd:"" help:"Copy what the bot remembers, beside a running bot."`
	Restore  restoreCmd  `cmd:"" help:"Put a backup in the place of what the bot remembers."`
	Manifest manifestCmd `cmd:"" help:"Print the manifest of the Slack app."`
	Version  versionCmd  `cmd:"" help:"Say which build this is."`
}

// world is what a command sees of the machine.
type world struct {
	config         string // --config, "" when it was not given
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// usageError is an error of whoever typed the command line; it ends with status 2.
type usageError string

func (e usageError) Error() string { return string(e) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs one command and returns its exit status: 0 done, 1 failed, 2 used wrongly.
func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c cli
	helped := false
	parser, err := kong.New(&c,
		kong.Name("incidentlib"),
		kong.Description("Answers alerts with the past incidents that are like them."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
		vars,
	)
	if err != nil {
		return fail(stderr, "", err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if helped {
		return 0
	}
	if err != nil {
		return fail(stderr, "", usageError(err.Error()+"\nSee incidentlib --help, or --help after a command."))
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(world{c.Config, getenv, stdin, stdout, stderr}); err != nil {
		return fail(stderr, strings.TrimPrefix(parsed.Selected().FullPath(), "incidentlib "), err)
	}
	return 0
}

func fail(stderr io.Writer, command string, err error) int {
	if command != "" {
		command = " " + command
	}
	fmt.Fprintf(stderr, "incidentlib%s: %v\n", command, err)
	if _, wrong := errors.AsType[usageError](err); wrong {
		return 2
	}
	return 1
}
