package bot

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

const (
	eventHome  = "app_home_opened"
	actUnmute  = "home_unmute" // value: a channel and the fingerprint of an alert
	actOwnEdit = "own_edit"    // opens an own case; value: its id
	homeSpan   = 7 * 24 * time.Hour
)

// homeItem makes an item of somebody's opening of the Home tab.
func homeItem(it store.Item, outer, event fields) (store.Item, bool) {
	user := event.text("user")
	it.Lane, it.ID = "person/"+user, "home/"+onceID(outer.text("event_id"), outer["event"])
	return it, user != "" && event.text("tab") == "home" && it.Workspace.Team != ""
}

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

// showHome fills the Home tab of a person. hash is of the view they have, "" where it is not
// known; told is what they are to be told at the top.
func (b *Bot) showHome(ctx context.Context, w store.Workspace, user, hash, told string) error {
	h, err := b.homeOf(ctx, w, user)
	if err != nil {
		return err
	}
	h.told = told
	view, err := json.Marshal(slack.HomeTabViewRequest{Type: slack.VTHomeTab, CallbackID: "home", Blocks: slack.Blocks{BlockSet: h.blocks()}})
	if err != nil {
		return err
	}
	args := url.Values{"user_id": {user}, "view": {string(view)}}
	if hash != "" {
		args.Set("hash", hash)
	}
	_, err = b.desk.call(ctx, "views.publish", args)
	if said, ok := refusal(err); ok && said == "hash_conflict" { // it was filled meanwhile, with older news than these
		args.Del("hash")
		_, err = b.desk.call(ctx, "views.publish", args)
	}
	if troubleOf(err) == refused {
		b.log.Warn("the Home tab was not filled", "user", user, "err", err)
		return nil
	}
	return err
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
	tallies, err := b.store.Tallies(ctx, w, since)
	if err != nil {
		return h, err
	}
	for _, t := range tallies {
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
	if troubleOf(err) == passing {
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

// homeLang is the language of a person where Slack tells it, else the one that is set for the
// workspace, else English.
func (b *Bot) homeLang(ctx context.Context, w store.Workspace, user string) string {
	switch locale := b.whois(ctx, user).locale; {
	case strings.HasPrefix(locale, "ko"):
		return "ko"
	case locale != "":
		return "en"
	}
	return b.lang(ctx, w, "", "")
}

// unmute ends a mute from the Home tab.
func (b *Bot) unmute(ctx context.Context, c click) error {
	channel, fingerprint, _ := strings.Cut(c.value, " ")
	h, err := b.homeOf(ctx, c.workspace, c.user)
	if err != nil {
		return err
	}
	w := &wordsIn(h.lang).home
	i := slices.IndexFunc(h.mutes, func(m store.Mute) bool { return m.Channel == channel && m.Fingerprint == fingerprint })
	if i < 0 {
		return b.showHome(ctx, c.workspace, c.user, c.hash, "")
	}
	if _, err := b.store.Unmute(ctx, c.workspace, channel, fingerprint); err != nil {
		return err
	}
	err = b.store.Audit(ctx, store.Deed{
		Workspace: c.workspace, ID: "unmute/" + channel + "/" + fingerprint + "/" + c.at.UTC().Format(time.RFC3339Nano), Actor: c.user,
		Action: "unmute", Subject: channel + " " + h.mutes[i].Title, At: c.at,
	})
	if err != nil {
		return err
	}
	return b.showHome(ctx, c.workspace, c.user, c.hash, w.unmuted(cut(h.mutes[i].Title, 100)))
}
