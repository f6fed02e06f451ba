// Package alert reads alerts out of Slack messages of any shape.
//
// The walk is short. A message object is found in what Slack delivers
// (envelope.go) and decoded without a schema (decode.go). Its blocks, attachments
// and files are gathered into a draft (draft.go, blocks.go, richtext.go,
// unknown.go, attachments.go, jsontext.go): the words in reading order, and the
// hints around them. On the way links and escapes are undone once (links.go,
// markup.go) and secrets are hidden. The draft becomes lines, each
// thought once (lines.go), one of which is the title (title.go). Then the whole is
// understood: who wrote it (source.go), whether it holds now (status.go), how bad
// it is (severity.go), its labels (labels.go), its single alerts (members.go), and
// what sort of message it is (kind.go), in the last resort by the weight of its
// words (evidence.go, words.txt).
//
// Nothing in a message makes reading fail: a part of an unexpected type is
// passed over and the rest is still read.
package alert

import (
	"fmt"
	"strings"

	"incidentlib/matcher"
)

// Limits on what is read of one message. Slack itself cuts text at 40,000
// characters and allows 50 blocks and 100 attachments; what lies beyond these
// figures is passed over in silence.
const (
	maxRaw    = 4 << 20 // bytes of one message object; more is an error
	maxText   = 40_000  // characters of Alert.Text
	maxTitle  = 200     // characters of Alert.Title
	maxLines  = 1_000   // lines of Alert.Text
	maxDepth  = 16      // blocks in blocks, attachments in attachments
	maxItems  = 1_000   // elements of one list
	maxLabels = 64
)

// Read reads a Slack message object, new, edited or forwarded. It fails only
// when raw is not one JSON object, or is over 4 MiB.
//
// The Title is the name of the alert without what tools put before it: the title
// of "[FIRING:1] DiskFull" is "DiskFull". The first line of the Text is the whole
// line.
func Read(raw []byte) (matcher.Alert, error) {
	m, err := decodeObject(raw)
	if err != nil {
		return matcher.Alert{Kind: matcher.Empty}, fmt.Errorf("read Slack message: %w", err)
	}
	return understand(gather(m)), nil
}

// FromText reads text as somebody typed or pasted it: a sentence, a log line, an
// alert copied from a channel, or an alarm as a JSON document.
func FromText(text string) matcher.Alert {
	d := &draft{}
	d.add(body, text)
	return understand(d)
}

// Words is text as somebody typed it, with Slack's links, escapes and marks undone and secrets
// masked. Unlike FromText it leaves no line out: a person means all that they type.
func Words(text string) string {
	text = unmark(matcher.HideSecrets(decode(tidy(cutBytes(text, 4*maxText)))))
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// understand turns gathered words into an alert.
func understand(d *draft) matcher.Alert {
	lines := d.lines()
	a := matcher.Alert{Kind: matcher.Empty}
	if len(lines) == 0 {
		return a
	}
	first, rest := chooseTitle(lines, d.shared)
	a.Title = cut(bareTitle(first.text), maxTitle)
	a.Text = joinLines(first, rest)
	a.Labels = labelsOf(d)
	t := toolOf(d, cutBytes(a.Text, 4_000)) // what a tool looks like shows at once
	a.Source = sourceOf(d, t, cutBytes(a.Text, 4_000))
	a.Status = statusOf(d, t, first.text, rest)
	a.Severity = severityOf(d, a, first.text)
	a.Members = membersOf(d, first.text)
	a.Kind = kindOf(d, t, a)
	return a
}
