package bot

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// A noteWanted is what somebody asks to note in a thread: on the case that was found there,
// unless they name one.
type noteWanted struct {
	caseID string
	body   string
	off    bool // take the last one back
}

var (
	noteShape = regexp.MustCompile(`(?is)^(?:note|메모)(?:\s+([\pL\pN][\pL\pN._-]*[0-9]))?\s*[:：]\s*(.*)$`)
	noteOff   = regexp.MustCompile(`(?i)^(?:note|메모)(?:\s+([\pL\pN][\pL\pN._-]*[0-9]))?\s+(?:off|해제|삭제|취소)\s*$`)
)

// noteIn reads what a mention asks to note; ok is false for a mention that asks for something else.
func noteIn(text string) (n noteWanted, ok bool) {
	text = strings.TrimSpace(text)
	if m := noteOff.FindStringSubmatch(text); m != nil {
		return noteWanted{caseID: m[1], off: true}, true
	}
	if m := noteShape.FindStringSubmatch(text); m != nil {
		return noteWanted{caseID: m[1], body: strings.TrimSpace(m[2])}, true
	}
	return noteWanted{}, false
}

// note keeps a note for the next reader of a case, or takes one back, and says what became of it.
// key is the message that asks, thread the first message of its thread, "" outside of one. The
// note goes when the message goes, and changes when it is edited.
func (b *Bot) note(ctx context.Context, n noteWanted, key store.MessageKey, thread, user string, w *words) (told string, err error) {
	c, why, err := b.notedCase(ctx, n, key, thread, w)
	if c == nil || err != nil {
		return why, err
	}
	if n.off {
		return b.unnote(ctx, c, key, user, w)
	}
	if n.body == "" {
		_, err := b.store.DropNote(ctx, key)
		return w.own.emptyNote, err
	}
	private, err := b.desk.private(ctx, key.Channel)
	if err != nil {
		b.log.Warn("cannot tell who reads the channel; the note is shown there alone", "channel", key.Channel, "err", err)
	}
	if _, err := b.store.DropNote(ctx, key); err != nil { // an edit may name another case
		return "", err
	}
	note := store.Note{
		Key: key, CaseID: c.ID, Private: private, Author: user, At: timeOf(key.TS),
		Body: cut(plain(matcher.HideSecrets(n.body)), maxNoted),
	}
	if err := b.store.AddNote(ctx, note); err != nil {
		return "", err
	}
	told = w.own.noted(c.ID)
	if private {
		told += " " + w.own.notedHere
	}
	return told, b.store.Audit(ctx, store.Deed{
		Workspace: key.Workspace, ID: "note kept/" + key.Channel + "/" + key.TS, Actor: user, Action: "note kept", Subject: c.ID, At: note.At,
	})
}

// maxNoted is how long a note may be, in code points.
const maxNoted = 1500

// notedCase is the case that a note is about, or why there is none.
func (b *Bot) notedCase(ctx context.Context, n noteWanted, key store.MessageKey, thread string, w *words) (c *matcher.Case, why string, err error) {
	library := b.libraryFor(ctx, key.Workspace, key.Channel)
	if n.caseID != "" {
		if c = library.Case(n.caseID); c == nil {
			return nil, w.noSuchCase(cut(n.caseID, 40)), nil
		}
		return c, "", nil
	}
	if thread == "" {
		return nil, w.own.noCaseHere, nil
	}
	root := key
	root.TS = thread
	rec, _, err := b.store.Get(ctx, root)
	if err == nil && rec.ToldIn != "" && rec.ReplyTS == "" && len(rec.CaseIDs) == 0 { // a repeat
		root.TS = rec.ToldIn
		rec, _, err = b.store.Get(ctx, root)
	}
	if err != nil {
		return nil, "", err
	}
	if rec.ReplyTS == "" && rec.ToldIn == "" || len(rec.CaseIDs) == 0 || library.Case(rec.CaseIDs[0]) == nil {
		return nil, w.own.noCaseHere, nil
	}
	return library.Case(rec.CaseIDs[0]), "", nil
}

// mostNoted is how many notes on a case are looked through for somebody's last.
const mostNoted = 200

// unnote takes the last note back that somebody left on a case in that channel: one for each
// message that asks for it, however often that is worked on.
func (b *Bot) unnote(ctx context.Context, c *matcher.Case, key store.MessageKey, user string, w *words) (told string, err error) {
	deed := store.Deed{
		Workspace: key.Workspace, ID: strings.Join([]string{"note taken back", key.Channel, key.TS, c.ID}, "/"),
		Actor: user, Action: "note taken back", Subject: c.ID, At: timeOf(key.TS),
	}
	if done, err := b.store.Audited(ctx, key.Workspace, deed.ID); err != nil || done {
		return w.own.unnoted(c.ID), err
	}
	notes, err := b.store.Notes(ctx, key.Workspace, c.ID, key.Channel, mostNoted)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(notes, func(n store.Note) bool {
		return n.Author == user && n.Key.Channel == key.Channel && n.Key.TS < key.TS
	})
	if i < 0 {
		return w.own.nothingNoted(c.ID), nil
	}
	return w.own.unnoted(c.ID), b.store.TakeNoteBack(ctx, notes[i].Key, deed)
}

// askedToNote answers a mention that asks to note something, in its thread.
func (b *Bot) askedToNote(ctx context.Context, m Message, a matcher.Alert, n noteWanted, rec store.Record) (Reason, error) {
	told, err := b.note(ctx, n, m.Key, m.ThreadTS, m.User, wordsIn(LanguageFor(m.in.Language, a.Text)))
	if err != nil {
		return "", err
	}
	d := Decision{Reason: Noted}
	if rec, err = b.send(ctx, m, sentenceReply(told), rec); err != nil {
		return b.unsent(ctx, m, a, d, rec, err)
	}
	return d.Reason, b.record(ctx, m, a, d, rec)
}
