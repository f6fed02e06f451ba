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

// digestAsked answers a person about the digests of their channel. found is true when a digest
// is shown, which may be shared.
func (b *Bot) digestAsked(ctx context.Context, c command, text, lang string) (r Reply, found bool, err error) {
	w := wordsIn(lang)
	say := func(s string) (Reply, bool, error) { return newReply(notice(s), para(new(line).text(s))), false, nil }
	ask, fault := parseDigestAsk(text)
	if fault != "" {
		return say(w.digest.unclear(cut(fault, 40)))
	}
	switch ask.verb {
	case "unsubscribe":
		was, err := b.store.Unsubscribe(ctx, c.workspace, c.channel, ask.kind)
		if err != nil {
			return Reply{}, false, err
		}
		if !was {
			return say(w.digest.notSubscribed)
		}
		return b.deed(ctx, c, "digest unsubscribed", ask.kind, w.digest.unsubscribed)
	case "subscribe":
		return b.subscribeAsked(ctx, c, ask, w)
	case "preview":
		return b.previewDigest(ctx, c, ask, w, lang)
	case "now":
		if err := b.digestNow(ctx, c, ask); err != nil {
			return Reply{}, false, err
		}
		return say(w.digest.coming)
	}
	return b.digestState(ctx, c, w)
}

// deed notes what a person changed and answers them.
func (b *Bot) deed(ctx context.Context, c command, action, subject, answer string) (Reply, bool, error) {
	err := b.store.Audit(ctx, store.Deed{
		Workspace: c.workspace, ID: action + "/" + onceID(c.trigger, json.RawMessage(c.text)), Actor: c.user,
		Action: action, Subject: c.channel + " " + subject, At: time.Now(),
	})
	return newReply(notice(answer), para(new(line).text(answer))), false, err
}

func (b *Bot) subscribeAsked(ctx context.Context, c command, ask digestAsk, w *words) (Reply, bool, error) {
	zone := ask.zone
	if zone == "" {
		zone = b.zoneOf(ctx, c.user)
	}
	fields := ask.cron
	if fields == "" {
		fields = defaultCron[ask.kind]
	}
	if _, err := schedule.Parse(fields, zone, periodOf(ask.kind)); err != nil {
		return newReply(notice(err.Error()), para(new(line).text(err.Error()))), false, nil
	}
	next, err := b.subscribe(ctx, c.workspace, c.channel, ask.kind, fields, zone, c.user, time.Now())
	if err != nil {
		return Reply{}, false, err
	}
	return b.deed(ctx, c, "digest subscribed", ask.kind+" "+fields+" "+zone, w.digest.subscribed(inZone(next, zone), zone))
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
func (b *Bot) plan(ctx context.Context, c command, ask digestAsk) (store.Schedule, schedule.Plan, error) {
	all, err := b.store.Schedules(ctx, c.workspace)
	if err != nil {
		return store.Schedule{}, schedule.Plan{}, err
	}
	is := store.Schedule{Channel: c.channel, Kind: ask.kind, Cron: defaultCron[ask.kind], Zone: b.options.Zone, By: c.user}
	for _, s := range all {
		if s.Channel == c.channel && s.Kind == ask.kind {
			is = s
		}
	}
	plan, err := schedule.Parse(is.Cron, is.Zone, periodOf(is.Kind))
	return is, plan, err
}

// previewDigest shows a person alone the digest of the period that ended last.
func (b *Bot) previewDigest(ctx context.Context, c command, ask digestAsk, w *words, lang string) (Reply, bool, error) {
	_, plan, err := b.plan(ctx, c, ask)
	if err != nil {
		return Reply{}, false, err
	}
	d, err := b.makeDigest(ctx, c.workspace, c.channel, plan, time.Now())
	if err != nil {
		return Reply{}, false, err
	}
	if d.Empty() || ask.kind == DigestLibrary && len(d.New) == 0 {
		return newReply(notice(w.digest.nothing), small(w.digest.nothing)), false, nil
	}
	return sayDigest(d, ask.kind, w, lang, looks{})[0], true, nil // a response URL takes no charts
}

// digestNow has the digest of the period that ended last posted at once.
func (b *Bot) digestNow(ctx context.Context, c command, ask digestAsk) error {
	is, _, err := b.plan(ctx, c, ask)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(dueDigest{c.channel, is.Kind, is.Cron, is.Zone, c.user, time.Now()})
	if err != nil {
		return fmt.Errorf("write down a digest: %w", err)
	}
	_, err = b.store.Accept(ctx, []store.Item{{
		Workspace: c.workspace, Kind: kindDigest, Lane: kindDigest + "/" + c.channel, Seq: b.inbox.next(),
		ID: kindDigest + "/now/" + onceID(c.trigger, json.RawMessage(c.text)), Payload: string(payload),
	}})
	b.work.nudge()
	return err
}

// digestState tells which digests a channel gets, and how to change that.
func (b *Bot) digestState(ctx context.Context, c command, w *words) (Reply, bool, error) {
	all, err := b.store.Schedules(ctx, c.workspace)
	if err != nil {
		return Reply{}, false, err
	}
	var lines []*line
	for _, s := range all {
		if s.Channel == c.channel {
			lines = append(lines, new(line).text(w.digest.state(s.Kind, inZone(s.Next, s.Zone), s.Zone)))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, new(line).text(w.digest.notSubscribed))
	}
	lines = append(lines, new(line).code("/incidentlib digest subscribe [weekly|monthly|library] [0 9 * * MON] [Asia/Seoul]"),
		new(line).code("/incidentlib digest preview | now | unsubscribe"))
	return newReply(notice(w.digest.notSubscribed), para(lines...)), false, nil
}
