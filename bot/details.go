package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// The details of a case are a modal over the conversation. From it one goes on to the case in
// the other language, and to related cases.

const (
	actLang    = "lang"    // the case in the other language; value as of actDetails
	actRelated = "related" // a related case; one block has several, as "related/0"

	detailsView = "case" // the callback_id of the modal
	mostViews   = 3      // on top of each other, as Slack allows
	mostRelated = 5
	mostNotes   = 5
)

// viewMeta is what the bot notes on a modal of its own.
type viewMeta struct {
	Channel string `json:"channel"`         // where it was opened, which decides on what may be told
	Depth   int    `json:"depth"`           // 1 for the one at the bottom
	Reply   string `json:"reply,omitempty"` // the time stamp of the reply it was opened from
}

// caseNamed is the case that the value of a button names, out of those that may be told where the
// button is, and the language to show it in.
func caseNamed(library *matcher.Library, value string) (c *matcher.Case, id, lang string) {
	lang, id, _ = strings.Cut(value, " ")
	return library.Case(id), id, lang
}

// details opens the whole case over the conversation. Where that comes too late, Slack takes
// three seconds for it, the person who clicked gets the case as a message.
func (b *Bot) details(ctx context.Context, c click) error {
	library := b.libraryFor(ctx, c.workspace, c.channel)
	found, id, lang := caseNamed(library, c.value)
	w := wordsIn(lang)
	if why := b.keptOut(ctx, c, w.whole.notOurs, w.whole.untold); why != "" {
		return b.tellAlone(ctx, c, why)
	}
	if found == nil {
		return b.tellAlone(ctx, c, w.noSuchCase(cut(id, 40)))
	}
	meta := viewMeta{Channel: c.channel, Depth: 1, Reply: c.ts}
	view := b.detailsOf(ctx, library, found, lang, meta, c.workspace)
	if _, err := b.desk.api.OpenViewContext(ctx, c.trigger, view); err != nil {
		b.log.Warn("views.open failed; showing the case in a message", "case", found.ID, "err", err)
		return b.private(ctx, c.responseURL, c.channel, c.user, newReply(notice(found.ID+" — "+found.Title.In(lang)), wholeCase(found, w, lang, b.names(lang), inMessage)...))
	}
	return nil
}

// inDetails is a click in the modal of a case: the other language takes its place, a related
// case lies on top, or in its place where Slack takes no more.
func (b *Bot) inDetails(ctx context.Context, c click) error {
	var meta viewMeta
	if json.Unmarshal([]byte(c.meta), &meta) != nil {
		return nil // a modal of another making
	}
	library := b.libraryFor(ctx, c.workspace, meta.Channel)
	found, _, lang := caseNamed(library, c.value)
	if found == nil {
		return nil // it is gone
	}
	push := c.action == actRelated && meta.Depth < mostViews
	if push {
		meta.Depth++
	}
	view := b.detailsOf(ctx, library, found, lang, meta, c.workspace)
	var err error
	if push {
		_, err = b.desk.api.PushViewContext(ctx, c.trigger, view)
	} else {
		_, err = b.desk.api.UpdateViewContext(ctx, view, "", "", c.view)
	}
	if err != nil { // the person sees the case they had, and may click again
		b.log.Warn("the details stay as they are", "case", found.ID, "err", err)
	}
	return nil
}

// notesFor are the notes on a case that may be told where its modal was opened. That they cannot
// be read hides nothing else.
func (b *Bot) notesFor(ctx context.Context, w store.Workspace, id string, meta viewMeta) []store.Note {
	notes, err := b.store.Notes(ctx, w, id, meta.Channel, mostNotes)
	if err != nil {
		b.log.Warn("the notes are not shown", "case", id, "err", err)
	}
	return notes
}

// detailsOf is the modal of a case of a library, opened from a reply.
func detailsOf(library *matcher.Library, c *matcher.Case, lang string, names func(slug string) string, meta viewMeta, notes []store.Note, from reached) slack.ModalViewRequest {
	w := wordsIn(lang)
	blocks := wholeView(c, w, lang, names, notes)
	top := from.ballot(c, w)
	if inBoth(c) {
		other := map[string]string{"en": "ko", "ko": "en"}[lang]
		top = append(top, button(actLang, other+" "+c.ID, w.whole.other))
	}
	if len(top) > 0 {
		blocks = slices.Insert(blocks, 2, slack.Block(slack.NewActionBlock("", top...)))
	}
	if others := from.others(library, c, lang); len(others) > 0 {
		blocks = append(blocks, para(new(line).bold(w.also)), slack.NewActionBlock("", others...))
	}
	if others := related(library, c, lang); len(others) > 0 {
		blocks = append(blocks, para(new(line).bold(w.whole.related)), slack.NewActionBlock("", others...))
	}
	noted, err := json.Marshal(meta)
	if err != nil {
		panic(err) // a string and a number
	}
	return slack.ModalViewRequest{
		Type: slack.VTModal, CallbackID: detailsView, PrivateMetadata: string(noted),
		Title:  slack.NewTextBlockObject(slack.PlainTextType, cut(c.ID, 24), false, false),
		Close:  slack.NewTextBlockObject(slack.PlainTextType, w.close, false, false),
		Blocks: slack.Blocks{BlockSet: blocks},
	}
}

// inBoth says whether a case can be read in English and in Korean.
func inBoth(c *matcher.Case) bool {
	en, ko := false, false
	for _, t := range []matcher.Text{c.Summary, c.Lessons, c.SymptomsText} {
		en, ko = en || t.En != "", ko || t.Ko != ""
	}
	return en && ko
}

// related are buttons that open the cases which a case names.
func related(library *matcher.Library, c *matcher.Case, lang string) []slack.BlockElement {
	ids := []string{c.RecurrenceOf}
	for _, ref := range c.Related {
		ids = append(ids, ref.ID)
	}
	var buttons []slack.BlockElement
	seen := map[string]bool{c.ID: true}
	for _, id := range ids {
		other := library.Case(id)
		if id == "" || other == nil || seen[other.ID] || len(buttons) == mostRelated {
			continue
		}
		seen[other.ID] = true
		action := fmt.Sprintf("%s/%d", actRelated, len(buttons))
		buttons = append(buttons, button(action, lang+" "+other.ID, other.ID+" · "+plain(other.Title.In(lang))))
	}
	return buttons
}
