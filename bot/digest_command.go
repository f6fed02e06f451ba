package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"incidentlib/bot/schedule"
	"incidentlib/bot/store"
)

// defaultCron is when digests come unless somebody says otherwise.
var defaultCron = map[string]string{DigestWeekly: "0 9 * * MON", DigestLibrary: "0 9 * * MON", DigestMonthly: "0 9 1 * *"}

// digestAsk is what a person wants of digests: "subscribe monthly 0 9 1 * * Asia/Seoul".
type digestAsk struct {
	verb string // "now", "preview", "subscribe", "unsubscribe", "" to see how things are
	kind string
	cron string // "" is the usual time
	zone string // "" is the zone of who asks
}

// parseDigestAsk reads what stands after "digest". fault is the word it could make nothing of.
func parseDigestAsk(text string) (ask digestAsk, fault string) {
	words := strings.Fields(text)
	take := func(allowed ...string) string {
		if len(words) == 0 || !slices.Contains(allowed, strings.ToLower(words[0])) {
			return ""
		}
		word := strings.ToLower(words[0])
		words = words[1:]
		return word
	}
	ask.verb = take("now", "preview", "subscribe", "unsubscribe")
	if ask.kind = take(DigestWeekly, DigestMonthly, DigestLibrary); ask.kind == "" {
		ask.kind = DigestWeekly
	}
	if n := len(words); n > 0 && ask.verb == "subscribe" && (strings.Contains(words[n-1], "/") && !strings.HasPrefix(words[n-1], "*") || strings.EqualFold(words[n-1], "UTC")) {
		ask.zone, words = words[n-1], words[:n-1]
	}
	if ask.verb == "subscribe" {
		ask.cron, words = strings.Trim(strings.Join(words, " "), "`\"'“”"), nil
	}
	if len(words) > 0 {
		return ask, words[0]
	}
	return ask, ""
}

// digestAsked answers a person about the digests of their channel.
func (b *Bot) digestAsked(ctx context.Context, q question) (answer, error) {
	ask, _ := parseDigestAsk(q.Of) // that it can be read makes it a digest, see aDigest
	if why := b.notOurs(ctx, q); why != "" {
		return said(why), nil
	}
	w := q.words.digest
	switch ask.verb {
	case "unsubscribe":
		return b.unsubscribeAsked(ctx, q, ask.kind)
	case "subscribe":
		return b.subscribeAsked(ctx, q, ask)
	case "preview":
		return b.previewDigest(ctx, q, ask)
	case "now":
		return said(w.coming), b.digestNow(ctx, q, ask)
	}
	return b.digestState(ctx, q)
}

// unsubscribeAsked ends a subscription. It is noted before it is done, so that one who tries again
// neither loses the deed nor says that there was nothing to end.
func (b *Bot) unsubscribeAsked(ctx context.Context, q question, kind string) (answer, error) {
	const action = "digest unsubscribed"
	all, err := b.store.Schedules(ctx, q.workspace)
	if err != nil {
		return answer{}, err
	}
	is := slices.ContainsFunc(all, func(s store.Schedule) bool { return s.Channel == q.channel && s.Kind == kind })
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
		return said(err.Error()), nil
	}
	next, err := b.subscribe(ctx, q.workspace, q.channel, ask.kind, fields, zone, q.user, q.at)
	if err != nil {
		return answer{}, err
	}
	return b.deed(ctx, q, "digest subscribed", ask.kind+" "+fields+" "+zone, q.words.digest.subscribed(inZone(next, zone), zone))
}

// inZone is a moment as clocks of a zone show it; the zone was checked before.
func inZone(at time.Time, zone string) string {
	location, err := time.LoadLocation(zone)
	if err != nil {
		location = time.UTC
	}
	return at.In(location).Format("2006-01-02 15:04")
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
	if d.Empty() || ask.kind == DigestLibrary && len(d.New) == 0 {
		return said(q.words.digest.nothing), nil
	}
	return answer{Reply: sayDigest(d, ask.kind, q.words, q.lang, looks{})[0]}, nil // a response URL takes no charts
}

// digestNow has the digest of the period that ended last posted at once.
func (b *Bot) digestNow(ctx context.Context, q question, ask digestAsk) error {
	is, _, err := b.plan(ctx, q, ask)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(dueDigest{q.channel, is.Kind, is.Cron, is.Zone, q.user, q.at})
	if err != nil {
		return fmt.Errorf("write down a digest: %w", err)
	}
	_, err = b.store.Accept(ctx, []store.Item{{
		Workspace: q.workspace, Kind: kindDigest, Lane: kindDigest + "/" + q.channel, Seq: b.inbox.next(),
		ID: kindDigest + "/now/" + q.id, Payload: string(payload),
	}})
	b.work.nudge()
	return err
}

// digestState tells which digests a channel gets, and how to change that.
func (b *Bot) digestState(ctx context.Context, q question) (answer, error) {
	all, err := b.store.Schedules(ctx, q.workspace)
	if err != nil {
		return answer{}, err
	}
	w := q.words.digest
	var states []string
	for _, s := range all {
		if s.Channel == q.channel {
			states = append(states, w.state(s.Kind, inZone(s.Next, s.Zone), s.Zone))
		}
	}
	if len(states) == 0 {
		states = []string{w.notSubscribed}
	}
	var lines []*line
	for _, s := range states {
		lines = append(lines, new(line).text(s))
	}
	lines = append(lines, new(line).code("/incidentlib digest subscribe [weekly|monthly|library] [0 9 * * MON] [Asia/Seoul]"),
		new(line).code("/incidentlib digest preview | now | unsubscribe"))
	return answer{Reply: newReply(notice(strings.Join(states, "; ")), para(lines...))}, nil
}
