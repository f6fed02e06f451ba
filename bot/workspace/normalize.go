package workspace

import (
	"fmt"
	"strings"
)

// normalize turns the content of a post, as an app sends it, into what Slack
// stores and delivers. parse is the post's "parse" argument.
func (ws *Workspace) normalize(m object, parse string) {
	links := parse != "none"
	if t, ok := m["text"].(string); ok {
		m["text"] = escape(t, links)
	} else {
		m["text"] = ""
	}
	if blocks := list(m, "blocks"); len(blocks) > 0 {
		ws.normalizeBlocks(blocks)
	} else {
		delete(m, "blocks")
	}
	attachments := objects(list(m, "attachments"))
	if len(attachments) == 0 {
		delete(m, "attachments")
		return
	}
	kept := make([]any, len(attachments))
	for i, a := range attachments {
		ws.normalizeAttachment(a, i+1)
		kept[i] = a
	}
	m["attachments"] = kept
}

// attachmentColors are the three names Slack knows, as it stores them.
func attachmentColor(c string) string {
	switch c {
	case "good":
		return "2eb886"
	case "warning":
		return "daa038"
	case "danger":
		return "a30200"
	}
	return strings.TrimPrefix(c, "#")
}

func (ws *Workspace) normalizeAttachment(a object, id int) {
	for k, v := range a {
		if v == nil {
			delete(a, k)
		}
	}
	a["id"] = id
	if c := str(a, "color"); c != "" {
		a["color"] = attachmentColor(c)
	}
	for _, k := range []string{"text", "pretext", "title", "fallback", "footer", "author_name"} {
		if t, ok := a[k].(string); ok {
			a[k] = escape(t, k == "text" || k == "pretext")
		}
	}
	if str(a, "fallback") == "" {
		a["fallback"] = "[no preview available]"
	}
	for _, f := range objects(list(a, "fields")) {
		f["title"] = escape(str(f, "title"), false)
		f["value"] = escape(str(f, "value"), true)
		f["short"] = truth(f, "short")
	}
	for i, act := range objects(list(a, "actions")) {
		if _, ok := act["id"]; !ok {
			act["id"] = fmt.Sprint(i + 1)
		}
	}
	ws.normalizeBlocks(list(a, "blocks"))
}

// normalizeBlocks fills what Slack fills: block ids, action ids, verbatim and
// emoji; and escapes every text.
func (ws *Workspace) normalizeBlocks(blocks []any) {
	for _, b := range objects(blocks) {
		if str(b, "block_id") == "" {
			b["block_id"] = ws.newID("b")
		}
		ws.normalizeInside(b)
	}
}

func (ws *Workspace) normalizeInside(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			ws.normalizeInside(e)
		}
	case object:
		switch str(v, "type") {
		case "mrkdwn":
			if _, ok := v["verbatim"]; !ok {
				v["verbatim"] = false
			}
			v["text"] = escape(str(v, "text"), !truth(v, "verbatim"))
			return
		case "plain_text":
			if _, ok := v["emoji"]; !ok {
				v["emoji"] = true
			}
			v["text"] = escape(str(v, "text"), false)
			return
		case "rich_text", "markdown":
			return // leaves of rich_text and Markdown are stored as they are
		}
		if interactive(v) && str(v, "action_id") == "" {
			v["action_id"] = ws.newID("a")
		}
		for _, e := range v {
			ws.normalizeInside(e)
		}
	}
}

// interactive reports whether a block element is one people use.
func interactive(o object) bool {
	switch t := str(o, "type"); t {
	case "button", "overflow", "checkboxes", "radio_buttons", "datepicker", "timepicker", "datetimepicker", "workflow_button", "feedback_buttons", "icon_button":
		return true
	default:
		return strings.HasSuffix(t, "_select") || strings.HasSuffix(t, "_input")
	}
}
