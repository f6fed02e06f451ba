package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

// kindDigest is the kind of item by which the bot asks itself for a digest.
const kindDigest = "digest"

const (
	catchUp  = 24 * time.Hour   // a digest that is later than this is left out
	lateFrom = 30 * time.Minute // from here on a digest says that it is late
	mostDue  = 100              // looked at in one go
	dueEvery = 5 * time.Second  // between two looks

	brokenLater = time.Hour // before a schedule is looked at again that fails for a reason which will not pass
)

// dueDigest is the payload of such an item.
type dueDigest struct {
	Channel, Kind, Cron, Zone, By string
	Due                           time.Time
	LeftOut                       bool `json:",omitempty"` // it is too late for it: who subscribed is told
}

// dueDigests puts digests whose time has come into the inbox: each once for its period, whichever
// process looks, however often, and whatever happened since the time came. One that fails keeps
// no other from its time.
func (b *Bot) dueDigests(ctx context.Context, now time.Time) error {
	due, err := b.store.Due(ctx, now, mostDue)
	if err != nil {
		return err
	}
	var failed []error
	for _, c := range due {
		err := Safely(b.log, "look at a digest that is due", func() error { return b.dueOne(ctx, c, now) })
		if err != nil && troubleOf(err) == broken {
			_, later := b.store.Advance(ctx, c, now.Add(brokenLater), c.Last)
			err = errors.Join(err, later)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s digest of %s: %w", c.Kind, c.Channel, err))
		}
	}
	return errors.Join(failed...)
}

func (b *Bot) dueOne(ctx context.Context, c store.Schedule, now time.Time) error {
	log := b.log.With("team", c.Workspace.Team, "channel", c.Channel, "kind", c.Kind, "due", c.Next)
	plan, err := schedule.Parse(c.Cron, c.Zone, periodOf(c.Kind))
	if err != nil { // it could be read when it was kept
		log.Error("digest has ended: its schedule cannot be read", "err", err)
		_, err := b.store.Unsubscribe(ctx, c.Workspace, c.Channel, c.Kind)
		return err
	}
	key := plan.Key(c.Next)
	if key <= c.Last {
		log.Info("this digest was posted already", "period", key)
	} else {
		late := now.Sub(c.Next)
		switch {
		case late > catchUp:
			log.Warn("digest left out: the bot was not running when it was due", "late", late)
		case late > lateFrom:
			log.Info("digest is late: the bot was not running when it was due", "late", late)
		}
		due := dueDigest{c.Channel, c.Kind, c.Cron, c.Zone, c.By, c.Next, late > catchUp}
		if err := b.acceptDigest(ctx, c.Workspace, c.Channel+"/"+c.Kind+"/"+key, due); err != nil {
			return err
		}
	}
	last := max(key, c.Last)
	_, err = b.store.Advance(ctx, c, plan.Next(now), last) // who comes second finds it done
	return err
}

// acceptDigest puts a digest into the inbox, once for what it is named by.
func (b *Bot) acceptDigest(ctx context.Context, w store.Workspace, name string, due dueDigest) error {
	payload, err := json.Marshal(due)
	if err != nil {
		return fmt.Errorf("write down a digest: %w", err)
	}
	fresh, err := b.store.Accept(ctx, []store.Item{{
		Workspace: w, Kind: kindDigest, Lane: kindDigest + "/" + due.Channel, Seq: b.inbox.next(),
		ID: kindDigest + "/" + name, Payload: string(payload),
	}})
	if err == nil && !fresh[0] {
		b.log.Info("this digest was taken already", "digest", name)
	}
	b.work.nudge()
	return err
}

// subscribe has a digest posted to a channel from now on, and says when the next is due. Where
// that would leave this period without the digest that was still to come, it is made up for.
func (b *Bot) subscribe(ctx context.Context, w store.Workspace, channel, kind, fields, zone, by string, now time.Time) (next time.Time, err error) {
	plan, err := schedule.Parse(fields, zone, periodOf(kind))
	if err != nil {
		return time.Time{}, err
	}
	was, ok, err := b.scheduleOf(ctx, w, channel, kind)
	if err != nil {
		return time.Time{}, err
	}
	next = plan.Next(now)
	first := next
	if this := plan.Key(now); ok && plan.Key(was.Next) <= this && plan.Key(next) > this {
		_, began := plan.Span(now)
		first = plan.Next(began.Add(-time.Second))
	}
	return next, b.store.Subscribe(ctx, store.Schedule{Workspace: w, Channel: channel, Kind: kind, Cron: fields, Zone: zone, Next: first, By: by})
}

// scheduleOf is the schedule by which a channel gets a kind of digest; ok is false where it gets none.
func (b *Bot) scheduleOf(ctx context.Context, w store.Workspace, channel, kind string) (is store.Schedule, ok bool, err error) {
	all, err := b.schedulesOf(ctx, w, channel)
	for _, s := range all {
		if s.Kind == kind {
			return s, true, err
		}
	}
	return store.Schedule{}, false, err
}
