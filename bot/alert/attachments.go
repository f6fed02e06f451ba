package alert

import "strings"

// attachments reads what the author attached. Previews that Slack adds to links
// (unfurls) are not the author's words and are passed over.
func (d *draft) attachments(list []any) {
	for _, v := range list {
		o, ok := v.(map[string]any)
		if !ok {
			d.add(body, words(v))
			continue
		}
		if a := object(o); !unfurled(a) {
			d.attachment(a, 0)
		}
	}
	d.part = 0
}

// unfurled reports whether Slack, not the author, made the attachment. A message
// that was forwarded on purpose (is_share) is the author's.
func unfurled(a object) bool {
	if a.is("is_share") {
		return false
	}
	return a.has("from_url") || a.has("original_url") || a.is("is_msg_unfurl") || a.is("is_app_unfurl")
}

// quotedMessages reads messages that Slack shows under a link to them. They
// count only when the message holds nothing but such links.
func (d *draft) quotedMessages(list []any) {
	for _, v := range list {
		if a, _ := v.(map[string]any); object(a).is("is_msg_unfurl") {
			d.attachment(a, 0)
		}
	}
	d.part = 0
}

func (d *draft) attachment(a object, depth int) {
	if depth >= maxDepth {
		return
	}
	before := len(d.pieces)
	d.parts++
	d.part = d.parts
	d.add(body, a.text("pretext"))
	d.add(title, a.text("title"))
	d.add(body, a.text("text"))
	for _, v := range a.list("fields") {
		f, _ := v.(map[string]any)
		d.addField(object(f).text("title"), object(f).text("value"))
	}
	d.blocks(a.list("blocks"), depth)
	d.forwarded(a, depth)
	d.files(a.list("files"))
	if len(d.pieces) == before {
		d.add(fallback, fallbackWords(a.text("fallback")))
		d.add(fallback, a.text("author_name"))
	}
	if len(d.pieces) == before {
		d.parts--
	} else if a.is("is_share") {
		d.shared = d.part
	}
	d.hints(a)
}

// forwarded reads the blocks of a message that somebody forwarded, and what was
// attached to it.
func (d *draft) forwarded(a object, depth int) {
	for _, v := range a.list("message_blocks") {
		b, _ := v.(map[string]any)
		m := object(b).object("message")
		d.blocks(m.list("blocks"), depth)
	}
	for _, v := range a.list("attachments") {
		if inner, ok := v.(map[string]any); ok {
			d.attachment(inner, depth+1)
		}
	}
}

func (d *draft) hints(a object) {
	for _, name := range []string{"author_name", "author_subname", "service_name"} {
		if s := a.text(name); s != "" {
			d.names = append(d.names, s)
		}
	}
	for _, name := range []string{"title_link", "author_link", "thumb_url"} {
		if s := a.text(name); s != "" {
			d.links = append(d.links, s)
		}
	}
	if s := a.text("footer"); s != "" {
		d.footers = append(d.footers, s)
	}
	if s := a.text("color"); s != "" {
		d.colors = append(d.colors, s)
	}
	for _, v := range a.list("actions") {
		b, _ := v.(map[string]any)
		if s := object(b).text("url"); s != "" {
			d.links = append(d.links, s)
		}
	}
}

// fallbackWords drops the link that Alertmanager puts behind " | " in a fallback,
// and Slack's own placeholder.
func fallbackWords(s string) string {
	if s == "[no preview available]" {
		return ""
	}
	before, after, ok := strings.Cut(s, " | ")
	if ok && strings.HasPrefix(after, "http") {
		return before
	}
	return s
}
