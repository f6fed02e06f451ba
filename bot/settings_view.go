package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// Names of the inputs in the modal of settings that are no settings of a channel.
const (
	boxScope    = "scope"    // for the whole workspace
	boxAdmins   = "admins"   // only admins may change settings
	boxUngovern = "governor" // what the governor did is taken back
	ticked      = "yes"
)

// settingsView is the modal in which the settings of a channel are changed. Admins see what
// concerns the whole workspace beside.
func (b *Bot) settingsView(set store.Settings, digests []store.Schedule, from asker, admin bool, lang string) slack.ModalViewRequest {
	w := &wordsIn(lang).settings
	kept, err := json.Marshal(meta{from.channel, lang, from.home, ownOf(set, from.channel), kindsOf(digests), set[""][setAdmins] != ""})
	if err != nil {
		panic(err) // strings
	}
	blocks := []slack.Block{para(new(line).channel(from.channel).text(" — " + w.about))}
	if told := b.governed(set, from.channel, lang); told != "" {
		blocks = append(blocks, small(told), tick(boxUngovern, w.governor, wording{label: w.ungovern}, false))
	}
	for _, s := range b.settingsOf(set, from.channel) {
		if s.name == setLine {
			blocks = append(blocks, w.digestBoxes(digests))
		}
		blocks = append(blocks, w.input(s, outer(b, set, s.name)))
	}
	if admin {
		blocks = append(blocks, tick(boxScope, w.everywhere.label, wording{w.scope.label, w.scope.about}, false),
			tick(boxAdmins, w.everywhere.about, w.admins, set[""][setAdmins] != ""))
	}
	return slack.ModalViewRequest{
		Type: slack.VTModal, CallbackID: viewSettings, PrivateMetadata: string(kept),
		Title: label(cut(w.title, 24)), Submit: label(w.save), Close: label(w.cancel),
		Blocks: slack.Blocks{BlockSet: blocks},
	}
}

// outer is a setting as it would stand without the channel's own.
func outer(b *Bot, set store.Settings, name string) setting {
	for _, s := range b.settingsOf(store.Settings{"": set[""]}, "-") {
		if s.name == name {
			return s
		}
	}
	return setting{}
}

// input asks for one setting: by choices, of which the first is to set nothing, or by a text.
func (w *settingsWords) input(s, above setting) *slack.InputBlock {
	choices := choicesOf(s.name)
	if choices == nil {
		return w.typed(s, above)
	}
	options := []*slack.OptionBlockObject{slack.NewOptionBlockObject(inherit,
		label(cut(w.unset(w.shown(s.name, above.value), w.from[above.from]), maxButton)), nil)}
	first := options[0]
	for _, value := range choices {
		o := slack.NewOptionBlockObject(value, label(w.choices[value].label), nil)
		if about := w.choices[value].about; about != "" {
			o.Description = label(about)
		}
		if options = append(options, o); value == s.own {
			first = o
		}
	}
	radio := slack.NewRadioButtonsBlockElement(s.name, options...)
	radio.InitialOption = first
	return slack.NewInputBlock(s.name, label(w.labels[s.name]), nil, radio)
}

// typed asks for a setting that is typed. Empty is to set nothing.
func (w *settingsWords) typed(s, above setting) *slack.InputBlock {
	hint := w.idsHint
	switch {
	case s.name == setWindow:
		hint = w.windowHint
	case above.value != "":
		hint += " " + w.allHint(cut(w.shown(s.name, above.value), 200))
	}
	place := label(cut(w.unset(w.shown(s.name, above.value), w.from[above.from]), 140))
	in := slack.NewPlainTextInputBlockElement(place, s.name)
	in.InitialValue, in.MaxLength = s.own, 1000
	if s.name == setWindow {
		in.InitialValue = respelled(s.own)
	}
	block := slack.NewInputBlock(s.name, label(w.labels[s.name]), label(hint), in)
	block.Optional = true
	return block
}

// tick is an input of one box to tick.
func tick(name, heading string, what wording, on bool) *slack.InputBlock {
	o := slack.NewOptionBlockObject(ticked, label(what.label), nil)
	if what.about != "" {
		o.Description = label(what.about)
	}
	boxes := slack.NewCheckboxGroupsBlockElement(name, o)
	if on {
		boxes.InitialOptions = []*slack.OptionBlockObject{o}
	}
	block := slack.NewInputBlock(name, label(heading), nil, boxes)
	block.Optional = true
	return block
}

func label(s string) *slack.TextBlockObject {
	return slack.NewTextBlockObject(slack.PlainTextType, s, false, false)
}

// spelled writes a window as people type it: "24h", "30m", "2d" stays "48h".
func spelled(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return strings.TrimSuffix(d.String(), "0s")
}

func respelled(window string) string {
	if d, err := time.ParseDuration(window); err == nil && d > 0 {
		return spelled(d)
	}
	return ""
}
