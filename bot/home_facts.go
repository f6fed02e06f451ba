package bot

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// home is what somebody may see of the bot's work: what is told of channels is only of those
// that they share with the bot.
type home struct {
	lang    string
	told    string // what they were told last, "" for nothing
	at      time.Time
	blind   bool // it cannot be told which channels they are in
	rooms   []room
	sums    map[string]int // alerts by reason
	replied int
	yes, no int
	mutes   []store.Mute
	names   map[string]string // of channels, by id
	waiting []ownCase         // without a lesson
	recent  []ownCase         // the youngest first
}

// room is a channel on the Home tab.
type room struct {
	seat
	set     Channel
	held    string // what its governor does, in words
	alerts  int
	replied int
}

// ownCase is an own case as the Home tab shows it.
type ownCase struct {
	id, title string
	fresh     bool // it is the first version
	at        time.Time
}

// homeOf gathers what a person may see.
func (b *Bot) homeOf(ctx context.Context, w store.Workspace, user string) (h home, err error) {
	h = home{lang: b.homeLang(ctx, w, user), at: time.Now(), sums: map[string]int{}, names: map[string]string{}}
	set, err := b.store.Settings(ctx, w)
	if err != nil {
		return h, err
	}
	if err := b.homeRooms(ctx, user, set, &h); err != nil {
		return h, err
	}
	since := h.at.Add(-homeSpan)
	outcomes, err := b.store.Outcomes(ctx, w, since)
	if err != nil {
		return h, err
	}
	for _, t := range outcomes {
		if i := h.room(t.Channel); i >= 0 {
			h.rooms[i].alerts, h.rooms[i].replied = h.rooms[i].alerts+t.Alerts, h.rooms[i].replied+t.Replied
			h.sums[t.Reason] += t.Alerts
			h.replied += t.Replied
		}
	}
	polls, err := b.store.Polls(ctx, w, since)
	if err != nil {
		return h, err
	}
	for _, p := range polls {
		if h.room(p.Channel) >= 0 {
			h.yes, h.no = h.yes+p.Yes, h.no+p.No
		}
	}
	if h.mutes, err = b.store.Mutes(ctx, w, "", h.at); err != nil {
		return h, err
	}
	h.mutes = slices.DeleteFunc(h.mutes, func(m store.Mute) bool { return h.room(m.Channel) < 0 })
	return h, b.homeCases(ctx, w, &h)
}

func (h *home) room(channel string) int {
	return slices.IndexFunc(h.rooms, func(r room) bool { return r.id == channel })
}

// homeRooms finds the channels that a person shares with the bot.
func (b *Bot) homeRooms(ctx context.Context, user string, set store.Settings, h *home) error {
	theirs, err := b.desk.channelsOf(ctx, user)
	if err == nil {
		var ours []seat
		if ours, err = b.desk.channelsOf(ctx, ""); err == nil {
			for _, s := range theirs {
				if !slices.ContainsFunc(ours, func(o seat) bool { return o.id == s.id }) {
					continue
				}
				c := b.plainChannel(set, s.id).governed(governorOf(set[s.id][setGovernor], h.at))
				h.rooms = append(h.rooms, room{seat: s, set: c, held: b.governed(set, s.id, h.lang)})
				h.names[s.id] = s.name
			}
			return nil
		}
	}
	if !troubleOf(err).no() {
		return err
	}
	b.log.Warn("it cannot be told which channels somebody is in", "user", user, "err", err)
	h.blind = true
	return nil
}

// homeCases finds the own cases that a person may see: of private channels only those of
// channels they are in.
func (b *Bot) homeCases(ctx context.Context, w store.Workspace, h *home) error {
	all, err := b.store.OwnCases(ctx, w)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(x, y store.OwnCase) int { return y.At.Compare(x.At) })
	for _, kept := range all {
		var c matcher.Case
		if kept.Private && h.room(kept.Channel) < 0 || json.Unmarshal([]byte(kept.Body), &c) != nil {
			continue
		}
		one := ownCase{kept.ID, strings.TrimSpace(c.Title.In(h.lang)), kept.Version == 1, kept.At}
		h.recent = append(h.recent, one)
		if strings.TrimSpace(c.Lessons.In(h.lang)) == "" {
			h.waiting = append(h.waiting, one)
		}
	}
	return nil
}
