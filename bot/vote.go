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

// votable adds the buttons by which people say whether it was that case, and the menu that keeps
// the bot quiet about the alert.
func votable(r Reply, best *matcher.Case, w *words) Reply {
	blocks := r.Blocks.BlockSet
	if last, ok := blocks[len(blocks)-1].(*slack.ActionBlock); ok {
		asked := []slack.BlockElement{button(actRight, best.ID, w.right), button(actWrong, best.ID, w.wrong)}
		last.Elements.ElementSet = append(append(asked, last.Elements.ElementSet...), quietMenu(w.quiet.menu, w))
	}
	return r
}

// vote keeps what a person said of the case of a reply, shows the count in the reply and
// heeds it from now on. Saying the same again takes it back; a double click says it once.
func (b *Bot) vote(ctx context.Context, c click) error {
	rec, why, err := b.ballot(ctx, c)
	if err != nil {
		return err
	}
	if why != "" {
		return b.tellAlone(ctx, c, why)
	}
	if twice, err := b.pressedTwice(ctx, c); twice || err != nil {
		return err
	}
	_, err = b.store.Vote(ctx, store.Vote{
		Key: rec.Key, CaseID: c.value, Person: c.user, For: c.action == actRight, Alert: rec.Alert, At: c.at,
	})
	if err != nil {
		return err
	}
	b.heard.forget(rec.Key.Workspace)
	if err := b.governSoon(ctx, rec.Key.Workspace, rec.Key.Channel); err != nil {
		return err
	}
	b.showVoted(ctx, c, rec)
	return b.refresh(ctx, rec.Key)
}

// Two presses of one button by one person within so long, by Slack's clock, are a double click:
// nobody has seen the first by then.
const (
	doubleClick = time.Second
	tallyPress  = "press"
)

// pressedTwice notes a press, unless it is the second of a double click.
func (b *Bot) pressedTwice(ctx context.Context, c click) (bool, error) {
	press := store.Tally{
		Workspace: c.workspace, Kind: tallyPress, Person: c.user, N: 1, At: c.sent.Truncate(time.Millisecond),
		ID: onceID("", []byte(strings.Join([]string{c.channel, c.ts, c.action, c.value}, "/"))),
	}
	lately, err := b.store.Tallies(ctx, c.workspace, tallyPress, c.user, press.At.Add(-doubleClick))
	if err != nil {
		return false, err
	}
	for _, t := range lately { // one with the same time is this press, tried before
		if t.ID == press.ID && t.At.Before(press.At.Add(doubleClick)) && !t.At.Equal(press.At) {
			return true, nil
		}
	}
	return false, b.store.Tally(ctx, press)
}

// ballot is the record of the reply that a person votes on, or why they cannot: who they are, or
// what the reply shows by now.
func (b *Bot) ballot(ctx context.Context, c click) (rec store.Record, why string, err error) {
	rec, ok, err := b.store.ByReply(ctx, c.workspace, c.channel, c.ts)
	if err != nil {
		return rec, "", err
	}
	w := b.wordsOf(ctx, c, rec)
	switch why := b.keptOut(ctx, c, w.noVote, w.whose); {
	case why != "":
		return rec, why, nil
	case !ok:
		return rec, w.tooOld, nil
	case !slices.Contains(rec.CaseIDs, c.value):
		return rec, w.notShown(cut(c.value, 40)), nil
	}
	return rec, "", nil
}

// voteless is why a person has no vote, "" for one who has: people of other companies have none.
func (b *Bot) voteless(ctx context.Context, c click, w *words) string {
	return b.keptOut(ctx, c, w.noVote, w.whose)
}

// keptOut is what to tell somebody of another company, or of whom that cannot be told; "" for
// our own people.
func (b *Bot) keptOut(ctx context.Context, c click, outsider, untold string) string {
	switch b.stranger(ctx, c.workspace, c.channel, c.userTeam) {
	case ofOthers:
		return outsider
	case unknown:
		return untold
	}
	return ""
}

// notOurs is keptOut for one who asks.
func (b *Bot) notOurs(ctx context.Context, q question) string {
	from := click{workspace: q.workspace, channel: q.channel, userTeam: q.userTeam}
	return b.keptOut(ctx, from, q.words.ask.outsider, q.words.quiet.untold)
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
