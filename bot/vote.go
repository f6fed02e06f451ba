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
	// heedEvery is how often votes are read anew, since they fade and other processes take some.
	heedEvery = time.Hour
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
	if _, err := b.heed(ctx, rec.Key.Workspace); err != nil {
		return err
	}
	return b.refresh(ctx, rec.Key)
}

// A heard is the library as it heeds the votes of one workspace, and the same without votes.
// Where nobody voted it is one and the same.
type heard struct {
	from, library *matcher.Library
	at            time.Time
}

// heed reads the votes of a workspace and makes the library that heeds them.
func (b *Bot) heed(ctx context.Context, w store.Workspace) (heard, error) {
	now := time.Now()
	cast, err := b.store.Votes(ctx, w, now.Add(-VotesCount))
	if err != nil {
		return heard{}, err
	}
	votes := make([]matcher.Vote, len(cast))
	for i, v := range cast {
		weight := -1.0
		if v.For {
			weight = 1
		}
		votes[i] = matcher.Vote{Case: v.CaseID, Alert: v.Alert, Weight: matcher.Faded(weight, now.Sub(v.At)), Person: v.Person}
	}
	h := heard{b.library(), b.library(), now}
	if len(votes) > 0 {
		h.library = h.from.Heeding(votes)
	}
	b.heard.Store(w, h)
	return h, nil
}

// heeded is the library as it heeds the votes of a workspace. That they cannot be read stops no
// answer.
func (b *Bot) heeded(ctx context.Context, w store.Workspace) heard {
	if h, ok := b.heard.Load(w); ok && h.(heard).from == b.library() && time.Since(h.(heard).at) < heedEvery {
		return h.(heard)
	}
	h, err := b.heed(ctx, w)
	if err != nil {
		b.log.Warn("votes are not heeded", "err", err)
		return heard{from: b.library(), library: b.library()}
	}
	return h
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
