package bot

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

const (
	viewSettings = "settings"      // callback_id of the modal
	actSettings  = "settings"      // opens it; value: the id of a channel, "" for the one of the message
	setAdmins    = "admins"        // of a workspace: "1" lets only admins change settings
	inherit      = "inherit"       // the choice to set nothing
	shortest     = time.Minute     // of windows
	longest      = 744 * time.Hour // 31 days
	personLimit  = time.Second     // to ask Slack who somebody is, before a modal opens
	mostIDs      = 20              // in one list
	everyone     = "*"             // in a list: it is empty, whatever the workspace has
)

// settingsNames are the settings that people change, in the order in which they are shown.
func settingsNames() []string {
	return []string{setMode, setCare, setReply, setLanguage, setOnly, setNever, setWindow, setLine}
}

// choicesOf are the values that a setting may have; none for one that is typed.
func choicesOf(name string) []string {
	switch name {
	case setMode:
		return []string{ChannelOn, ChannelShadow, ChannelOff}
	case setCare:
		return []string{string(Careful), string(Balanced), string(Eager)}
	case setReply:
		return []string{ReplyInThread, ReplyWhenAsked}
	case setLanguage:
		return []string{"auto", "en", "ko"}
	case setLine:
		return []string{lineNone, lineOne}
	}
	return nil
}

// setting is one of them as it stands: its value, and where that comes from.
type setting struct {
	name, own, value string // own is "" when it is not set for the channel itself
	from             string // "channel", "workspace" or "program"
}

// settingsOf are the settings of a channel as they stand.
func (b *Bot) settingsOf(set store.Settings, channel string) []setting {
	program := map[string]string{
		setMode: ChannelOn, setCare: string(b.options.Care), setReply: ReplyInThread,
		setLanguage: LanguageSetting(b.options.Language), setWindow: spelled(b.options.Window), setLine: lineNone,
	}
	if program[setCare] == "" {
		program[setCare] = string(Careful)
	}
	var out []setting
	for _, name := range settingsNames() {
		s := setting{name: name, own: set[channel][name], value: program[name], from: "program"}
		switch {
		case s.own != "":
			s.value, s.from = s.own, "channel"
		case set[""][name] != "":
			s.value, s.from = set[""][name], "workspace"
		}
		if name == setWindow {
			s.value = respelled(s.value)
		}
		out = append(out, s)
	}
	return out
}

// LanguageSetting is a language as settings have it: "en", "ko", or "auto" for all else.
func LanguageSetting(language string) string {
	if language == "en" || language == "ko" {
		return language
	}
	return "auto"
}

// meta is what the modal of settings carries along.
type meta struct {
	Channel string            `json:"channel"`
	Lang    string            `json:"lang"`
	Home    bool              `json:"home,omitempty"`    // it was opened from the Home tab
	Own     map[string]string `json:"own"`               // what was set for the channel when it opened
	Digests []string          `json:"digests,omitempty"` // the kinds it had then
	Admins  bool              `json:"admins,omitempty"`
}

func metaOf(raw string) (m meta) {
	json.Unmarshal([]byte(raw), &m) // ours; an empty one names no channel
	return m
}

// configure opens the settings of a channel for somebody who may change them.
func (b *Bot) configure(ctx context.Context, from asker) error {
	lang := b.langOf(ctx, from)
	w := &wordsIn(lang).settings
	if !isChannel(from.channel) {
		return b.inform(ctx, from, w.elsewhere)
	}
	set, err := b.settings(ctx, from.workspace)
	if err != nil {
		return err
	}
	digests, err := b.schedulesOf(ctx, from.workspace, from.channel)
	if err != nil {
		return err
	}
	who := b.whois(ctx, from.user)
	if why := b.mayNot(ctx, from, set, who, w); why != "" {
		return b.inform(ctx, from, why)
	}
	view := b.settingsView(set, digests, from, who.admin, lang)
	if _, err := b.desk.api.OpenViewContext(ctx, from.trigger, view); err != nil {
		b.log.Warn("views.open failed; showing the settings in a message", "channel", from.channel, "err", err)
		if from.home {
			return nil // a second click is easier than a message elsewhere
		}
		return b.private(ctx, from.responseURL, from.channel, from.user, b.settingsReply(set, from.channel, lang))
	}
	return nil
}

// isChannel says whether an id is that of a channel, and not of a talk between people.
func isChannel(id string) bool { return strings.HasPrefix(id, "C") || strings.HasPrefix(id, "G") }

// settingsReply tells the settings of a channel, with a button that opens them.
func (b *Bot) settingsReply(set store.Settings, channel, lang string) Reply {
	w := &wordsIn(lang).settings
	lines := []*line{new(line).bold(w.title)}
	for _, s := range b.settingsOf(set, channel) {
		lines = append(lines, new(line).text(w.labels[s.name]+": ").bold(w.shown(s.name, s.value)).text(" ("+w.from[s.from]+")"))
	}
	blocks := []slack.Block{para(lines...)}
	if told := b.governed(set, channel, lang); told != "" {
		blocks = append(blocks, small(told))
	}
	blocks = append(blocks, slack.NewActionBlock("settings", button(actSettings, channel, w.change)))
	return newReply(notice(w.title), blocks...)
}

// ownOf are the settings that are set for a channel itself.
func ownOf(set store.Settings, channel string) map[string]string {
	own := map[string]string{}
	for _, name := range settingsNames() {
		if v := set[channel][name]; v != "" {
			own[name] = v
		}
	}
	return own
}

// settingsAsked opens the modal of settings, or in the answer to a mention, which can open
// none, shows them with a button that does.
func (b *Bot) settingsAsked(ctx context.Context, q question) (answer, error) {
	if q.trigger != "" {
		return answer{}, b.configure(ctx, asker{
			workspace: q.workspace, channel: q.channel, user: q.user, userTeam: q.workspace.Team, trigger: q.trigger, responseURL: q.responseURL, lang: q.lang,
		})
	}
	set, err := b.settings(ctx, q.workspace)
	if err != nil {
		return answer{}, err
	}
	return answer{Reply: b.settingsReply(set, q.channel, q.lang)}, nil
}
