package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/alert"
)

// tell prints a message and what the bot made of it.
func (d *demo) tell(at time.Time, who, ts string, why bot.Reason) {
	if d.out == nil {
		return
	}
	thread := d.ws.Thread(d.channel, ts)
	fmt.Fprintf(d.out, "%s  %s: %s\n", at.Format("15:04"), who, firstLine(thread[0]))
	switch {
	case why == bot.Repeat:
		fmt.Fprintf(d.out, "       incidentlib counts it in the reply it gave before\n\n")
	case len(thread) > 1:
		for _, reply := range thread[1:] {
			d.print("incidentlib ("+string(why)+")", reply)
		}
	default:
		fmt.Fprintf(d.out, "       incidentlib stays quiet: %s\n\n", why)
	}
}

// firstLine is the first line a person would read in a message.
func firstLine(message json.RawMessage) string {
	a, err := alert.Read(message)
	if err != nil {
		return ""
	}
	first, _, more := strings.Cut(a.Text, "\n")
	if more {
		first += " …"
	}
	return first
}

func (d *demo) print(who string, message json.RawMessage) {
	a, err := alert.Read(message)
	if err != nil {
		return
	}
	fmt.Fprintf(d.out, "    ┌ %s\n", who)
	for line := range strings.Lines(a.Text) {
		fmt.Fprintf(d.out, "    │ %s\n", strings.TrimRight(line, "\n"))
	}
	fmt.Fprintln(d.out)
}

// narrate says a line for each message once the hour is over, so that silence is explained.
func (d *demo) narrate(ctx context.Context, out io.Writer) {
	for {
		select {
		case v := <-d.told:
			if v.why == bot.Own || v.why == bot.Other {
				continue
			}
			text := ""
			if thread := d.ws.Thread(d.channel, v.ts); len(thread) > 0 {
				text = firstLine(thread[0])
			}
			fmt.Fprintf(out, "%s  %s  %s\n", time.Now().Format("15:04:05"), v.why, text)
		case <-ctx.Done():
			return
		}
	}
}
