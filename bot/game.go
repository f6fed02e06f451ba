package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Game day: a case is told by its symptoms, with hints on request, and at last the answer. A
// button carries all there is to know of a round: language, step and case.
const (
	actStep = "game_step" // value: language, step, id of a case
	actKnew = "game_knew"
	actNot  = "game_not"
	actNext = "game_next"

	tallyDealt = "dealt" // a case that a person was given
	tallyGame  = "game"  // N is 1 where they knew it, 0 where not

	// TalliesCount is how long the scores of the game, and how often people ask, are kept.
	TalliesCount = 60 * 24 * time.Hour
)

// The steps of a round.
const (
	stepSymptoms = iota
	stepComponent
	stepTrigger
	stepAnswer
)

// round is one case being played.
type round struct {
	lang string
	step int
	c    *matcher.Case
}

func (r round) value(step int) string { return fmt.Sprintf("%s %d %s", r.lang, step, r.c.ID) }

// roundOf reads the value of a button; ok is false when the case is gone.
func (b *Bot) roundOf(value string) (r round, ok bool) {
	var id string
	if _, err := fmt.Sscan(value, &r.lang, &r.step, &id); err != nil {
		return r, false
	}
	r.c = b.library().Case(id)
	return r, r.c != nil && r.step >= stepSymptoms && r.step <= stepAnswer
}

// play gives a person the symptoms of a case, or tells the score of the week.
func (b *Bot) play(ctx context.Context, q question) (answer, error) {
	if q.Of == "score" {
		text, err := b.score(ctx, q.command, q.words)
		return said(text), err
	}
	c, err := b.deal(ctx, q.command)
	if err != nil {
		return answer{}, err
	}
	if c == nil {
		a := said(q.words.nothing)
		a.nothing = true
		return a, nil
	}
	return answer{Reply: b.card(round{q.lang, stepSymptoms, c}, "")}, nil
}

// deal chooses the next case for a person: each has an order of their own, goes through all
// cases, and begins again. To deal again for the same question is to deal the same case.
func (b *Bot) deal(ctx context.Context, c command) (*matcher.Case, error) {
	seed := c.workspace.String() + " " + c.user
	var order []*matcher.Case
	for _, one := range b.library().Cases() {
		if !one.Short && one.SymptomsText != (matcher.Text{}) && (one.RootCause != "" || one.Lessons != (matcher.Text{})) {
			order = append(order, one)
		}
	}
	if len(order) == 0 {
		return nil, nil
	}
	slices.SortFunc(order, func(x, y *matcher.Case) int {
		return cmp.Or(cmp.Compare(drawn(seed, x.ID), drawn(seed, y.ID)), cmp.Compare(x.ID, y.ID))
	})
	dealt, err := b.store.Tallies(ctx, c.workspace, tallyDealt, c.user, time.Time{})
	if err != nil {
		return nil, err
	}
	next := 0
	if len(dealt) > 0 {
		last := slices.IndexFunc(order, func(one *matcher.Case) bool { return one.ID == dealt[0].ID })
		if dealt[0].At.Equal(c.at.Truncate(time.Millisecond)) && last >= 0 {
			return order[last], nil
		}
		next = (last + 1) % len(order)
	}
	return order[next], b.store.Tally(ctx, store.Tally{
		Workspace: c.workspace, Kind: tallyDealt, Person: c.user, ID: order[next].ID, N: 1, At: c.at,
	})
}

// turnCard does what a button of the game says.
func (b *Bot) turnCard(ctx context.Context, c click, action string) error {
	if why := b.outsider(ctx, c); why != "" {
		return b.private(ctx, c.responseURL, c.channel, c.user, said(why).Reply)
	}
	if action == actNext {
		return b.ask(ctx, request{Verb: "game", Lang: c.value}, c.command())
	}
	r, ok := b.roundOf(c.value)
	w := wordsIn(r.lang)
	if !ok {
		return b.private(ctx, c.responseURL, c.channel, c.user, said(w.game.over).Reply)
	}
	if action == actStep {
		return b.replace(ctx, c, b.card(r, ""))
	}
	n := 0
	if action == actKnew {
		n = 1
	}
	err := b.store.Tally(ctx, store.Tally{Workspace: c.workspace, Kind: tallyGame, Person: c.user, ID: r.c.ID, N: n, At: c.at})
	if err != nil {
		return err
	}
	score, err := b.score(ctx, c.command(), w)
	if err != nil {
		return err
	}
	if c.hidden {
		return b.replace(ctx, c, b.card(r, score))
	}
	return b.private(ctx, c.responseURL, c.channel, c.user, said(score).Reply) // others play on in the thread
}

// replace shows r in the place of the message that was clicked, or where that cannot be, to
// the person alone.
func (b *Bot) replace(ctx context.Context, c click, r Reply) error {
	err := b.desk.replace(ctx, c.responseURL, r)
	if err == nil {
		return nil
	}
	b.log.Warn("response URL failed; posting to the person instead", "channel", c.channel, "user", c.user, "err", err)
	return b.desk.whisper(ctx, c.channel, c.user, r)
}

// score tells how a person did since Monday, and how everybody did.
func (b *Bot) score(ctx context.Context, c command, w *words) (string, error) {
	all, err := b.store.Tallies(ctx, c.workspace, tallyGame, "", monday(c.at))
	if err != nil {
		return "", err
	}
	var knew, played, allKnew int
	for _, t := range all {
		allKnew += t.N
		if t.Person == c.user {
			knew, played = knew+t.N, played+1
		}
	}
	return w.game.score(knew, played, allKnew, len(all)), nil
}

// monday is when the week of a moment began, in UTC.
func monday(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), at.Day()-(int(at.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
}
