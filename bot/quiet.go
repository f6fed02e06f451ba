package bot

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// People keep the bot quiet about one alert in one channel: for a while, until the alert is
// resolved, or from now on. The alert is counted on in its reply, and nothing is posted about it.

const (
	actQuiet   = "quiet"   // "Quiet for this alert"; value: a span as spanOf reads it
	actUnquiet = "unquiet" // "Undo"; value: the fingerprint of the alert
)

// quietWords are what is said about alerts kept quiet.
type quietWords struct {
	menu      string    // what stands on the menu before one chooses
	menuAll   string    // … under a reply for many
	choices   [4]string // one hour, one day, until resolved, always
	undo      string
	until     func(when string) string
	resolved  string // until the alert is resolved
	always    string
	by        func(person string) string // who set it, put after the three above
	ended     func(title string) string
	wasNot    func(title string) string // it ends what was not
	listed    func(n int) string
	none      string
	which     string                    // no alert was named
	noSpan    func(typed string) string // what was typed is no span
	unknown   string                    // nothing is known of the message that was named
	elsewhere string                    // the link leads to another channel
	noLast    string                    // "last", and there was none
	nameless  string                    // the alert cannot be told from others
	notOurs   string                    // people of other companies may not
	untold    string                    // … or it cannot be told whose they are
}

// A span is how long the bot keeps quiet. The zero span is "always".
type span struct {
	lasts    time.Duration
	resolved bool // until the alert is resolved
}

const (
	shortestSpan = time.Minute
	longestSpan  = 30 * 24 * time.Hour
)

// spanOf reads a span as people type it: "30m", "2h", "7d", "2시간", "resolved", "always".
func spanOf(typed string) (s span, ok bool) {
	switch typed = strings.ToLower(typed); typed {
	case "resolved", "해소":
		return span{resolved: true}, true
	case "always", "forever", "계속":
		return span{}, true
	}
	parts := spanForm.FindStringSubmatch(typed)
	if parts == nil {
		return span{}, false
	}
	n, err := strconv.Atoi(parts[1])
	unit := map[string]time.Duration{
		"m": time.Minute, "min": time.Minute, "분": time.Minute, "h": time.Hour, "시간": time.Hour, "d": 24 * time.Hour, "일": 24 * time.Hour,
	}[parts[2]]
	if s.lasts = time.Duration(n) * unit; err != nil || s.lasts < shortestSpan || s.lasts > longestSpan {
		return span{}, false
	}
	return s, true
}

var spanForm = regexp.MustCompile(`^([0-9]{1,5})(m|min|h|d|분|시간|일)$`)

// spans are the choices of the menu, in the order of quietWords.choices.
var spans = [4]string{"1h", "24h", "resolved", "always"}

// quietMenu is the menu under a reply. label stands on it before one chooses.
func quietMenu(label string, w *words) slack.BlockElement {
	var options []*slack.OptionBlockObject
	for i, s := range spans {
		label := slack.NewTextBlockObject(slack.PlainTextType, w.quiet.choices[i], false, false)
		options = append(options, slack.NewOptionBlockObject(s, label, nil))
	}
	return slack.NewOptionsSelectBlockElement(slack.OptTypeStatic, slack.NewTextBlockObject(slack.PlainTextType, label, false, false), actQuiet, options...)
}

// says tells how long a mute lasts and who set it, as mrkdwn. The name is written out: a mention
// would call them.
func (w *quietWords) says(m store.Mute) string {
	told := w.always
	switch {
	case m.Resolved:
		told = w.resolved
	case !m.Until.IsZero():
		told = w.until(fmt.Sprintf("<!date^%d^{date_short_pretty} {time}|%s UTC>", m.Until.Unix(), m.Until.Format("2006-01-02 15:04")))
	}
	if m.ByName != "" {
		told += " " + w.by(notice(cut(m.ByName, 40)))
	}
	return told
}

// A doer is somebody who did something: a user id, and the name where Slack gave it.
type doer struct{ id, name string }

// mute keeps quiet about the alert of a record from a moment on.
func (b *Bot) mute(ctx context.Context, rec store.Record, s span, by doer, at time.Time) (store.Mute, error) {
	m := store.Mute{
		Workspace: rec.Key.Workspace, Channel: rec.Key.Channel, Fingerprint: rec.Fingerprint, Title: rec.Title,
		Resolved: s.resolved, By: by.id, ByName: by.name, At: at,
	}
	if s.lasts > 0 {
		m.Until = at.Add(s.lasts)
	}
	if err := b.store.Mute(ctx, m); err != nil {
		return m, err
	}
	return m, b.audited(ctx, m, "mute")
}

// hush is mute, and shows it in the reply to the alert.
func (b *Bot) hush(ctx context.Context, rec store.Record, s span, by doer, at time.Time) (store.Mute, error) {
	m, err := b.mute(ctx, rec, s, by, at)
	if err != nil {
		return m, err
	}
	if err := b.refresh(ctx, hostOf(rec)); err != nil {
		return m, err
	}
	return m, b.refreshAlert(ctx, m, at)
}

func (b *Bot) audited(ctx context.Context, m store.Mute, action string) error {
	return b.store.Audit(ctx, store.Deed{
		Workspace: m.Workspace, ID: strings.Join([]string{action, m.Channel, m.Fingerprint, m.By, strconv.FormatInt(m.At.UnixMicro(), 36)}, "/"),
		Actor: m.By, Action: action, Subject: m.Channel + " " + m.Title, At: m.At,
	})
}

// hostOf is the message in whose reply a record is told of.
func hostOf(rec store.Record) store.MessageKey {
	host := rec.Key
	if rec.ToldIn != "" {
		host.TS = rec.ToldIn
	}
	return host
}

// begunUnder is since when an answer counts as that of a muted alert: as long as the mute lasts,
// it is the one under which it began.
func begunUnder(m store.Mute, at time.Time, window time.Duration) time.Time {
	if m.At.Before(at) {
		at = m.At
	}
	return at.Add(-window)
}

// muted is the mute that holds for an alert.
func (b *Bot) muted(ctx context.Context, m Message, a matcher.Alert) (store.Mute, bool, error) {
	return b.store.MuteOf(ctx, m.Key.Workspace, m.Key.Channel, m.fingerprint(a), m.When())
}
