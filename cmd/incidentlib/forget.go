package main

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"incidentlib/bot/store"
)

type forgetCmd struct {
	What       []string `arg:"" help:"Id of a channel, C…, and the time stamp of a message in it; or a link to the message. A channel alone is all of it." placeholder:"CHANNEL [TS] | LINK" name:"what"`
	Team       string   `required:"" help:"Id of the workspace, T… (incidentlib doctor tells it)." placeholder:"T…"`
	Enterprise string   `help:"Id of the organisation, E…, of a workspace on Enterprise Grid." placeholder:"E…"`
	Yes        bool     `help:"Do it: what is forgotten cannot be brought back."`
}

func (forgetCmd) Help() string {
	return `Removes what the bot keeps of a message or of a channel: the record with the reply, the votes,
what was delivered and is not done, notes, and of a channel its mutes. That a message was dealt with
stays known for a week, without its words, so that it is not answered again. It works beside a
running bot; what that has in hand may still leave a record, so forget again to be sure.

The message and the reply in Slack stay: delete them there. Backups keep what they have.

Examples:

    incidentlib forget --team T0ACME --yes C0ALERTS 1764488531.000200
    incidentlib forget --team T0ACME --yes https://acme.slack.com/archives/C0ALERTS/p1764488531000200
    incidentlib forget --team T0ACME --yes C0ALERTS`
}

func (c forgetCmd) Run(ctx context.Context, w world) error {
	channel, ts, err := messageNamed(c.What)
	if err != nil {
		return err
	}
	workspace := store.Workspace{Enterprise: c.Enterprise, Team: c.Team}
	what := "all that is kept of channel " + channel
	if ts != "" {
		what = fmt.Sprintf("what is kept of message %s in channel %s", ts, channel)
	}
	if !c.Yes {
		return usageError(fmt.Sprintf("this removes %s of workspace %s for good; say --yes if that is meant", what, workspace))
	}
	st, err := openBeside(ctx, w)
	if err != nil {
		return err
	}
	defer st.Close()
	f, err := st.Forget(ctx, workspace, channel, ts)
	if err != nil {
		return err
	}
	if f == (store.Forgotten{}) {
		_, err = fmt.Fprintf(w.stdout, "Nothing was kept of it. Check the ids: channel %s, workspace %s\n", channel, workspace)
		return err
	}
	if err := note(ctx, st, workspace, "forget", strings.TrimSpace(channel+" "+ts)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "Forgot %s: %s, %s, %s, %s, %s\n", what, counted(f.Records, "record", "records"),
		counted(f.Votes, "vote", "votes"), counted(f.Items, "delivery not done", "deliveries not done"), counted(f.Notes, "note", "notes"), counted(f.Mutes, "mute", "mutes"))
	return err
}

var (
	channelID = regexp.MustCompile(`^[CDG][A-Z0-9]{2,}$`)
	stampForm = regexp.MustCompile(`^\d{1,12}\.\d{1,6}$`)
	linkForm  = regexp.MustCompile(`^/archives/([CDG][A-Z0-9]{2,})(?:/p(\d+)(\d{6}))?/?$`)
)

// messageNamed reads which message, or with a ts of "" which channel, is meant.
func messageNamed(args []string) (channel, ts string, err error) {
	if len(args) == 1 && strings.Contains(args[0], "://") {
		u, err := url.Parse(args[0])
		if err != nil {
			return "", "", usageError("the link cannot be read; copy it in Slack with Copy link")
		}
		m := linkForm.FindStringSubmatch(u.Path)
		if m == nil {
			return "", "", usageError(fmt.Sprintf("%s is no link to a message or a channel: it ends in /archives/C…/p…", args[0]))
		}
		if m[2] == "" {
			return m[1], "", nil
		}
		return m[1], m[2] + "." + m[3], nil
	}
	switch {
	case len(args) > 2:
		return "", "", usageError("name one message or one channel")
	case !channelID.MatchString(args[0]):
		return "", "", usageError(fmt.Sprintf("%q is no id of a channel: it looks like C0123ABCD and stands at the end of the channel's details in Slack", args[0]))
	case len(args) == 1:
		return args[0], "", nil
	case !stampForm.MatchString(args[1]):
		return "", "", usageError(fmt.Sprintf("%q is no time stamp of a message: it looks like 1764488531.000200; or give the link to the message", args[1]))
	}
	return args[0], args[1], nil
}
