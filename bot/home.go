package bot

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

const (
	eventHome = "app_home_opened"
	actUnmute = "home_unmute" // value: a channel and the fingerprint of an alert
	homeSpan  = 7 * 24 * time.Hour
)

// homeItem makes an item of somebody's opening of the Home tab.
func homeItem(it store.Item, outer, event fields) (store.Item, bool) {
	user := event.text("user")
	it.Lane, it.ID = store.Person+user, "home/"+onceID(outer.text("event_id"), outer["event"])
	return it, user != "" && event.text("tab") == "home" && it.Workspace.Team != ""
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
	told := ""
	if h.room(channel) >= 0 {
		m, was, err := b.unhush(ctx, c.workspace, channel, fingerprint, c.user, c.sent)
		if err != nil {
			return err
		}
		if was {
			told = wordsIn(h.lang).home.unmuted(cut(m.Title, 100))
		}
	}
	return b.showHome(ctx, c.workspace, c.user, c.hash, told)
}
