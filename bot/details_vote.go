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

// The details of a case that a reply shows can be voted on, and lead to the others of that reply:
// it may have been the second.

// A reached is what the reply shows that a modal was opened from; zero for a modal that no reply
// stands behind.
type reached struct {
	key     store.MessageKey // of the alert
	ids     []string         // the cases of the reply, the best first
	yes, no int              // votes on the one in the modal
}

// reachedFrom is what the reply shows behind a modal of a case. That it cannot be read hides nothing
// else.
func (b *Bot) reachedFrom(ctx context.Context, w store.Workspace, meta viewMeta, caseID string) (r reached) {
	if meta.Reply == "" {
		return reached{}
	}
	rec, ok, err := b.store.ByReply(ctx, w, meta.Channel, meta.Reply)
	if err == nil && ok && rec.Reason != string(Storm) {
		r.key, r.ids = rec.Key, rec.CaseIDs
		r.yes, r.no, err = b.store.VotesOn(ctx, rec.Key, caseID)
	}
	if err != nil {
		b.log.Warn("no votes in the details", "case", caseID, "err", err)
		return reached{}
	}
	return r
}

// ballot are the blocks by which people say that it was this case, nil where it is none of the reply.
func (r reached) ballot(c *matcher.Case, w *words) []slack.BlockElement {
	if !slices.Contains(r.ids, c.ID) {
		return nil
	}
	label := w.right
	if r.yes > 0 {
		label += fmt.Sprintf(" · %d", r.yes)
	}
	return []slack.BlockElement{button(actRight, c.ID, label)}
}

// others are buttons that open the other cases of the reply.
func (r reached) others(library *matcher.Library, c *matcher.Case, lang string) (buttons []slack.BlockElement) {
	for i, id := range r.ids {
		if other := library.Case(id); other != nil && other.ID != c.ID {
			buttons = append(buttons, button(fmt.Sprintf("%s/reply%d", actRelated, i), lang+" "+other.ID, other.ID+" · "+plain(other.Title.In(lang))))
		}
	}
	return buttons
}

// behind puts the reply that a modal was opened from in the place of the message that a click was on.
func (c click) behind() click {
	var meta viewMeta
	if c.view != "" && !c.home && (c.action == actRight || c.action == actWrong) && json.Unmarshal([]byte(c.meta), &meta) == nil {
		c.channel, c.ts = meta.Channel, meta.Reply
	}
	return c
}

// showVoted shows in the details how people voted by now.
func (b *Bot) showVoted(ctx context.Context, c click, rec store.Record) {
	var meta viewMeta
	if c.view == "" || json.Unmarshal([]byte(c.meta), &meta) != nil {
		return
	}
	library := b.libraryFor(ctx, c.workspace, c.channel)
	var kept Reply
	json.Unmarshal([]byte(rec.Reply), &kept) // of which the language is wanted; English else
	lang := LanguageFor(kept.Lang, "")
	if found := library.Case(c.value); found != nil {
		if _, err := b.desk.api.UpdateViewContext(ctx, b.detailsOf(ctx, library, found, lang, meta, c.workspace), "", "", c.view); err != nil {
			b.log.Warn("the details stay as they are", "case", found.ID, "err", err)
		}
	}
}

// detailsOf is the modal of a case of a library.
func (b *Bot) detailsOf(ctx context.Context, library *matcher.Library, c *matcher.Case, lang string, meta viewMeta, w store.Workspace) slack.ModalViewRequest {
	return detailsOf(library, c, lang, b.names(lang), meta, b.notesFor(ctx, w, c.ID, meta), b.reachedFrom(ctx, w, meta, c.ID))
}

// another tells the votes for the cases of a reply that are not its best.
func (b *Bot) another(ctx context.Context, rec store.Record, w *words) (string, error) {
	if rec.Reason == string(Storm) || len(rec.CaseIDs) < 2 {
		return "", nil
	}
	var told []string
	for _, id := range rec.CaseIDs[1:] {
		yes, _, err := b.store.VotesOn(ctx, rec.Key, id)
		if err != nil {
			return "", err
		}
		if yes > 0 {
			told = append(told, fmt.Sprintf("%s: %s %d", w.right, notice(id), yes))
		}
	}
	return strings.Join(told, " · "), nil
}
