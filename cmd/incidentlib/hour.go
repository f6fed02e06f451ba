package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"incidentlib/bot"
	"incidentlib/bot/workspace"
)

// hour is what happens in the demo, a step a line.
//
//go:embed demo/hour.jsonl
var hour []byte

// step is one thing that happens: a tool posts or edits, a person says or asks something.
type step struct {
	Min     int             `json:"min"`  // minutes into the hour
	Name    string          `json:"name"` // for a later edit
	Tool    string          `json:"tool"`
	Webhook bool            `json:"webhook"` // the tool posts through an incoming webhook
	Message json.RawMessage `json:"message"`
	Edit    string          `json:"edit"` // the name of the message that is edited
	Person  string          `json:"person"`
	Say     string          `json:"say"`
	Command string          `json:"command"`
}

// play lets the hour happen, each step after the bot has dealt with the one before.
func (d *demo) play(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := d.ws.Wait(wait, func() bool { return d.ws.Connections(d.app.ID) > 0 }); err != nil {
		return fmt.Errorf("the bot did not connect: %w", err)
	}
	begin := time.Now().Add(-time.Hour).Truncate(time.Minute)
	lines := bufio.NewScanner(bytes.NewReader(hour))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s step
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return fmt.Errorf("demo hour: %w", err)
		}
		at := begin.Add(time.Duration(s.Min) * time.Minute)
		d.ws.SetTime(at)
		if err := d.step(ctx, s, at); err != nil {
			return fmt.Errorf("demo at minute %d: %w", s.Min, err)
		}
	}
	d.ws.SetTime(time.Time{})
	return lines.Err()
}

func (d *demo) step(ctx context.Context, s step, at time.Time) (err error) {
	var ts string
	who := s.Tool + s.Person
	switch {
	case s.Command != "":
		return d.command(ctx, s, at)
	case s.Edit != "":
		ts, who = d.stamps[s.Edit], s.Tool+" edits its message"
		err = d.ws.EditAs(d.channel, ts, s.Message, true)
	case s.Say != "":
		ts, err = d.ws.Say(d.people[s.Person], d.channel, "", s.Say)
	default:
		ts, err = d.ws.PostAs(workspace.Bot{Name: s.Tool, Webhook: s.Webhook}, d.channel, s.Message)
	}
	if err != nil {
		return err
	}
	d.stamps[s.Name] = ts
	why, err := d.hear(ctx, ts)
	if err != nil {
		return err
	}
	d.tell(at, who, ts, why)
	return nil
}

// hear waits for the bot's word about a message.
func (d *demo) hear(ctx context.Context, ts string) (bot.Reason, error) {
	late := time.After(10 * time.Second)
	for {
		select {
		case v := <-d.told:
			if v.ts == ts {
				return v.why, v.err
			}
		case <-late:
			return "", fmt.Errorf("the bot did not deal with a message within 10 s")
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func (d *demo) command(ctx context.Context, s step, at time.Time) error {
	user := d.people[s.Person]
	before := len(d.ws.Ephemerals(user, d.channel))
	if err := d.ws.Command(user, d.channel, s.Command); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := d.ws.Wait(ctx, func() bool { return len(d.ws.Ephemerals(user, d.channel)) > before }); err != nil {
		return fmt.Errorf("no answer to %s: %w", s.Command, err)
	}
	if d.out != nil {
		shown := d.ws.Ephemerals(user, d.channel)
		fmt.Fprintf(d.out, "%s  %s  %s\n", at.Format("15:04"), s.Person, s.Command)
		d.print("incidentlib, only to "+s.Person, shown[len(shown)-1])
	}
	return nil
}
