package main

import (
	"context"
	"fmt"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/alert"
	"incidentlib/matcher"
)

type matchCmd struct {
	Input   []string `arg:"" optional:"" name:"input" help:"The alert: its text, a file that holds it, or - for standard input."`
	JSON    bool     `name:"json" xor:"form" help:"Print JSON."`
	JSONL   bool     `name:"jsonl" xor:"form" help:"Read one {\"id\",\"payload\"} a line, print one result a line."`
	Top     int      `help:"How many cases to show at most." default:"3" placeholder:"N"`
	Explain bool     `help:"Also show the whole sum behind each case, and what the alert lacks of it."`
	libraryFlags
}

func (matchCmd) Help() string {
	return `The alert is plain text or a Slack message object; which one is told by looking.
The bot would answer or stay quiet; both are shown, with the nearest cases and why.

Examples:

    incidentlib match "IPv4: martian source 10.1.2.3 from 10.4.5.6, on dev eth1"
    kubectl logs deploy/api | tail -50 | incidentlib match --lang ko
    incidentlib match --explain "etcdserver: mvcc: database space exceeded"
    incidentlib match --json alert.json
    incidentlib match --jsonl alerts.jsonl > results.jsonl`
}

// most is the greatest --top; more cases than that nobody reads.
const most = 50

func (c matchCmd) Run(ctx context.Context, w world) error {
	if c.Top < 1 || c.Top > most {
		return usageError(fmt.Sprintf("--top %d: give a number from 1 to %d", c.Top, most))
	}
	in, err := openInput(ctx, c.Input, w.stdin, c.JSONL)
	if err != nil {
		return err
	}
	defer in.Close()
	var message []byte
	if !c.JSONL {
		if message, err = readMessage(in); err != nil {
			return err
		}
	}
	library, settings, err := c.open(w)
	if err != nil {
		return err
	}
	defer library.Close()
	find := finder{library, bot.Care(settings.Care), settings.Language, c.Top}
	if c.JSONL {
		return find.lines(ctx, in, w)
	}
	f, err := find.find(ctx, message)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeIndented(w.stdout, f.result(nil))
	}
	text := f.page()
	if c.Explain {
		text += f.explanation(find.care)
	}
	_, err = fmt.Fprint(w.stdout, text)
	return err
}

// finder finds cases for messages.
type finder struct {
	library *matcher.Library
	care    bot.Care
	lang    string
	top     int
}

// finding is what was found for one message.
type finding struct {
	alert    matcher.Alert
	matches  []matcher.Match
	decision bot.Decision
	lang     string
	took     time.Duration
}

func (f finder) find(ctx context.Context, message []byte) (finding, error) {
	began := time.Now()
	a, err := alert.ReadAny(message)
	if err != nil {
		return finding{}, err
	}
	// The decision sees as many cases as the bot would find, whatever is shown of them.
	matches, err := f.library.Find(ctx, a, max(f.top, bot.Finds))
	if err != nil {
		return finding{}, err
	}
	d := bot.Decide(a, matches[:min(bot.Finds, len(matches))], f.care)
	return finding{a, matches[:min(f.top, len(matches))], d, bot.LanguageFor(f.lang, a.Text), time.Since(began)}, nil
}
