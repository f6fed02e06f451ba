package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// rewrite keeps a version of a case and tells the person so.
func (b *Bot) rewrite(ctx context.Context, own store.OwnCase, deed string, who teacher, told string, w *words) error {
	if _, err := b.store.SaveCase(ctx, own); err != nil {
		return err
	}
	return b.kept(ctx, own, deed, who, told, w)
}

// kept has a changed case found from now on, notes the deed, and confirms it to the person who
// did it, with what they can do next.
func (b *Bot) kept(ctx context.Context, own store.OwnCase, deed string, who teacher, told string, w *words) error {
	b.owners.forget(own.Workspace)
	err := b.store.Audit(ctx, store.Deed{
		Workspace: own.Workspace, ID: fmt.Sprint(deed, "/", own.ID, "/", own.Author, "/", own.At.UnixMilli()),
		Actor: own.Author, Action: deed, Subject: own.ID, At: own.At,
	})
	if err != nil {
		return err
	}
	if who.home {
		return b.tellTeacher(ctx, who, told)
	}
	now, ok, err := b.store.OwnCase(ctx, own.Workspace, own.ID)
	if err != nil {
		return err
	}
	r := sentenceReply(told)
	if !ok {
		r.Blocks.BlockSet = append(r.Blocks.BlockSet, slack.NewActionBlock("", button(actOwnRestore, own.ID, w.own.restore)))
		return b.private(ctx, who.responseURL, who.channel, who.user, r)
	}
	var c matcher.Case
	if err := json.Unmarshal([]byte(now.Body), &c); err != nil {
		return fmt.Errorf("read case %s: %w", own.ID, err)
	}
	return b.private(ctx, who.responseURL, who.channel, who.user, confirmation(told, now, &c, w))
}

// confirmation shows a case that was kept, where it is told, and what can be done to it.
func confirmation(told string, own store.OwnCase, c *matcher.Case, w *words) Reply {
	where := w.own.tellsAll
	if own.Private {
		where = w.own.tellsHere
	}
	if c.Lessons.Empty() {
		where += " " + w.own.waits
	}
	remove := button(actOwnDelete, c.ID, w.own.remove)
	remove.Confirm = confirm(w.own.sure, w.own.sureText, w)
	buttons := []slack.BlockElement{button(actOwnEdit, c.ID, w.own.edit), remove}
	if own.Private {
		share := button(actOwnShare, c.ID, w.own.share)
		share.Confirm = confirm(w.own.share, w.own.shareText, w)
		buttons = append(buttons, share)
	}
	title := c.Title.En
	if title == "" {
		title = c.Title.Ko
	}
	return newReply(notice(told), para(new(line).text(told), new(line).bold(title)), small(where), slack.NewActionBlock("", buttons...))
}

// confirm asks before something is done.
func confirm(title, text string, w *words) *slack.ConfirmationBlockObject {
	return slack.NewConfirmationBlockObject(plainText(title, 100), plainText(text, 300), plainText(w.own.yes, 30), plainText(w.own.no, 30))
}

func (b *Bot) tellTeacher(ctx context.Context, who teacher, text string) error {
	if who.home {
		return b.showHome(ctx, who.workspace, who.user, "", text)
	}
	return b.private(ctx, who.responseURL, who.channel, who.user, sentenceReply(text))
}
