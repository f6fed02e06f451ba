package bot

import (
	"regexp"
	"strings"
)

// permalink names a message, as Slack's "Copy link" does.
type permalink struct {
	channel, ts string
	thread      string // the thread it stands in; "" for a message in the channel itself
}

var permalinkForm = regexp.MustCompile(`/archives/([A-Z0-9]{2,40})/p([0-9]{10})([0-9]{6})(?:\?[^\s>|]*?thread_ts=([0-9]{10}\.[0-9]{6}))?`)

// permalinkWhole is all of such a link in a text, as Slack or a person sets it off.
var permalinkWhole = regexp.MustCompile(`(?:<|&lt;)?https?://[^\s<>|]{1,200}/archives/[A-Z0-9]+/p[0-9]+(?:\?[^\s<>|&]*(?:&amp;[^\s<>|&]*)*)?(?:\|[^\s<>]*)?(?:>|&gt;)?`)

// permalinkIn finds the first link to a message in a text, as Slack sends it.
func permalinkIn(text string) (p permalink, ok bool) {
	m := permalinkForm.FindStringSubmatch(text)
	if m == nil {
		return permalink{}, false
	}
	p = permalink{channel: m[1], ts: m[2] + "." + m[3], thread: m[4]}
	if p.thread == p.ts {
		p.thread = ""
	}
	return p, true
}

// messageNamed reads a link to a message, or what a request keeps of one.
func messageNamed(text string) (p permalink, ok bool) {
	if p, ok = readPermalink(text); ok {
		return p, true
	}
	return permalinkIn(text)
}

func namesMessage(text string) bool {
	_, ok := messageNamed(text)
	return ok
}

// String writes p as a request keeps it; readPermalink reads that.
func (p permalink) String() string { return strings.Join(nonEmpty(p.channel, p.ts, p.thread), "/") }

func readPermalink(s string) (p permalink, ok bool) {
	parts := strings.Split(s, "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] == "" || timeOf(parts[1]).IsZero() {
		return permalink{}, false
	}
	p = permalink{channel: parts[0], ts: parts[1]}
	if len(parts) == 3 {
		p.thread = parts[2]
	}
	return p, true
}
