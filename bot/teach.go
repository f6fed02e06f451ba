package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// shortcutSave is the message shortcut by which people save a thread as a case.
const shortcutSave = "save_case"

// A teacher is somebody who is about to write a case, and where.
type teacher struct {
	workspace                           store.Workspace
	channel, user, responseURL, trigger string
	home                                bool // they are in the Home tab, and see nothing but that
}

func (c click) teacher() teacher {
	return teacher{c.workspace, c.channel, c.user, c.responseURL, c.trigger, c.home}
}

// teachFromThread opens the form of a case with what the thread of a message tells.
func (b *Bot) teachFromThread(ctx context.Context, c click) error {
	m := object(c.message)
	w := wordsIn(b.lang(ctx, c.workspace, c.channel, textIn(c.message)))
	return b.teachAbout(ctx, c, cmp.Or(m.text("thread_ts"), m.text("ts")), c.message, w.own.unread)
}

// teachMissing opens the form of a case for an alert that none covers, from the button of a digest.
func (b *Bot) teachMissing(ctx context.Context, c click) error {
	w := wordsIn(b.lang(ctx, c.workspace, c.channel, ""))
	if why := b.keptOut(ctx, c, w.quiet.notOurs, w.quiet.untold); why != "" {
		return b.tellAlone(ctx, c, why)
	}
	rec, _, err := b.recordOf(ctx, c.workspace, permalink{channel: c.channel, ts: c.value})
	if err != nil {
		return err
	}
	known, err := json.Marshal(map[string]string{"text": rec.Title})
	if err != nil {
		return err
	}
	return b.teachAbout(ctx, c, cmp.Or(rec.ThreadTS, c.value), known, w.own.titleOnly)
}

// teachAbout opens the form of a case with what a thread tells, or, where that cannot be read,
// with a message, which without says above it. A modal must be opened within three seconds, and
// reading a thread may take longer: so it says first that it reads.
func (b *Bot) teachAbout(ctx context.Context, c click, thread string, message json.RawMessage, without string) error {
	who := c.teacher()
	lang := b.lang(ctx, c.workspace, c.channel, textIn(message))
	w := wordsIn(lang)
	id, err := b.desk.open(ctx, c.trigger, waitingView(w))
	if err != nil {
		return b.notOpened(ctx, who, w, err)
	}
	about := w.own.about
	messages, err := b.desk.thread(ctx, c.channel, thread)
	if err != nil || len(messages) == 0 {
		b.log.Warn("cannot read the thread; the form has the message alone", "channel", c.channel, "err", err)
		messages, about = []json.RawMessage{message}, without
	}
	v, err := b.vocabulary()
	if err != nil {
		return err
	}
	d := draftOf(messages, *b.self.Load(), v, w)
	if zone, err := time.LoadLocation(b.options.Zone); err == nil && !d.Began.IsZero() {
		d.Began = d.Began.In(zone) // its day is that of the workspace
	}
	return b.fill(ctx, id, caseForm(d, b.metaFor(ctx, who, lang), about))
}

// teach opens the form of a case with a text in it, or empty.
func (b *Bot) teach(ctx context.Context, who teacher, text, lang string) error {
	w := wordsIn(lang)
	id, err := b.desk.open(ctx, who.trigger, waitingView(w))
	if err != nil {
		return b.notOpened(ctx, who, w, err)
	}
	var d caseDraft
	if a := alert.FromText(castOf(nil, *b.self.Load(), &w.own).text(text)); a.Text != "" {
		v, err := b.vocabulary()
		if err != nil {
			return err
		}
		d.begin(a)
		d.guess("", v)
	}
	return b.fill(ctx, id, caseForm(d, b.metaFor(ctx, who, lang), w.own.empty))
}

// fill puts the form into the modal that waits for it. Somebody who has closed it meanwhile does
// not want it.
func (b *Bot) fill(ctx context.Context, id string, form slack.ModalViewRequest) error {
	err := persist(ctx, func() error { return b.desk.renew(ctx, id, form) })
	if said, ok := errors.AsType[slack.SlackErrorResponse](err); ok && said.Err == "not_found" {
		return nil
	}
	return err
}

// textIn is what a message says.
func textIn(message json.RawMessage) string {
	a, err := alert.Read(message)
	if err != nil {
		return ""
	}
	return a.Text
}

// metaFor is what the form notes of where a case is learned. A channel of which it cannot be told
// who reads it counts as private: then the person chooses.
func (b *Bot) metaFor(ctx context.Context, who teacher, lang string) ownMeta {
	private, err := b.desk.private(ctx, who.channel)
	if err != nil {
		b.log.Warn("cannot tell who reads the channel; it counts as private", "channel", who.channel, "err", err)
	}
	return ownMeta{Channel: who.channel, Private: private, Lang: lang, Response: who.responseURL}
}

// notOpened tells somebody that their modal could not be opened, which is most often too late.
func (b *Bot) notOpened(ctx context.Context, who teacher, w *words, err error) error {
	b.log.Warn("views.open failed", "user", who.user, "err", err)
	return b.tellTeacher(ctx, who, w.own.tooLate)
}

// sentenceReply is a reply of one sentence.
func sentenceReply(text string) Reply { return newReply(notice(text), para(new(line).text(text))) }

// learn keeps what a form tells: a new case under an id of its own, or a new version of one. Only
// now, when somebody has sent it, is it served.
func (b *Bot) learn(ctx context.Context, f form) error {
	m := f.ownMeta()
	w := wordsIn(m.Lang)
	who := teacher{workspace: f.workspace, channel: m.Channel, user: f.user, responseURL: m.Response, home: m.Home}
	if m.Channel == "" || len(caseFaults(f)) > 0 {
		return errors.New("a form that nobody could have sent")
	}
	if m.ID != "" {
		return b.revise(ctx, f, m, who, w)
	}
	own := store.OwnCase{
		Workspace: f.workspace, Channel: m.Channel, Private: m.Private && f.text(inWhere) != whereAll, Author: f.user, At: f.at,
	}
	library := b.library()
	id, err := b.store.AddCase(ctx, own, func(id string) (string, error) {
		if library.Case(id) != nil {
			return "", nil
		}
		return encoded(caseFrom(f, matcher.Case{ID: id}))
	})
	if err != nil {
		return err
	}
	own.ID = id
	return b.kept(ctx, own, "case saved", who, w.own.saved(id), w)
}

func encoded(c matcher.Case) (string, error) {
	if faults := c.Validate(); len(faults) > 0 {
		return "", faults
	}
	raw, err := json.Marshal(c)
	return string(raw), err
}

// addAsked opens the form of a case, empty. A mention opens no form.
func (b *Bot) addAsked(ctx context.Context, q question) (answer, error) {
	if q.trigger == "" {
		return said(q.words.own.byCommand), nil
	}
	return answer{}, b.teach(ctx, teacher{workspace: q.workspace, channel: q.channel, user: q.user, responseURL: q.responseURL, trigger: q.trigger}, q.Of, q.lang)
}

// noteAsked answers a note that was not written in a thread: mentions are read before verbs.
func (b *Bot) noteAsked(_ context.Context, q question) (answer, error) {
	return said(q.words.own.byMention), nil
}
