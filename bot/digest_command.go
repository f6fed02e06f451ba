package bot

import (
	"context"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

// defaultCron is when digests come unless somebody says otherwise.
var defaultCron = map[string]string{DigestWeekly: "0 9 * * MON", DigestLibrary: "0 9 * * MON", DigestMonthly: "0 9 1 * *"}

// digestAsked answers a person about the digests of their channel.
func (b *Bot) digestAsked(ctx context.Context, q question) (answer, error) {
	ask, _ := parseDigestAsk(q.Of) // that it can be read makes it a digest, see aDigest
	if why := b.notOurs(ctx, q); why != "" {
		return said(why), nil
	}
	if ask.verb == "subscribe" || ask.verb == "unsubscribe" {
		if why, err := b.mayNotSubscribe(ctx, q); why != "" || err != nil {
			return said(why), err
		}
	}
	switch ask.verb {
	case "unsubscribe":
		return b.unsubscribeAsked(ctx, q, ask.kind)
	case "subscribe":
		return b.subscribeAsked(ctx, q, ask)
	case "preview":
		return b.previewDigest(ctx, q, ask)
	case "now":
		return b.digestNow(ctx, q, ask)
	}
	return b.digestState(ctx, q)
}

// plan is that of the channel's schedule, or the usual one.
func (b *Bot) plan(ctx context.Context, q question, ask digestAsk) (store.Schedule, schedule.Plan, error) {
	is, ok, err := b.scheduleOf(ctx, q.workspace, q.channel, ask.kind)
	if err != nil {
		return store.Schedule{}, schedule.Plan{}, err
	}
	if !ok {
		is = store.Schedule{Channel: q.channel, Kind: ask.kind, Cron: defaultCron[ask.kind], Zone: b.options.Zone, By: q.user}
	}
	plan, err := schedule.Parse(is.Cron, is.Zone, periodOf(is.Kind))
	return is, plan, err
}

// previewDigest shows a person alone the digest of the period that ended last.
func (b *Bot) previewDigest(ctx context.Context, q question, ask digestAsk) (answer, error) {
	_, plan, err := b.plan(ctx, q, ask)
	if err != nil {
		return answer{}, err
	}
	d, err := b.makeDigest(ctx, q.workspace, q.channel, plan, q.at)
	if err != nil {
		return answer{}, err
	}
	if told := NothingToTell(d, ask.kind, q.lang); told != "" {
		return said(told), nil
	}
	return answer{Reply: sayDigest(d, ask.kind, q.words, q.lang, looks{})[0]}, nil // a response URL takes no charts
}

// digestNow has the digest of the period that ended last posted at once. In a channel where
// nothing is posted, only who asks sees it.
func (b *Bot) digestNow(ctx context.Context, q question, ask digestAsk) (answer, error) {
	c, err := b.channel(ctx, q.workspace, q.channel)
	if err != nil {
		return answer{}, err
	}
	if c.Mode != ChannelOn {
		a, err := b.previewDigest(ctx, q, ask)
		a.Reply.Blocks.BlockSet = append([]slack.Block{small(q.words.digest.silenced)}, a.Reply.Blocks.BlockSet...)
		return a, err
	}
	is, _, err := b.plan(ctx, q, ask)
	if err != nil {
		return answer{}, err
	}
	return said(q.words.digest.coming), b.acceptDigest(ctx, q.workspace, "now/"+q.id, dueDigest{Channel: q.channel, Kind: is.Kind, Cron: is.Cron, Zone: is.Zone, By: q.user, Due: q.at})
}

// digestState tells which digests a channel gets, and how to change that.
func (b *Bot) digestState(ctx context.Context, q question) (answer, error) {
	all, err := b.schedulesOf(ctx, q.workspace, q.channel)
	if err != nil {
		return answer{}, err
	}
	w := q.words.digest
	var states []string
	for _, s := range all {
		states = append(states, w.state(q.words.settings.digests[s.Kind].label, inZone(s.Next, s.Zone), s.Zone))
	}
	if len(states) == 0 {
		states = []string{w.notSubscribed}
	}
	var lines []*line
	for _, s := range states {
		lines = append(lines, new(line).text(s))
	}
	lines = append(lines, new(line).code(w.usage[0]), new(line).code(w.usage[1]))
	return answer{Reply: newReply(notice(strings.Join(states, "; ")), para(lines...))}, nil
}
