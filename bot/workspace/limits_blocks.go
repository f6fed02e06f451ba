package workspace

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// blocks checks a list of blocks. The figures are Slack's documented ones.
func (c *check) blocks(at string, blocks []any, most int, where place) {
	c.count(len(blocks), most, at)
	seen := map[string]bool{}
	for i, v := range blocks {
		here := fmt.Sprintf("%s/%d", at, i)
		b, ok := v.(object)
		if !ok {
			c.fail(here, "must be an object")
			continue
		}
		c.optional(b, "block_id", 255, here)
		if id := str(b, "block_id"); id != "" && seen[id] {
			c.fail(here+"/block_id", "block_id already exists: "+id)
		} else {
			seen[id] = true
		}
		c.block(here, b, where)
	}
}

func (c *check) block(at string, b object, where place) {
	switch t := str(b, "type"); t {
	case "section":
		c.section(at, b)
	case "header":
		c.text(b["text"], "plain_text", 150, at+"/text")
	case "context":
		c.elements(at, b, 10, "text or image")
	case "actions":
		c.elements(at, b, 25, "")
	case "input":
		c.input(at, b)
	case "image":
		c.length(str(b, "alt_text"), 2000, at+"/alt_text")
		c.optional(b, "image_url", 3000, at)
		if b["title"] != nil {
			c.text(b["title"], "plain_text", 2000, at+"/title")
		}
	case "markdown":
		c.length(str(b, "text"), 12000, at+"/text")
		c.markdown += utf8.RuneCountInString(str(b, "text"))
		if c.markdown > 12000 {
			c.fail(at+"/text", "must be less than 12001 characters in all markdown blocks")
		}
	case "table":
		c.table(at, b)
	case "data_visualization":
		c.length(str(b, "title"), 50, at+"/title")
		c.chart(at+"/chart", sub(b, "chart"))
	case "rich_text":
		if len(list(b, "elements")) == 0 {
			c.fail(at+"/elements", "must have at least 1 item")
		}
	case "divider", "video", "file", "call", "context_actions", "carousel", "card", "alert", "plan", "task_card":
	default:
		c.fail(at+"/type", "unsupported type: "+t)
	}
	switch t := str(b, "type"); {
	case where != inMessage && (t == "table" || t == "file" || t == "markdown"):
		c.fail(at+"/type", "unsupported type: "+t)
	}
}

func (c *check) section(at string, b object) {
	fields := list(b, "fields")
	if b["text"] == nil && len(fields) == 0 {
		c.fail(at, "missing required field: text or fields")
	}
	if b["text"] != nil {
		c.text(b["text"], "", 3000, at+"/text")
	}
	c.count(len(fields), 10, at+"/fields")
	for i, f := range fields {
		c.text(f, "", 2000, fmt.Sprintf("%s/fields/%d", at, i))
	}
	if a := sub(b, "accessory"); a != nil {
		c.element(at+"/accessory", a)
	}
}

func (c *check) elements(at string, b object, most int, only string) {
	elements := list(b, "elements")
	if len(elements) == 0 {
		c.fail(at+"/elements", "must have at least 1 item")
	}
	c.count(len(elements), most, at+"/elements")
	seen := map[string]bool{}
	for i, v := range elements {
		here := fmt.Sprintf("%s/elements/%d", at, i)
		e, _ := v.(object)
		if id := str(e, "action_id"); id != "" && seen[id] {
			c.fail(here+"/action_id", "action_id already exists: "+id)
		} else {
			seen[id] = true
		}
		switch t := str(e, "type"); {
		case only != "" && (t == "mrkdwn" || t == "plain_text"):
			c.text(e, "", 3000, here)
		case only != "" && t != "image", only == "" && !interactive(e):
			c.fail(here+"/type", "unsupported type: "+t)
		default:
			c.element(here, e)
		}
	}
}

func (c *check) element(at string, e object) {
	c.optional(e, "action_id", 255, at)
	t := str(e, "type")
	switch {
	case t == "button":
		c.text(e["text"], "plain_text", 75, at+"/text")
		c.optional(e, "value", 2000, at)
		c.optional(e, "url", 3000, at)
		c.optional(e, "accessibility_label", 75, at)
		if s := str(e, "style"); s != "" && s != "primary" && s != "danger" {
			c.fail(at+"/style", "must be a valid enum value")
		}
	case t == "image":
		c.length(str(e, "alt_text"), 2000, at+"/alt_text")
	case t == "overflow":
		c.options(at, e, 5)
	case t == "checkboxes" || t == "radio_buttons":
		c.options(at, e, 10)
	case strings.HasSuffix(t, "static_select"):
		c.options(at, e, 100)
	case !interactive(e):
		c.fail(at+"/type", "unsupported type: "+t)
	}
	if p := e["placeholder"]; p != nil {
		c.text(p, "plain_text", 150, at+"/placeholder")
	}
	if confirm := sub(e, "confirm"); confirm != nil {
		c.text(confirm["title"], "plain_text", 100, at+"/confirm/title")
		c.text(confirm["text"], "", 300, at+"/confirm/text")
		for _, k := range []string{"confirm", "deny"} {
			if confirm[k] != nil {
				c.text(confirm[k], "plain_text", 30, at+"/confirm/"+k)
			}
		}
	}
}

// options checks the options of an element, or of its option groups.
func (c *check) options(at string, e object, most int) {
	groups := list(e, "option_groups")
	c.count(len(groups), 100, at+"/option_groups")
	for i, g := range objects(groups) {
		here := fmt.Sprintf("%s/option_groups/%d", at, i)
		c.text(g["label"], "plain_text", 75, here+"/label")
		c.options(here, object{"options": g["options"]}, most)
	}
	options := list(e, "options")
	if len(options) == 0 && len(groups) == 0 {
		c.fail(at+"/options", "must have at least 1 item")
	}
	c.count(len(options), most, at+"/options")
	for i, o := range objects(options) {
		here := fmt.Sprintf("%s/options/%d", at, i)
		c.text(o["text"], "", 75, here+"/text")
		c.length(str(o, "value"), 150, here+"/value")
		c.optional(o, "url", 3000, here)
		if o["description"] != nil {
			c.text(o["description"], "", 75, here+"/description")
		}
	}
}

func (c *check) input(at string, b object) {
	c.text(b["label"], "plain_text", 2000, at+"/label")
	if b["hint"] != nil {
		c.text(b["hint"], "plain_text", 2000, at+"/hint")
	}
	e := sub(b, "element")
	if e == nil {
		c.fail(at, "missing required field: element")
		return
	}
	c.element(at+"/element", e)
}

func (c *check) table(at string, b object) {
	c.tables++
	rows := list(b, "rows")
	c.count(len(rows), 100, at+"/rows")
	for i, r := range rows {
		cells, _ := r.([]any)
		c.count(len(cells), 20, fmt.Sprintf("%s/rows/%d", at, i))
	}
}
