package alert

import "strings"

// blocks reads Block Kit blocks of every type, those of the future too.
func (d *draft) blocks(list []any, depth int) {
	if depth >= maxDepth {
		return
	}
	for _, v := range list {
		switch v := v.(type) {
		case map[string]any:
			d.block(v, depth)
		case []any:
			d.blocks(v[:min(len(v), maxItems)], depth+1)
		default:
			d.add(body, words(v))
		}
	}
}

func (d *draft) block(b object, depth int) {
	switch kind := b.text("type"); kind {
	case "section":
		d.add(body, b.text("text"))
		for _, f := range b.list("fields") {
			d.sectionField(words(f))
		}
		d.accessory(b.object("accessory"))
	case "header":
		d.add(title, b.text("text"))
	case "context":
		d.blocks(b.list("elements"), depth+1)
	case "mrkdwn", "plain_text", "raw_text":
		d.add(body, b.text("text"))
	case "rich_text":
		d.add(body, richText(b, 0))
	case "markdown":
		d.add(body, fromMarkdown(b.text("text")))
	case "table", "data_table":
		d.table(b)
	case "image":
		d.add(body, b.text("title"))
		d.add(body, b.text("alt_text"))
	case "video":
		d.add(body, b.text("title"))
		d.add(body, b.text("description"))
	case "divider", "input", "actions", "context_actions", "button", "file":
		d.buttons(b)
	case "call":
		d.add(body, b.object("call").object("v1").text("name"))
	case "carousel":
		d.blocks(b.list("elements"), depth+1)
	default: // card, alert, and types not known yet
		d.unknown(map[string]any(b), depth)
	}
}

// sectionField reads a field of a section. Tools write the name in bold, on a
// line of its own or before a colon.
func (d *draft) sectionField(text string) {
	name, value, ok := strings.Cut(text, "\n")
	if ok && strings.HasPrefix(name, "*") && !strings.Contains(value, "\n") {
		d.addField(strings.Trim(name, "*: "), value)
		return
	}
	d.add(field, text)
}

// accessory reads what stands beside a section: the words of an image, never
// those of a button or a menu.
func (d *draft) accessory(b object) {
	if b.text("type") == "image" {
		d.add(body, b.text("alt_text"))
		return
	}
	d.buttons(b)
}

// buttons keeps the links of buttons, which tell the tool. Their labels are what
// a reader can do, not what happened.
func (d *draft) buttons(b object) {
	if s := b.text("url"); s != "" {
		d.links = append(d.links, s)
	}
	for _, v := range b.list("elements") {
		e, _ := v.(map[string]any)
		if s := object(e).text("url"); s != "" {
			d.links = append(d.links, s)
		}
	}
}

// table reads a row as one line; a row of two cells is a name and a value.
func (d *draft) table(b object) {
	rows := b.list("rows")
	for _, v := range rows {
		row, ok := v.([]any)
		if !ok {
			r, _ := v.(map[string]any)
			row = object(r).list("cells")
		}
		var cells []string
		for _, c := range row[:min(len(row), maxItems)] {
			if s := strings.TrimSpace(cell(c)); s != "" {
				cells = append(cells, strings.ReplaceAll(s, "\n", " "))
			}
		}
		sep := " | "
		if len(cells) == 2 {
			sep = ": "
		}
		d.add(body, strings.Join(cells, sep))
	}
}

func cell(v any) string {
	c, ok := v.(map[string]any)
	if !ok {
		return words(v)
	}
	o := object(c)
	if s := o.text("text"); s != "" {
		return s
	}
	if o.has("elements") {
		return richText(o, 0)
	}
	return o.text("value")
}
