package bot

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"incidentlib/bot/store"
)

// settingsFaults says what is wrong with a filled-in modal of settings, by input.
func settingsFaults(f form) map[string]string {
	w := &wordsIn(metaOf(f.meta).Lang).settings
	faults := map[string]string{}
	for _, name := range []string{setOnly, setNever} {
		ids := listed(f.text(name))
		if len(ids) > mostIDs {
			faults[name] = w.manyIDs
		}
		for _, id := range ids {
			if !slackID.MatchString(id) {
				faults[name] = w.badID(cut(plain(id), 40))
			}
			if name == setNever && slices.Contains(listed(f.text(setOnly)), id) {
				faults[name] = w.both
			}
		}
	}
	if v := f.text(setWindow); v != "" {
		if d, err := windowOf(v); err != nil || d < shortest || d > longest {
			faults[setWindow] = w.badWindow
		}
	}
	return faults
}

// slackID is the id of a person, bot or app.
var slackID = regexp.MustCompile(`^[UWBA][A-Z0-9]{2,20}$`)

// windowOf reads a time as people type it; days, too.
func windowOf(text string) (time.Duration, error) {
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err == nil && (n < 0 || n > 1000) {
			return 0, strconv.ErrRange
		}
		return time.Duration(n) * 24 * time.Hour, err
	}
	return time.ParseDuration(text)
}

// filled is a setting as a form has it, "" for one that is not set.
func (f form) filled(name string) string {
	switch v := f.text(name); {
	case v == inherit:
		return ""
	case name == setWindow && v != "":
		d, err := windowOf(v)
		if err != nil {
			return ""
		}
		return d.String()
	case (name == setOnly || name == setNever) && v != everyone:
		return strings.Join(listed(v), ",")
	default:
		return v
	}
}

// saveSettings keeps what somebody changed in the modal of settings, and tells them.
func (b *Bot) saveSettings(ctx context.Context, f form) error {
	m := metaOf(f.meta)
	w := &wordsIn(m.Lang).settings
	from := asker{workspace: f.workspace, channel: m.Channel, user: f.user, userTeam: f.userTeam, home: m.Home}
	set, err := b.store.Settings(ctx, f.workspace)
	if err != nil {
		return err
	}
	who := b.whois(ctx, f.user)
	if why := b.mayNot(ctx, from, set, who, w); why != "" {
		return b.inform(ctx, from, why)
	}
	if len(f.values[boxScope])+len(f.values[boxAdmins]) > 0 && !who.admin {
		return b.inform(ctx, from, w.notAdmin)
	}
	told, err := b.changeSettings(ctx, f, m, set, who.admin)
	if err != nil {
		return err
	}
	b.channels.clear()
	digests, err := b.changeDigests(ctx, f, m)
	if err != nil {
		return err
	}
	told = append(told, digests...)
	if len(told) == 0 {
		return b.inform(ctx, from, w.unchanged)
	}
	first := w.saved
	if len(f.values[boxScope]) > 0 {
		first = w.savedAll
	}
	return b.inform(ctx, from, first, told...)
}

// changeSettings sets what differs from what the modal showed, so that nobody undoes what
// another changed meanwhile, and says each change in words.
func (b *Bot) changeSettings(ctx context.Context, f form, m meta, set store.Settings, admin bool) (told []string, err error) {
	w := &wordsIn(m.Lang).settings
	scope, before := m.Channel, m.Own
	if len(f.values[boxScope]) > 0 {
		scope, before = "", set[""]
	}
	var deeds []string
	change := func(channel, name, value string) {
		if err == nil {
			err = b.store.Set(ctx, f.workspace, channel, name, value, f.user, f.at)
			deeds = append(deeds, fmt.Sprintf("%s %s=%s", channel, name, value))
		}
	}
	for _, name := range settingsNames() {
		value := f.filled(name)
		if value == m.Own[name] {
			continue
		}
		change(scope, name, value)
		if scope == "" {
			change(m.Channel, name, "") // what is for all is for this one, too
		}
		told = append(told, w.labels[name]+": "+w.valued(name, before[name])+" → "+w.valued(name, value))
	}
	if admins := len(f.values[boxAdmins]) > 0; admin && admins != m.Admins {
		value := map[bool]string{true: "1"}[admins]
		change("", setAdmins, value)
		told = append(told, w.admins.label+map[bool]string{true: " ✓", false: " ✗"}[admins])
	}
	if len(f.values[boxUngovern]) > 0 {
		change(m.Channel, setGovernor, governor{Since: f.at.UnixMilli()}.String())
		told = append(told, w.governor+": "+w.ungovern)
	}
	if err != nil || len(deeds) == 0 {
		return nil, err
	}
	return told, b.store.Audit(ctx, store.Deed{
		Workspace: f.workspace, ID: fmt.Sprintf("settings/%s/%s/%d", m.Channel, f.user, f.at.UnixMilli()), Actor: f.user,
		Action: "settings", Subject: strings.TrimSpace(strings.Join(deeds, "; ")), At: f.at,
	})
}

// valued is a value of a setting in words, also of one that is not set.
func (w *settingsWords) valued(name, value string) string {
	if value == "" {
		return w.notSet
	}
	return w.shown(name, value)
}

// inform tells one person something, and a list under it: where they asked, or in the Home tab.
func (b *Bot) inform(ctx context.Context, from asker, text string, items ...string) error {
	if from.home {
		return b.showHome(ctx, from.workspace, from.user, "", strings.Join(append([]string{text}, items...), "\n"))
	}
	block := para(new(line).text(text))
	var lines []*line
	for _, item := range items {
		lines = append(lines, new(line).text(item))
	}
	if len(lines) > 0 {
		block.Elements = append(block.Elements, bullets(lines...))
	}
	r := newReply(notice(text), block)
	if from.responseURL != "" {
		return b.private(ctx, from.responseURL, from.channel, from.user, r)
	}
	return b.desk.whisper(ctx, from.channel, from.user, r)
}
