package bot

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"incidentlib/bot/store"
)

// asker is somebody who wants to see or change how the bot behaves in a channel, and where
// from.
type asker struct {
	workspace            store.Workspace
	channel              string
	user, userTeam       string // the team is "" where Slack does not say
	trigger, responseURL string
	home                 bool   // they are in the Home tab, and see nothing but that
	lang                 string // of what they typed, "" where they typed nothing
}

func (c click) asker() asker {
	from := asker{
		workspace: c.workspace, channel: c.channel, user: c.user, userTeam: c.userTeam, trigger: c.trigger, responseURL: c.responseURL, home: c.home,
	}
	if c.value != "" {
		from.channel = c.value
	}
	return from
}

// langOf is the language of somebody who asks: in a channel that of the channel, or else of what
// they typed.
func (b *Bot) langOf(ctx context.Context, from asker) string {
	switch {
	case from.home:
		return b.homeLang(ctx, from.workspace, from.user)
	case from.lang != "":
		return from.lang
	}
	return b.lang(ctx, from.workspace, from.channel, "")
}

// person is who somebody is in the workspace, as far as Slack tells the bot: nothing of it
// without the scope users:read.
type person struct {
	known  bool
	admin  bool   // or owner
	locale string // "ko-KR" and the like
}

// whois asks Slack who somebody is. That it does not say stops nothing: then they are no admin.
func (b *Bot) whois(ctx context.Context, user string) (p person) {
	ctx, cancel := context.WithTimeout(ctx, personLimit)
	defer cancel()
	answer, err := b.desk.call(ctx, "users.info", url.Values{"user": {user}, "include_locale": {"true"}})
	if err != nil {
		b.log.Debug("it is not known who that is", "user", user, "err", err)
		return person{}
	}
	u := object(answer["user"])
	return person{known: true, admin: u.flag("is_admin") || u.flag("is_owner") || u.flag("is_primary_owner"), locale: u.text("locale")}
}

// mayNot is why somebody may not change the settings of a channel, "" for one who may: people
// of this workspace who can use the bot there, or of these only admins where that is set.
func (b *Bot) mayNot(ctx context.Context, from asker, set store.Settings, who person, w *settingsWords) string {
	if b.stranger(ctx, from.workspace, from.channel, from.userTeam) != "" {
		return w.stranger
	}
	if from.home {
		if channels, err := b.desk.channelsOf(ctx, from.user); err != nil || !slices.ContainsFunc(channels, func(c seat) bool { return c.id == from.channel }) {
			return w.notMember
		}
	}
	switch {
	case set[""][setAdmins] == "", who.admin:
		return ""
	case !who.known:
		return w.whoAdmin
	}
	return w.notAdmin
}

// Whose somebody is who is not of this workspace, or may not be.
const (
	ofOthers = "others"
	unknown  = "unknown"
)

// stranger says whose somebody is: "" for a person of this workspace. Where Slack does not say,
// or they may be of another workspace of the same organisation, all are ours in a channel that
// no others read.
func (b *Bot) stranger(ctx context.Context, w store.Workspace, channel, team string) string {
	switch {
	case team == w.Team:
		return ""
	case team != "" && w.Enterprise == "":
		return ofOthers
	}
	outside, err := b.desk.outside(ctx, channel)
	if err != nil {
		b.log.Warn("cannot tell who reads the channel", "channel", channel, "err", err)
	}
	if err != nil || outside {
		return unknown
	}
	return ""
}

// seat is a channel that somebody is in.
type seat struct {
	id, name string
	private  bool
	shared   bool // with other companies
}

// channelsOf lists the channels of a person, as far as the bot may know: private ones only with
// the scope groups:read, and only those that it is in too. "" lists its own.
func (d *desk) channelsOf(ctx context.Context, user string) ([]seat, error) {
	all, err := d.seats(ctx, user, "public_channel,private_channel")
	if said, _ := refusal(err); said == "missing_scope" {
		all, err = d.seats(ctx, user, "public_channel")
	}
	return all, err
}

func (d *desk) seats(ctx context.Context, user, types string) (all []seat, err error) {
	args := url.Values{"types": {types}, "exclude_archived": {"true"}, "limit": {"999"}}
	if user != "" {
		args.Set("user", user)
	}
	for range mostPages {
		answer, err := d.call(ctx, "users.conversations", args)
		if err != nil {
			return nil, err
		}
		var channels []fields
		json.Unmarshal(answer["channels"], &channels) // none is as good as none that can be read
		for _, c := range channels {
			all = append(all, seat{c.text("id"), c.text("name"), c.flag("is_private"), c.flag("is_ext_shared")})
		}
		next := object(answer["response_metadata"]).text("next_cursor")
		if next == "" {
			break
		}
		args.Set("cursor", next)
	}
	return all, nil
}
