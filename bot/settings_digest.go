package bot

import (
	"context"
	"fmt"
	"slices"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// boxDigests is the input of the digests that a channel gets.
const boxDigests = "digests"

// digestKinds are the kinds of digests in the order in which they are shown.
func digestKinds() []string { return []string{DigestWeekly, DigestMonthly, DigestLibrary} }

// schedulesOf are those of a channel.
func (b *Bot) schedulesOf(ctx context.Context, w store.Workspace, channel string) ([]store.Schedule, error) {
	all, err := b.store.Schedules(ctx, w)
	return slices.DeleteFunc(all, func(s store.Schedule) bool { return s.Channel != channel }), err
}

// kindsOf are the kinds of digests that schedules have come.
func kindsOf(schedules []store.Schedule) (kinds []string) {
	for _, s := range schedules {
		kinds = append(kinds, s.Kind)
	}
	return kinds
}

// digestBoxes asks which digests a channel gets, and tells when the next of those it has comes.
func (w *settingsWords) digestBoxes(has []store.Schedule) *slack.InputBlock {
	var options, ticked []*slack.OptionBlockObject
	for _, kind := range digestKinds() {
		o := slack.NewOptionBlockObject(kind, label(w.digests[kind].label), label(w.digests[kind].about))
		if i := slices.Index(kindsOf(has), kind); i >= 0 {
			o.Description = label(w.nextDigest(inZone(has[i].Next, has[i].Zone), has[i].Zone))
			ticked = append(ticked, o)
		}
		options = append(options, o)
	}
	boxes := slack.NewCheckboxGroupsBlockElement(boxDigests, options...)
	boxes.InitialOptions = ticked
	block := slack.NewInputBlock(boxDigests, label(w.digestsOf), label(w.digestsHint), boxes)
	block.Optional = true
	return block
}

// changeDigests subscribes and unsubscribes the channel to what differs from what the modal
// showed, and says each change in words. It is for the channel even where settings are changed for
// the whole workspace.
func (b *Bot) changeDigests(ctx context.Context, f form, m meta) (told []string, err error) {
	w := &wordsIn(m.Lang).settings
	has, err := b.schedulesOf(ctx, f.workspace, m.Channel)
	if err != nil {
		return nil, err
	}
	for _, kind := range digestKinds() {
		on := slices.Contains(f.values[boxDigests], kind)
		if on == slices.Contains(m.Digests, kind) {
			continue
		}
		changed, err := b.changeDigest(ctx, f, m.Channel, kind, on, slices.Contains(kindsOf(has), kind))
		if err != nil {
			return nil, err
		}
		if !changed {
			continue
		}
		change := w.digests[kind].label + ": " + map[bool]string{true: w.digestOn, false: w.digestOff}[on]
		if len(f.values[boxScope]) > 0 {
			change += " (" + w.from["channel"] + ")"
		}
		told = append(told, change)
	}
	return told, nil
}

// changeDigest subscribes a channel to a kind of digest, or ends that. It is noted before it is
// done, so that one who tries again knows it for theirs; what somebody else has done meanwhile
// stays as they did it.
func (b *Bot) changeDigest(ctx context.Context, f form, channel, kind string, on, is bool) (changed bool, err error) {
	action := map[bool]string{true: "digest subscribed", false: "digest unsubscribed"}[on]
	deed := store.Deed{
		Workspace: f.workspace, ID: fmt.Sprintf("%s/%s/%s/%s/%d", action, channel, kind, f.user, f.at.UnixMilli()),
		Actor: f.user, Action: action, Subject: channel + " " + kind, At: f.at,
	}
	if on == is {
		if ours, err := b.store.Audited(ctx, f.workspace, deed.ID); err != nil || !ours {
			return false, err
		}
	}
	if err := b.store.Audit(ctx, deed); err != nil {
		return false, err
	}
	if on {
		_, err = b.subscribe(ctx, f.workspace, channel, kind, defaultCron[kind], b.zoneOf(ctx, f.user), f.user, f.at)
	} else {
		_, err = b.store.Unsubscribe(ctx, f.workspace, channel, kind)
	}
	return true, err
}
