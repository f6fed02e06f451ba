package alert

import (
	"strings"

	"incidentlib/matcher"
)

// A role says what part a piece of text plays in its message.
type role int

const (
	body     role = iota
	title         // the title of an attachment, a header block
	field         // "name: value"
	fallback      // read only when the message has nothing else
)

// piece is some text of a message: links and escapes undone, secrets masked, the
// marks of bold and code still in place.
type piece struct {
	role role
	text string
	part int // which attachment, counted from 1; 0 is the message itself
}

// draft is a message with Slack's shapes gone: its words in the order a person
// reads them, and the hints around them.
type draft struct {
	pieces  []piece
	part    int      // the attachment being read
	parts   int      // attachments with words of their own
	shared  int      // the part that is a message somebody forwarded; 0 is none
	subtype string   // Slack's message subtype
	person  bool     // written by a user
	bot     bool     // written by an app; neither is known of pasted text
	names   []string // of the bot, the app, the author of a forwarded message
	footers []string
	links   []string // of titles and buttons; those inside text are not repeated here
	colors  []string // of attachments, as sent
	labels  []pair   // from fields, which are pairs already
	size    int      // bytes gathered so far
}

// pair is a name and a value, as a message gives them.
type pair struct{ name, value string }

// add keeps text as the next piece; a JSON document is read for its values.
func (d *draft) add(r role, text string) {
	text = tidy(cutBytes(text, 4*maxText))
	if r == body {
		if pairs, ok := document(text); ok {
			d.addDocument(pairs)
			return
		}
	}
	d.keep(r, text)
}

// keep adds a piece. What goes beyond the limit of the whole text is passed over;
// the limit counts characters, of up to four bytes.
func (d *draft) keep(r role, text string) {
	if d.size > 4*maxText {
		return
	}
	text = matcher.HideSecrets(decode(text))
	if strings.TrimSpace(text) == "" {
		return
	}
	d.size += len(text)
	d.pieces = append(d.pieces, piece{role: r, text: text, part: d.part})
}

// addField keeps a field as the line "name: value".
func (d *draft) addField(name, value string) {
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case name == "":
		d.add(field, value)
	case value == "":
		d.add(field, name)
	default:
		d.labels = append(d.labels, pair{name, value})
		d.add(field, strings.TrimSuffix(name, ":")+": "+value)
	}
}

// gather collects the words and hints of a message object.
func gather(m object) *draft {
	if inner := m.object("message"); inner != nil && m.text("subtype") == "message_changed" {
		m = inner
	}
	d := &draft{subtype: m.text("subtype")}
	d.author(m)
	d.add(body, m.text("text"))
	d.blocks(m.list("blocks"), 0)
	d.attachments(m.list("attachments"))
	d.files(m.list("files"))
	if !d.worded() {
		d.quotedMessages(m.list("attachments"))
	}
	return d
}

func (d *draft) author(m object) {
	profile := m.object("bot_profile")
	for _, name := range []string{m.text("username"), profile.text("name"), m.text("bot_name"), m.text("app_name")} {
		if name != "" {
			d.names = append(d.names, name)
		}
	}
	d.bot = m.has("bot_id") || m.has("app_id") || profile != nil || d.subtype == "bot_message"
	d.person = m.text("user") != "" && !d.bot
}

// worded reports whether anything but a fallback has been gathered.
func (d *draft) worded() bool {
	for _, p := range d.pieces {
		if p.role != fallback {
			return true
		}
	}
	return false
}

// files reads what a message says about its files. The files themselves are
// never fetched.
func (d *draft) files(list []any) {
	for _, v := range list {
		f, _ := v.(map[string]any)
		o := object(f)
		name := o.text("title")
		if name == "" {
			name = o.text("name")
		}
		d.add(body, name)
		preview := o.text("plain_text")
		if preview == "" {
			preview = o.text("preview")
		}
		if !strings.HasPrefix(strings.TrimSpace(preview), "<") { // a page, not words
			d.add(body, preview)
		}
		d.add(body, o.text("alt_txt"))
	}
}
