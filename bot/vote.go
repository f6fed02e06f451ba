package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

const (
	actRight = "right" // "This is it"; value: the id of a case
	actWrong = "wrong" // "Not this"

	// VotesCount is how long a vote is heeded: after eight half-lives it says nothing.
	VotesCount = 2 * 365 * 24 * time.Hour
)

// votable adds the buttons by which people say whether it was that case.
func votable(r Reply, best *matcher.Case, w *words) Reply {
	blocks := r.Blocks.BlockSet
	if last, ok := blocks[len(blocks)-1].(*slack.ActionBlock); ok {
		asked := []slack.BlockElement{button(actRight, best.ID, w.right), button(actWrong, best.ID, w.wrong)}
		last.Elements.ElementSet = append(asked, last.Elements.ElementSet...)
	}
	return r
}

// vote keeps what a person said of the case of a reply, shows the count in the reply and
// heeds it from now on. Saying the same again takes it back.
func (b *Bot) vote(ctx context.Context, c click) error {
	w := wordsIn(b.lang(""))
	rec, why, err := b.ballot(ctx, c, w)
	if err != nil {
		return err
	}
	if why != "" {
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(why, para(new(line).text(why))))
	}
	_, err = b.store.Vote(ctx, store.Vote{
		Key: rec.Key, CaseID: c.value, Person: c.user, For: c.action == actRight, Alert: rec.Alert, At: c.at,
	})
	if err != nil {
		return err
	}
	b.heard.forget(rec.Key.Workspace)
	return b.refresh(ctx, rec.Key)
}

// ballot is the record of the reply that a person votes on, or why they cannot: who they are, or
// what the reply shows by now.
func (b *Bot) ballot(ctx context.Context, c click, w *words) (rec store.Record, why string, err error) {
	if why := b.voteless(ctx, c, w); why != "" {
		return rec, why, nil
	}
	rec, ok, err := b.store.ByReply(ctx, c.workspace, c.channel, c.ts)
	switch {
	case err != nil:
		return rec, "", err
	case !ok:
		return rec, w.tooOld, nil
	case !slices.Contains(rec.CaseIDs, c.value):
		return rec, w.notShown(cut(c.value, 40)), nil
	}
	return rec, "", nil
}

// voteless is why a person has no vote, "" for one who has: people of other companies have none.
// Where Slack does not say whose they are, or they may be of another workspace of the same
// organisation, all are ours in a channel that no others read.
func (b *Bot) voteless(ctx context.Context, c click, w *words) string {
	switch {
	case c.userTeam == c.workspace.Team:
		return ""
	case c.userTeam == "", c.workspace.Enterprise != "":
		outside, err := b.desk.outside(ctx, c.channel)
		if err != nil {
			b.log.Warn("no vote: cannot tell who reads the channel", "channel", c.channel, "err", err)
		}
		if err != nil || outside {
			return w.whose
		}
		return ""
	}
	return w.noVote
}

// counted tells how many people said that it was the case, and that it was not.
func counted(yes, no int, w *words) string {
	var told []string
	if yes > 0 {
		told = append(told, fmt.Sprintf("%s: %d", w.right, yes))
	}
	if no > 0 {
		told = append(told, fmt.Sprintf("%s: %d", w.wrong, no))
	}
	return strings.Join(told, " · ")
}
