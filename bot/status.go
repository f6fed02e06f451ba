package bot

import (
	"fmt"
	"strings"
	"time"

	"github.com/slack-go/slack"

	"incidentlib/bot/store"
)

// A posted reply is edited in place as its alert goes on: the cases stay, and a line
// above them says how often it was seen and when it was resolved.

const statusBlock = "status"

// withStatus returns the reply as it stands now: r, as it was first posted, under a line
// telling what happened since and how people voted. Without anything to tell it is r itself.
func withStatus(r Reply, rec store.Record, votes string) Reply {
	w := wordsIn(r.Lang)
	var told []string
	if !rec.ResolvedAt.IsZero() {
		told = append(told, "✅ "+w.resolved(spell(rec.ResolvedAt.Sub(timeOf(rec.Key.TS)), r.Lang)))
	}
	if rec.Seen > 1 {
		since := timeOf(rec.Key.TS)
		told = append(told, w.seen(rec.Seen, fmt.Sprintf("<!date^%d^{time}|%s UTC>", since.Unix(), since.Format("15:04"))))
	}
	if votes != "" {
		told = append(told, votes)
	}
	if len(told) == 0 {
		return r
	}
	line := slack.NewContextBlock(statusBlock, slack.NewTextBlockObject(slack.MarkdownType, strings.Join(told, " · "), false, true))
	return newReply(r.Text, append([]slack.Block{line}, r.Blocks.BlockSet...)...)
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
