package bot

import (
	"context"
	"fmt"
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
// heeds it from now on. Saying the same again takes it back. People of other companies have
// no vote.
func (b *Bot) vote(ctx context.Context, c click) error {
	w := wordsIn(b.lang(""))
	if c.userTeam != "" && c.userTeam != c.team {
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(w.noVote, para(new(line).text(w.noVote))))
	}
	rec, ok, err := b.store.ByReply(ctx, store.Workspace{Enterprise: c.enterprise, Team: c.team}, c.channel, c.ts)
	if err != nil {
		return err
	}
	if !ok {
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(w.tooOld, para(new(line).text(w.tooOld))))
	}
	_, err = b.store.Vote(ctx, store.Vote{
		Key: rec.Key, CaseID: c.value, Person: c.user, For: c.action == actRight, Alert: rec.Alert, At: time.Now(),
	})
	if err != nil {
		return err
	}
	b.heard.forget(rec.Key.Workspace)
	return b.refresh(ctx, rec.Key)
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
