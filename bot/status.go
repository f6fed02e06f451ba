package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// A posted reply is edited in place as its alert goes on: the cases stay, and a line
// above them says how often it was seen, when it was resolved and until when it is kept quiet.

const statusBlock = "status"

// standing is what happened since a reply was posted.
type standing struct {
	store.Record // of the alert
	yes, no      int
	another      string // the votes for the other cases of the reply, in words
	muted        store.Mute
	isMuted      bool
	note         store.Note // the latest on the best case
	isNoted      bool
}

// String is in short what a reply shows of it.
func (s standing) String() string {
	shown := fmt.Sprint(s.Seen, " ", s.ResolvedAt.UnixMilli(), " ", s.yes, " ", s.no)
	shown += s.another
	if s.isMuted {
		shown += fmt.Sprint(" quiet ", s.muted.Until.UnixMilli(), s.muted.Resolved, s.muted.By)
	}
	if s.isNoted {
		shown += " note " + s.note.Key.Channel + s.note.Key.TS + cut(s.note.Body, 100)
	}
	return shown
}

// withStatus returns the reply as it stands now: r, as it was first posted, under a line
// telling what happened since and how people voted. Without anything to tell it is r itself.
func withStatus(r Reply, s standing) Reply {
	w := wordsIn(r.Lang)
	blocks := r.Blocks.BlockSet
	if told := s.told(w, r.Lang); told != "" {
		line := slack.NewContextBlock(statusBlock, slack.NewTextBlockObject(slack.MarkdownType, told, false, true))
		blocks = append([]slack.Block{line}, blocks...)
	}
	if s.isNoted {
		blocks = beforeActions(blocks, noteBlock(s.note, w))
	}
	if menuIn(r) {
		blocks = s.asking(blocks, ballotCase(r), w)
	}
	now := newReply(r.Text, blocks...)
	now.Lang = r.Lang
	return now
}

// told is the line above the cases.
func (s standing) told(w *words, lang string) string {
	var told []string
	if !s.ResolvedAt.IsZero() {
		told = append(told, "✅ "+w.resolved(spell(s.ResolvedAt.Sub(timeOf(s.Key.TS)), lang)))
	}
	if s.Seen > 1 {
		told = append(told, w.seen(s.Seen, s.since()))
	}
	if s.isMuted {
		told = append(told, "🔕 "+w.quiet.says(s.muted))
	}
	told = append(told, nonEmpty(counted(s.yes, s.no, w), s.another)...)
	return strings.Join(told, " · ")
}

// since is when the alert was posted, as Slack shows it in everybody's own zone; with its day where
// it has gone on for longer than a night.
func (s standing) since() string {
	at, shown, plain := timeOf(s.Key.TS), "{time}", "15:04"
	if s.LastAt.Sub(at) > 12*time.Hour {
		shown, plain = "{date_short} {time}", "2006-01-02 15:04"
	}
	return fmt.Sprintf("<!date^%d^%s|%s UTC>", at.Unix(), shown, at.Format(plain))
}

// asking brings the buttons up to date: once the alert is over, and as long as nobody said so,
// they ask whether it was the case of that id, "" for none; while it is kept quiet, the menu is "Undo".
func (s standing) asking(blocks []slack.Block, id string, w *words) []slack.Block {
	ask := id != "" && !s.ResolvedAt.IsZero() && s.yes+s.no == 0
	var elements []slack.BlockElement
	for _, e := range blocks[len(blocks)-1].(*slack.ActionBlock).Elements.ElementSet {
		switch name := actionID(e); {
		case ask && name == actRight:
			e = button(actRight, id, w.yes)
		case ask && name == actWrong:
			e = button(actWrong, id, w.no)
		case s.isMuted && name == actQuiet:
			e = button(actUnquiet, s.muted.Fingerprint, w.quiet.undo)
		}
		elements = append(elements, e)
	}
	blocks = append(slices.Clone(blocks[:len(blocks)-1]), slack.NewActionBlock(actionsBlock, elements...))
	if ask {
		blocks = beforeActions(blocks, para(new(line).bold(w.wasIt(id))))
	}
	return blocks
}

// menuIn says whether the menu that keeps the bot quiet ends a reply.
func menuIn(r Reply) bool {
	if len(r.Blocks.BlockSet) == 0 {
		return false
	}
	last, ok := r.Blocks.BlockSet[len(r.Blocks.BlockSet)-1].(*slack.ActionBlock)
	return ok && slices.ContainsFunc(last.Elements.ElementSet, func(e slack.BlockElement) bool { return actionID(e) == actQuiet })
}

// ballotCase is the id of the case whose buttons stand under a reply; "" where there are none.
func ballotCase(r Reply) string {
	if len(r.Blocks.BlockSet) == 0 {
		return ""
	}
	if last, ok := r.Blocks.BlockSet[len(r.Blocks.BlockSet)-1].(*slack.ActionBlock); ok {
		for _, e := range last.Elements.ElementSet {
			if b, ok := e.(*slack.ButtonBlockElement); ok && b.ActionID == actRight {
				return b.Value
			}
		}
	}
	return ""
}

func actionID(e slack.BlockElement) string {
	switch e := e.(type) {
	case *slack.ButtonBlockElement:
		return e.ActionID
	case *slack.SelectBlockElement:
		return e.ActionID
	}
	return ""
}

// beforeActions puts a block over the buttons that end a reply.
func beforeActions(blocks []slack.Block, one slack.Block) []slack.Block {
	return slices.Insert(slices.Clone(blocks), len(blocks)-1, one)
}

// spell says a duration as people do: "under a minute", "23 min", "4 h 7 min", "2 d 3 h".
func spell(d time.Duration, lang string) string {
	day, hour, minute := " d", " h", " min"
	if lang == "ko" {
		day, hour, minute = "일", "시간", "분"
	}
	m := int(d.Minutes())
	switch {
	case m < 1 && lang == "ko":
		return "1분도 안 되어"
	case m < 1:
		return "under a minute"
	case m < 60:
		return fmt.Sprintf("%d%s", m, minute)
	case m < 24*60:
		return strings.TrimSuffix(fmt.Sprintf("%d%s %d%s", m/60, hour, m%60, minute), " 0"+minute)
	}
	return strings.TrimSuffix(fmt.Sprintf("%d%s %d%s", m/1440, day, m/60%24, hour), " 0"+hour)
}
