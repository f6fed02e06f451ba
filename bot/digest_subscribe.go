package bot

import (
	"context"
	"net/url"
	"slices"
	"time"

	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

// mayNotSubscribe is why somebody may not change the digests of a channel, "" for one who may.
func (b *Bot) mayNotSubscribe(ctx context.Context, q question) (string, error) {
	w := &q.words.settings
	if !isChannel(q.channel) {
		return w.elsewhere, nil
	}
	set, err := b.settings(ctx, q.workspace)
	if err != nil {
		return "", err
	}
	from := asker{workspace: q.workspace, channel: q.channel, user: q.user, userTeam: q.workspace.Team}
	return b.mayNot(ctx, from, set, b.whois(ctx, q.user), w), nil
}

// unsubscribeAsked ends a subscription. It is noted before it is done, so that one who tries again
// neither loses the deed nor says that there was nothing to end.
func (b *Bot) unsubscribeAsked(ctx context.Context, q question, kind string) (answer, error) {
	const action = "digest unsubscribed"
	all, err := b.schedulesOf(ctx, q.workspace, q.channel)
	if err != nil {
		return answer{}, err
	}
	is := slices.Contains(kindsOf(all), kind)
	if done, err := b.store.Audited(ctx, q.workspace, action+"/"+q.id); err != nil || !is && !done {
		return said(q.words.digest.notSubscribed), err
	}
	told, err := b.deed(ctx, q, action, kind, q.words.digest.unsubscribed)
	if err == nil {
		_, err = b.store.Unsubscribe(ctx, q.workspace, q.channel, kind)
	}
	return told, err
}

// deed notes what a person changed and answers them.
func (b *Bot) deed(ctx context.Context, q question, action, subject, told string) (answer, error) {
	err := b.store.Audit(ctx, store.Deed{
		Workspace: q.workspace, ID: action + "/" + q.id, Actor: q.user, Action: action, Subject: q.channel + " " + subject, At: q.at,
	})
	return said(told), err
}

func (b *Bot) subscribeAsked(ctx context.Context, q question, ask digestAsk) (answer, error) {
	zone, fields := ask.zone, ask.cron
	if zone == "" {
		zone = b.zoneOf(ctx, q.user)
	}
	if fields == "" {
		fields = defaultCron[ask.kind]
	}
	if _, err := schedule.Parse(fields, zone, periodOf(ask.kind)); err != nil {
		return said(q.words.digest.refused(err)), nil
	}
	next, err := b.subscribe(ctx, q.workspace, q.channel, ask.kind, fields, zone, q.user, q.at)
	if err != nil {
		return answer{}, err
	}
	return b.deed(ctx, q, "digest subscribed", ask.kind+" "+fields+" "+zone, q.words.digest.subscribed(inZone(next, zone), zone))
}

// zoneOf is the time zone of a person, where the bot may know it, else the one of the settings.
func (b *Bot) zoneOf(ctx context.Context, user string) string {
	answer, err := b.desk.call(ctx, "users.info", url.Values{"user": {user}})
	if zone := object(answer["user"]).text("tz"); err == nil && zone != "" {
		if _, err := time.LoadLocation(zone); err == nil {
			return zone
		}
	}
	return b.options.Zone
}
