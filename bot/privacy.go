package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

const day = 24 * time.Hour

// privacy says what is kept of this channel, for how long, and what leaves the machine.
func (b *Bot) privacy(ctx context.Context, q question) (answer, error) {
	kept, err := b.store.Kept(ctx, q.workspace, q.channel)
	if err != nil {
		return answer{}, err
	}
	w := q.words.ask
	lines := []*line{
		new(line).text(w.keptRecords(kept.Records, int(b.options.Retention/day))),
		new(line).text(w.keptVotes(kept.Votes, int(VotesCount/day))),
		new(line).text(w.keptPeople(kept.Notes, kept.Cases, kept.Mutes)),
		new(line).text(w.keptDeeds(int(b.options.KeepAudit / day))),
		new(line).text(w.keptWaiting(kept.Waiting)),
	}
	block := para(new(line).bold(w.keptHere))
	block.Elements = append(block.Elements, bullets(lines...))
	return answer{Reply: newReply(notice(w.keptHere), block, para(new(line).text(w.keptHow), new(line).text(w.leaves)), small(w.howToForget))}, nil
}

const actForget = "forget" // value: the language to answer in

// forget removes what is kept of one message, or, after one more click, of the channel.
func (b *Bot) forget(ctx context.Context, q question) (answer, error) {
	w := q.words.ask
	switch {
	case q.Of == "" && q.thread == "":
		q.Of = "privacy"
		return b.help(ctx, q)
	case q.foreign():
		return said(w.outsider), nil
	case q.Of == "channel":
		sure := slack.NewConfirmationBlockObject(plainText(w.sureTitle, 100), plainText(w.sureText, 300), plainText(w.forgetIt, 30), plainText(w.keepIt, 30))
		ask := button(actForget, q.lang, w.forgetIt)
		ask.Style, ask.Confirm = slack.StyleDanger, sure
		return answer{Reply: newReply(notice(w.sureText), para(new(line).text(w.sureText)), slack.NewActionBlock(actionsBlock, ask))}, nil
	}
	p, why, err := b.meantMessage(ctx, q)
	if err != nil || why != "" {
		return said(why), err
	}
	if rec, ok, err := b.recordOf(ctx, q.workspace, p); err != nil {
		return answer{}, err
	} else if ok {
		p.ts = rec.Key.TS // the link may be to the reply
	}
	gone, err := b.forgotten(ctx, q.command, q.channel, p.ts)
	if err != nil {
		return answer{}, err
	}
	return said(w.forgotten(gone.Records, gone.Votes, gone.Notes+gone.Mutes)), nil
}

// foreign says whether the one who asks is known to be of another company.
func (c command) foreign() bool {
	return c.userTeam != "" && c.userTeam != c.workspace.Team && c.workspace.Enterprise == ""
}

// forgetChannel does it, for a click on the button that asks whether one is sure.
func (b *Bot) forgetChannel(ctx context.Context, c click) error {
	if why := b.outsider(ctx, c); why != "" {
		return b.private(ctx, c.responseURL, c.channel, c.user, said(why).Reply)
	}
	gone, err := b.forgotten(ctx, c.command(), c.channel, "")
	if err != nil {
		return err
	}
	w := wordsIn(c.value).ask
	return b.private(ctx, c.responseURL, c.channel, c.user, said(w.forgotten(gone.Records, gone.Votes, gone.Notes+gone.Mutes)).Reply)
}

// forgotten removes what is kept, and notes who had it removed.
func (b *Bot) forgotten(ctx context.Context, c command, channel, ts string) (store.Forgotten, error) {
	gone, err := b.store.Forget(ctx, c.workspace, channel, ts)
	if err != nil {
		return gone, err
	}
	b.heard.forget(c.workspace)
	subject := channel
	if ts != "" {
		subject += "/" + ts
	}
	return gone, b.store.Audit(ctx, store.Deed{
		Workspace: c.workspace, ID: fmt.Sprintf("forget/%s", c.id), Actor: c.user, Action: "forget", Subject: subject, At: c.at,
	})
}
