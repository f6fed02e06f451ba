package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"incidentlib/config"
)

type doctorCmd struct {
	Offline bool `help:"Leave Slack out."`
	JSON    bool `name:"json" help:"Print JSON."`
}

func (doctorCmd) Help() string {
	return `Looks at the settings, the tokens, the data folder or database, the cases, and what Slack says
of the tokens and the clock, and tells what to do. It posts nothing and may run beside the bot;
run it as the bot's user, with the bot's settings. Status 1 when anything fails; a warning is
none.

Examples:

    incidentlib doctor
    incidentlib doctor --offline --json`
}

// The verdicts of a check.
const (
	ok   = "ok"
	warn = "warn"
	bad  = "fail"
)

// check is what the doctor found of one thing.
type check struct {
	Check  string `json:"check"`
	Status string `json:"status"` // "ok", "warn" or "fail"
	Found  string `json:"found"`
	Remedy string `json:"remedy,omitempty"`
}

// report collects checks.
type report []check

func (r *report) add(name, status, found, remedy string) {
	*r = append(*r, check{name, status, found, remedy})
}

func (r report) count(status string) (n int) {
	for _, c := range r {
		if c.Status == status {
			n++
		}
	}
	return n
}

func (c doctorCmd) Run(ctx context.Context, w world) error {
	var r report
	settings := r.settings(w)
	if settings.Database == "" {
		r.folder(settings.Data)
	}
	r.state(ctx, settings)
	r.library(settings)
	if !c.Offline && settings.Slack.BotToken != "" {
		r.slack(ctx, settings)
	}
	failed := r.count(bad)
	if c.JSON {
		err := writeIndented(w.stdout, struct {
			OK     bool   `json:"ok"`
			Checks report `json:"checks"`
		}{failed == 0, r})
		if err != nil {
			return err
		}
	} else if _, err := fmt.Fprint(w.stdout, r.page()); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(r))
	}
	return nil
}

// page tells each check in a line, what to do below it.
func (r report) page() string {
	const indent = 16
	var p page
	for _, c := range r {
		p.hanging(fmt.Sprintf("%-5s %-9s ", c.Status, c.Check), indent, c.Found)
		p.hanging(strings.Repeat(" ", indent)+"→ ", indent+2, c.Remedy)
	}
	return p.String()
}

// settings reads them as serve does, and goes on with those that can be read.
func (r *report) settings(w world) config.Config {
	c, err := config.Load(w.config, w.getenv)
	r.faults("settings", err)
	if err == nil {
		r.add("settings", ok, fmt.Sprintf("read; mode %s, language %s, %s", c.Slack.Mode, c.Language, c.Care), "")
	}
	missing := c.CheckSlack()
	r.faults("tokens", missing)
	if missing == nil && !r.has("tokens") {
		r.add("tokens", ok, "set, and of the right form", "")
	}
	return c
}

func (r report) has(name string) bool {
	for _, c := range r {
		if c.Check == name {
			return true
		}
	}
	return false
}

// faults adds what is wrong with the settings. Those of Slack's secrets count as tokens.
func (r *report) faults(name string, err error) {
	faults, many := errors.AsType[config.Faults](err)
	if err != nil && !many {
		r.add(name, bad, err.Error(), "")
	}
	for _, f := range faults {
		remedy := f.Remedy
		f.Remedy = ""
		found := strings.TrimSuffix(f.Error(), ": ")
		if strings.HasPrefix(f.Field, "SLACK_") {
			r.add("tokens", bad, found, remedy)
		} else {
			r.add(name, bad, found, remedy)
		}
	}
}
