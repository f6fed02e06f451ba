package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// Names of the buttons by which people change their cases; the value of each is the id.
const (
	actOwnEdit    = "own_edit"
	actOwnDelete  = "own_delete"
	actOwnRestore = "own_restore"
	actOwnShare   = "own_share" // what was told in one channel is told everywhere
)

// ownClick does what a button of a case of one's own says, for those who may.
func (b *Bot) ownClick(ctx context.Context, c click) error {
	versions, err := b.store.History(ctx, c.workspace, c.value)
	if err != nil {
		return err
	}
	w, who := wordsIn(b.ownLang(ctx, c, lastBody(versions))), c.teacher()
	if len(versions) == 0 {
		return b.tellTeacher(ctx, who, w.noSuchCase(cut(c.value, 40)))
	}
	now := versions[0]
	who.channel = cmp.Or(who.channel, now.Channel)
	if why := b.unfit(ctx, versions, c.user, c.userTeam, w); why != "" {
		return b.tellTeacher(ctx, who, why)
	}
	now.Author, now.At = c.user, c.at
	switch c.action {
	case actOwnEdit:
		return b.editOwn(ctx, versions, who, w)
	case actOwnDelete:
		now.Body = ""
		return b.rewrite(ctx, now, "case deleted", who, w.own.removed(now.ID), w)
	case actOwnRestore:
		now.Body = lastBody(versions)
		return b.rewrite(ctx, now, "case restored", who, w.own.restored(now.ID), w)
	case actOwnShare:
		if now.Body == "" {
			return b.tellTeacher(ctx, who, w.own.gone(now.ID))
		}
		now.Private = false
		return b.rewrite(ctx, now, "case shared", who, w.own.shared(now.ID), w)
	}
	return nil
}

// ownLang is the language to speak in to who clicks about a case.
func (b *Bot) ownLang(ctx context.Context, c click, body string) string {
	if c.home {
		return b.homeLang(ctx, c.workspace, c.user)
	}
	var told matcher.Case
	_ = json.Unmarshal([]byte(body), &told) // one that cannot be read has no language
	return b.lang(ctx, c.workspace, c.channel, told.Title.En+told.Title.Ko)
}

// unfit is why somebody may not change a case; "" for its author and the members of the channel
// that it was learned in. People of other companies never may.
func (b *Bot) unfit(ctx context.Context, versions []store.OwnCase, user, team string, w *words) string {
	first := versions[len(versions)-1]
	if b.voteless(ctx, click{workspace: first.Workspace, userTeam: team, channel: first.Channel}, w) != "" {
		return w.own.notYours
	}
	if first.Author == user {
		return ""
	}
	in, err := b.desk.member(ctx, versions[0].Channel, user)
	switch {
	case err != nil:
		b.log.Warn("cannot tell who is in the channel of a case", "case", first.ID, "channel", versions[0].Channel, "err", err)
		return w.own.unknowable
	case !in:
		return w.own.notYours
	}
	return ""
}

// lastBody is what a case told before it was deleted.
func lastBody(versions []store.OwnCase) string {
	for _, v := range versions {
		if v.Body != "" {
			return v.Body
		}
	}
	return ""
}

// editOwn opens the form of a case as it is now, with who changed it when.
func (b *Bot) editOwn(ctx context.Context, versions []store.OwnCase, who teacher, w *words) error {
	now := versions[0]
	if now.Body == "" {
		return b.tellTeacher(ctx, who, w.own.gone(now.ID))
	}
	var c matcher.Case
	if err := json.Unmarshal([]byte(now.Body), &c); err != nil {
		return fmt.Errorf("read case %s: %w", now.ID, err)
	}
	lang := b.lang(ctx, who.workspace, who.channel, c.Title.En+c.Title.Ko)
	w = wordsIn(lang)
	view := caseForm(draftFrom(&c, lang), ownMeta{Channel: now.Channel, Lang: lang, ID: now.ID, Version: now.Version, Response: who.responseURL, Home: who.home}, w.own.empty)
	view.Blocks.BlockSet = append(view.Blocks.BlockSet, historyOf(versions, w))
	if _, err := b.desk.open(ctx, who.trigger, view); err != nil {
		return b.notOpened(ctx, who, w, err)
	}
	return nil
}

// mostVersions is how many versions a history shows.
const mostVersions = 10

// historyOf tells who changed a case when, the last first. In a modal a name calls nobody.
func historyOf(versions []store.OwnCase, w *words) *slack.RichTextBlock {
	var lines []*line
	for _, v := range versions[:min(len(versions), mostVersions)] {
		l := new(line).text(w.own.version(v.Version) + " · ")
		l.parts = append(l.parts,
			slack.NewRichTextSectionDateElement(v.At.Unix(), "{date_short} {time}", nil, new(v.At.Format("2006-01-02 15:04 UTC"))),
			slack.NewRichTextSectionTextElement(" · ", nil), slack.NewRichTextSectionUserElement(v.Author, nil))
		if v.Body == "" {
			l.text(" · " + w.own.deleted)
		}
		lines = append(lines, l)
	}
	block := para(new(line).bold(w.own.history))
	block.Elements = append(block.Elements, bullets(lines...))
	return block
}

// revise keeps a new version of a case. Where somebody else saved one meanwhile, this one goes
// over it, theirs stays in the history, and the person is told so. So they are of one that somebody
// deleted.
func (b *Bot) revise(ctx context.Context, f form, m ownMeta, who teacher, w *words) error {
	versions, err := b.store.History(ctx, f.workspace, m.ID)
	switch {
	case err != nil:
		return err
	case len(versions) == 0:
		return b.tellTeacher(ctx, who, w.noSuchCase(cut(m.ID, 40)))
	}
	if why := b.unfit(ctx, versions, f.user, f.userTeam, w); why != "" {
		return b.tellTeacher(ctx, who, why)
	}
	var before matcher.Case
	if err := json.Unmarshal([]byte(lastBody(versions)), &before); err != nil {
		return fmt.Errorf("read case %s: %w", m.ID, err)
	}
	now := versions[0]
	if now.Body, err = encoded(caseFrom(f, before)); err != nil {
		return err
	}
	now.Author, now.At = f.user, f.at
	version, err := b.store.SaveCase(ctx, now)
	if err != nil {
		return err
	}
	told := w.own.changed(m.ID, version)
	switch {
	case versions[0].Body == "":
		told += " " + w.own.revived
	case version > m.Version+1:
		told += " " + w.own.overtaken
	}
	return b.kept(ctx, now, "case changed", who, told, w)
}
