package workspace

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Notice is somebody who would have got a notification on a real workspace.
// Slack would also tell the followers of a thread; that is not counted here.
type Notice struct {
	Channel string `json:"channel"`
	TS      string `json:"ts"`  // the message
	By      string `json:"by"`  // who wrote it: a user id, or a bot id
	Who     string `json:"who"` // "@channel (214)", "@here (214)", "@oncall (3)" or "@dana"
	// How names the place and the words: `attachments[0].pretext: <!here>`.
	How string `json:"how"`
}

// Notices returns who would have been notified so far, in order.
func (ws *Workspace) Notices() []Notice {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return slices.Clone(ws.notices)
}

var (
	// pings are the control sequences that notify.
	pings = regexp.MustCompile(`<(?:!(?:channel|here|everyone)|@[UW][A-Z0-9]+|!subteam\^[A-Z0-9]+)(?:\|[^>]*)?>`)
	// names is what Slack may turn into a mention when it parses a text itself.
	names = regexp.MustCompile(`(?:^|[^\p{L}\p{N}_&;/.@])@([\p{L}\p{N}][\p{L}\p{N}._-]*)`)
)

// part is one text of a message and the way it is read.
type part struct {
	where, text string
	parsed      bool // Slack turns plain @names into mentions here
}

// notify notes everybody a message would notify. before is the notable text of
// the message as it was, so that an edit counts only what it adds. Somebody
// mentioned twice in one message is noted once, where it happened first.
func (ws *Workspace) notify(ch *channel, m *message, before string) {
	if str(m.body, "subtype") == "channel_join" {
		return
	}
	told := map[string]bool{}
	note := func(token, how string) {
		if who := ws.pinged(ch, token); !told[who] {
			told[who] = true
			ws.notice(ch, m, who, how)
		}
	}
	for _, p := range parts(m.body, m.full) {
		for _, word := range pings.FindAllString(p.text, -1) {
			if !strings.Contains(before, word) {
				note(word, p.where+": "+word)
			}
		}
		if !p.parsed {
			continue
		}
		for _, hit := range names.FindAllStringSubmatch(p.text, -1) {
			if token, n := ws.typedName("@" + hit[1]); n > 0 && !strings.Contains(before, "@"+hit[1]) {
				note(token, p.where+": @"+hit[1]+" (parsed)")
			}
		}
	}
}

func (ws *Workspace) notice(ch *channel, m *message, who, how string) {
	n := Notice{Channel: ch.id, TS: m.ts, By: authorID(m.body), Who: who, How: how}
	ws.notices = append(ws.notices, n)
	ws.publish("notice", ch.id, object{"ts": n.TS, "by": n.By, "who": n.Who, "how": n.How})
}

// pinged says who a control sequence reaches.
func (ws *Workspace) pinged(ch *channel, token string) string {
	name, _, _ := strings.Cut(strings.Trim(token, "<>"), "|")
	switch {
	case strings.HasPrefix(name, "@"):
		if u := ws.user(name[1:]); u != nil {
			return "@" + u.name
		}
		return name
	case strings.HasPrefix(name, "!subteam^"):
		for _, g := range ws.groups {
			if g.id == strings.TrimPrefix(name, "!subteam^") {
				return fmt.Sprintf("@%s (%d)", g.handle, len(g.members))
			}
		}
		return name
	}
	return fmt.Sprintf("@%s (%d)", name[1:], len(ch.members)+ch.Crowd)
}

// notableText is all text of a message in which a mention would count.
func notableText(body object) string {
	var b strings.Builder
	for _, p := range parts(body, false) {
		b.WriteString(p.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// parts takes a message apart. Which plain @names are parsed follows the
// documentation: top-level text with link_names or parse "full", attachments the
// same way, and mrkdwn objects that are not verbatim.
func parts(body object, full bool) []part {
	ps := []part{{"text", str(body, "text"), full}}
	ps = blockParts(ps, "blocks", list(body, "blocks"))
	for i, a := range objects(list(body, "attachments")) {
		where := fmt.Sprintf("attachments[%d].", i)
		for _, k := range []string{"pretext", "title", "text", "footer", "author_name"} {
			ps = append(ps, part{where + k, str(a, k), full})
		}
		for j, f := range objects(list(a, "fields")) {
			ps = append(ps, part{fmt.Sprintf("%sfields[%d]", where, j), str(f, "title") + "\n" + str(f, "value"), full})
		}
		ps = blockParts(ps, where+"blocks", list(a, "blocks"))
	}
	return slices.DeleteFunc(ps, func(p part) bool { return p.text == "" })
}

func blockParts(ps []part, where string, v any) []part {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			ps = blockParts(ps, fmt.Sprintf("%s[%d]", where, i), e)
		}
	case object:
		switch str(v, "type") {
		case "mrkdwn":
			return append(ps, part{where, str(v, "text"), !truth(v, "verbatim")})
		case "markdown":
			return append(ps, part{where, str(v, "text"), true})
		case "user":
			return append(ps, part{where, "<@" + str(v, "user_id") + ">", false})
		case "usergroup":
			return append(ps, part{where, "<!subteam^" + str(v, "usergroup_id") + ">", false})
		case "broadcast":
			return append(ps, part{where, "<!" + str(v, "range") + ">", false})
		}
		for _, k := range sortedKeys(v) {
			ps = blockParts(ps, where+"."+k, v[k])
		}
	}
	return ps
}
