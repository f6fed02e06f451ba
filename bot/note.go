package bot

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// lastNote is the latest note on a case that may be told where a message stands.
func (b *Bot) lastNote(ctx context.Context, to store.MessageKey, caseID string) (n store.Note, ok bool, err error) {
	notes, err := b.store.Notes(ctx, to.Workspace, caseID, to.Channel, 1)
	if err != nil || len(notes) == 0 {
		return store.Note{}, false, err
	}
	return notes[0], true, nil
}

// noted is a reply to a message with the latest note on its best case. The reply itself is kept
// without, for a note may be taken back.
func (b *Bot) noted(ctx context.Context, r Reply, to store.MessageKey) (Reply, error) {
	id := ballotCase(r)
	if id == "" {
		return r, nil
	}
	n, ok, err := b.lastNote(ctx, to, id)
	if err != nil || !ok {
		return r, err
	}
	r.Blocks.BlockSet = beforeActions(r.Blocks.BlockSet, noteBlock(n, wordsIn(r.Lang)))
	return r, nil
}

// noteBlock is a note in one line. What it says is somebody's text and shown as it is.
func noteBlock(n store.Note, w *words) *slack.ContextBlock {
	who := slack.NewTextBlockObject(slack.MarkdownType, w.note(dayOf(n.At)), false, true)
	return slack.NewContextBlock("", who, slack.NewTextBlockObject(slack.PlainTextType, oneLine(n.Body, 240), false, false))
}

// oneLine is somebody's text in one line of at most so many code points.
func oneLine(s string, most int) string {
	if s = cut(strings.Join(strings.Fields(plain(s)), " "), most); s == "" {
		return "…"
	}
	return s
}

// dayOf is a day in the time zone of whoever reads it.
func dayOf(t time.Time) string {
	return fmt.Sprintf("<!date^%d^{date_short}|%s>", t.Unix(), t.Format("2006-01-02"))
}
