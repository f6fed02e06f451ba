package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// How much the Home tab shows of each kind: together well under Slack's 100 blocks.
const (
	mostRooms = 25
	mostMutes = 20
	mostOwn   = 15
	mostFresh = 8
)

// homeWords are the words of the Home tab.
type homeWords struct {
	week                         string
	read                         func(alerts, answered int) string
	told                         func(n int) string // in the reply of another: repeats and storms
	silent                       func(n int, why string) string
	votes                        func(yes, no, percent int) string
	quiet, noVotes, blind, alone string // nothing happened; nobody voted; channels are not known; none are shared

	channels, settings string
	room               func(alerts, answered int) string
	abroad             string // other companies read it, so the bot does not

	muted, unmute, noMutes string
	forGood, tillOver      string
	still                  func(left string) string
	unmuted                func(title string) string

	waiting, write, noWaiting string
	recent, noRecent          string
	added, changed            func(ago string) string

	reasons map[Reason]string
}

// blocks shows a home.
func (h home) blocks() []slack.Block {
	words := wordsIn(h.lang)
	w := &words.home
	var out []slack.Block
	if h.told != "" {
		out = append(out, para(new(line).text("✓ "+h.told)), slack.NewDividerBlock())
	}
	out = append(out, heading(w.week), h.week(w))
	out = append(out, slack.NewDividerBlock(), heading(w.channels))
	switch {
	case h.blind:
		out = append(out, small(w.blind))
	case len(h.rooms) == 0:
		out = append(out, small(w.alone))
	}
	for _, r := range h.rooms[:min(len(h.rooms), mostRooms)] {
		out = append(out, r.block(words))
	}
	out = append(out, more(len(h.rooms)-mostRooms, words)...)
	out = append(out, slack.NewDividerBlock(), heading(w.muted))
	out = append(out, h.muted(words)...)
	out = append(out, slack.NewDividerBlock(), heading(w.waiting))
	if len(h.waiting) == 0 {
		out = append(out, small(w.noWaiting))
	}
	for _, c := range h.waiting[:min(len(h.waiting), mostOwn)] {
		out = append(out, row(plain(cut(c.title+" · "+c.id, 300)), button(actOwnEdit, c.id, w.write)))
	}
	out = append(out, more(len(h.waiting)-mostOwn, words)...)
	out = append(out, slack.NewDividerBlock(), heading(w.recent))
	return append(out, h.added(w))
}

// week tells what the bot did in a week.
func (h home) week(w *homeWords) slack.Block {
	all, elsewhere, silent := 0, 0, 0
	var why []string
	for reason, n := range h.sums {
		switch Reason(reason) {
		case Gone, NoneHeld:
			continue
		case Repeat, Gathered, Closed:
			elsewhere += n
		case Answered, Storm, Updated:
		default:
			silent += n
			name := w.reasons[Reason(reason)]
			if name == "" {
				name = reason
			}
			why = append(why, fmt.Sprintf("%s %d", name, n))
		}
		all += n
	}
	if all == 0 {
		return small(w.quiet)
	}
	slices.Sort(why)
	lines := []*line{new(line).text(w.read(all, h.replied))}
	if elsewhere > 0 {
		lines = append(lines, new(line).text(w.told(elsewhere)))
	}
	if silent > 0 {
		lines = append(lines, new(line).text(w.silent(silent, strings.Join(why, ", "))))
	}
	votes := w.noVotes
	if n := h.yes + h.no; n > 0 {
		votes = w.votes(h.yes, h.no, (200*h.yes+n)/(2*n))
	}
	return slack.NewRichTextBlock("", bullets(append(lines, new(line).text(votes))...))
}

// block shows a channel and how the bot behaves in it, with a button to change that.
func (r room) block(words *words) slack.Block {
	w, s := &words.home, &words.settings
	set := []string{s.choices[r.set.Mode].label}
	if r.set.Mode != ChannelOff {
		set = append(set, s.choices[string(carefulOr(r.set.Care))].label, s.choices[r.set.Reply].label)
	}
	text := fmt.Sprintf("<#%s> · %s\n%s", r.id, strings.Join(set, " · "), w.room(r.alerts, r.replied))
	switch {
	case r.shared:
		text = fmt.Sprintf("<#%s>\n%s", r.id, w.abroad)
	case r.held != "":
		text += "\n" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(r.held)
	}
	b := slack.NewSectionBlock(slack.NewTextBlockObject(slack.MarkdownType, text, false, true), nil, nil)
	b.Accessory = slack.NewAccessory(button(actSettings, r.id, w.settings))
	return b
}

// carefulOr is the care of the program where none was named.
func carefulOr(c Care) Care {
	if c == Balanced || c == Eager {
		return c
	}
	return Careful
}

// muted lists the alerts that the bot is quiet about.
func (h home) muted(words *words) (out []slack.Block) {
	w := &words.home
	if len(h.mutes) == 0 {
		return []slack.Block{small(w.noMutes)}
	}
	for _, m := range h.mutes[:min(len(h.mutes), mostMutes)] {
		text := plain(cut(m.Title, 200)) + "\n#" + plain(cut(h.names[m.Channel], 80)) + " · " + h.still(m, w)
		out = append(out, row(text, button(actUnmute, m.Channel+" "+m.Fingerprint, w.unmute)))
	}
	return append(out, more(len(h.mutes)-mostMutes, words)...)
}

// still says for how long an alert stays muted.
func (h home) still(m store.Mute, w *homeWords) string {
	switch {
	case m.Resolved:
		return w.tillOver
	case m.Until.IsZero():
		return w.forGood
	}
	return w.still(spell(m.Until.Sub(h.at), h.lang))
}

// added lists the own cases that were written last.
func (h home) added(w *homeWords) slack.Block {
	if len(h.recent) == 0 {
		return small(w.noRecent)
	}
	var lines []*line
	for _, c := range h.recent[:min(len(h.recent), mostFresh)] {
		when := w.changed
		if c.fresh {
			when = w.added
		}
		lines = append(lines, new(line).bold(cut(c.title, 200)).text(" · "+c.id+" · "+when(spell(max(h.at.Sub(c.at), time.Minute), h.lang))))
	}
	return slack.NewRichTextBlock("", bullets(lines...))
}

func heading(s string) slack.Block {
	return slack.NewHeaderBlock(slack.NewTextBlockObject(slack.PlainTextType, cut(s, 150), true, false))
}

// row is a text that is shown as it is, with a button beside it.
func row(text string, b *slack.ButtonBlockElement) slack.Block {
	s := slack.NewSectionBlock(label(text), nil, nil)
	s.Accessory = slack.NewAccessory(b)
	return s
}

// more says how many are not shown, where some are not.
func more(n int, w *words) []slack.Block {
	if n <= 0 {
		return nil
	}
	return []slack.Block{small(w.more(n))}
}
