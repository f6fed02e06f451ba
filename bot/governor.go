package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"incidentlib/bot/store"
)

// A governor holds the bot back in a channel whose people say too often that it was wrong. Of
// the last twenty votes, and of those only the ones since its last step, it takes at least six
// by two people or more: when over half of them are "Not this", the bot becomes careful there,
// and when that goes on, it answers only people who ask. It lets go when no more than a quarter
// of the votes since are "Not this", after thirty days, or when somebody says so.
type governor struct {
	Step  int   `json:"step"`  // 0 holds nothing back, then governCareful, then governAsked
	Since int64 `json:"since"` // when it came to that, in milliseconds
}

const (
	setGovernor   = "governor" // what a governor is kept as; a channel inherits none
	governCareful = 1
	governAsked   = 2

	// GovernorFloor is the share of "Not this" over which the bot is held back.
	GovernorFloor = 0.5
	governorVotes = 20
	governorLeast = 6
	governorLasts = 30 * 24 * time.Hour

	kindGovernor = "governor" // the message that says what was done
	kindGovern   = "govern"   // the item by which the bot asks itself to look at the votes of a channel
	actUngovern  = "ungovern" // value: a channel, or "" for the one of the message
)

func (g governor) String() string {
	raw, err := json.Marshal(g)
	if err != nil {
		panic(err) // two numbers
	}
	return string(raw)
}

// governorOf reads what is kept, as it stands at a moment.
func governorOf(kept string, at time.Time) (g governor) {
	_ = json.Unmarshal([]byte(kept), &g) // what cannot be read holds nothing back
	if end := time.UnixMilli(g.Since).Add(governorLasts); g.Step > 0 && at.After(end) {
		return governor{Since: end.UnixMilli()}
	}
	return g
}

// governed is how the bot behaves in a channel under its governor.
func (c Channel) governed(g governor) Channel {
	if g.Step >= governCareful && c.Care.Least() < Careful.Least() {
		c.Care = Careful
	}
	if g.Step >= governAsked {
		c.Reply = ReplyWhenAsked
	}
	return c
}

// heeding is the governor after votes, newest first, cast since it came to its step.
func (g governor) heeding(votes []store.Vote, at time.Time) governor {
	wrong, people := 0, map[string]bool{}
	for _, v := range votes {
		if !v.For {
			wrong++
			people[v.Person] = true
		}
	}
	share := float64(wrong) / float64(max(len(votes), 1))
	switch {
	case len(votes) < governorLeast:
		return g
	case share > GovernorFloor && len(people) > 1 && g.Step < governAsked:
		return governor{g.Step + 1, at.UnixMilli()}
	case share <= GovernorFloor/2 && g.Step > 0:
		return governor{0, at.UnixMilli()}
	}
	return g
}

// governSoon has the votes of a channel looked at, after one was cast there.
func (b *Bot) governSoon(ctx context.Context, w store.Workspace, channel string) error {
	seq := b.inbox.next()
	_, err := b.store.Accept(ctx, []store.Item{{
		Workspace: w, Kind: kindGovern, Seq: seq, Lane: "govern/" + channel,
		ID: kindGovern + "/" + channel + "/" + strconv.FormatInt(seq, 36), Payload: channel,
	}})
	b.work.nudge()
	return err
}

// govern holds the bot back in a channel, or lets go, as its votes want it, and says so there
// when it holds back more than before.
func (b *Bot) govern(ctx context.Context, h store.Hold, it store.Item) error {
	channel := it.Payload
	set, err := b.store.Settings(ctx, it.Workspace)
	if err != nil {
		return err
	}
	now := governorOf(set[channel][setGovernor], it.AcceptedAt)
	if now.Since != it.AcceptedAt.UnixMilli() { // else an earlier try got so far
		votes, err := b.store.LastVotes(ctx, it.Workspace, channel, time.UnixMilli(now.Since+1), governorVotes)
		if err != nil {
			return err
		}
		before := now
		if now = now.heeding(votes, it.AcceptedAt); now == before {
			return nil
		}
		if err := b.store.Set(ctx, it.Workspace, channel, setGovernor, now.String(), b.self.Load().User, it.AcceptedAt); err != nil {
			return err
		}
		b.channels.clear()
		b.log.Info("governor", "channel", channel, "from", before.Step, "to", now.Step)
	}
	key := store.MessageKey{Workspace: it.Workspace, Channel: channel, TS: fmt.Sprint(kindGovernor, "/", now.Since)}
	return b.announce(ctx, letter{to: key, kind: kindGovernor, held: h, taken: it.AcceptedAt}, set, now)
}
