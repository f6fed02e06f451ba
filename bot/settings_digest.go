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
// showed, and says each change in words.
func (b *Bot) changeDigests(ctx context.Context, f form, m meta) (told []string, err error) {
	w := &wordsIn(m.Lang).settings
	for _, kind := range digestKinds() {
		on := slices.Contains(f.values[boxDigests], kind)
		if on == slices.Contains(m.Digests, kind) {
			continue
		}
		action := "digest unsubscribed"
		if on {
			action = "digest subscribed"
			_, err = b.subscribe(ctx, f.workspace, m.Channel, kind, defaultCron[kind], b.zoneOf(ctx, f.user), f.user, f.at)
		} else {
			_, err = b.store.Unsubscribe(ctx, f.workspace, m.Channel, kind)
		}
		if err != nil {
			return nil, err
		}
		told = append(told, w.digests[kind].label+": "+map[bool]string{true: w.digestOn, false: w.digestOff}[on])
		err = b.store.Audit(ctx, store.Deed{
			Workspace: f.workspace, ID: fmt.Sprintf("%s/%s/%s/%s/%d", action, m.Channel, kind, f.user, f.at.UnixMilli()),
			Actor: f.user, Action: action, Subject: m.Channel + " " + kind, At: f.at,
		})
		if err != nil {
			return nil, err
		}
	}
	return told, nil
}
