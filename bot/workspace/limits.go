package workspace

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// limit says how long top-level text may be, which differs by method.
type limit int

const (
	postText   limit = iota // over 40,000 characters it is cut, with a warning
	updateText              // over 4,000 it is refused
)

const (
	maxPostText    = 40_000
	maxUpdateText  = 4_000
	maxBlocks      = 50
	maxViewBlocks  = 100
	maxAttachments = 100
	maxViewBytes   = 250_000
	maxMetadata    = 8_000 // bytes; Slack names the error but no figure
)

// checkContent checks a post against Slack's limits, and cuts what Slack cuts.
func checkContent(body object, text limit) (warning string, err error) {
	t := str(body, "text")
	n := utf8.RuneCountInString(t)
	switch {
	case text == updateText && n > maxUpdateText:
		return "", slackError("msg_too_long")
	case n > maxPostText:
		body["text"], warning = cut(t), "message_truncated"
	}
	blocks, attachments := list(body, "blocks"), list(body, "attachments")
	if t == "" && len(blocks) == 0 && len(attachments) == 0 {
		return "", slackError("no_text")
	}
	if len(attachments) > maxAttachments {
		return "", slackError("too_many_attachments")
	}
	if md, ok := body["metadata"]; ok {
		if err := checkMetadata(md); err != nil {
			return "", err
		}
	}
	var c check
	c.blocks("/blocks", blocks, maxBlocks, inMessage)
	for i, a := range objects(attachments) {
		c.blocks(fmt.Sprintf("/attachments/%d/blocks", i), list(a, "blocks"), maxBlocks, inMessage)
	}
	if c.tables > 1 {
		return "", slackError("only_one_table_allowed")
	}
	return warning, c.failure("invalid_blocks")
}

// cut keeps the characters of a text that Slack would keep.
func cut(text string) string {
	if utf8.RuneCountInString(text) <= maxPostText {
		return text
	}
	return string([]rune(text)[:maxPostText])
}

func checkMetadata(v any) error {
	md, ok := v.(object)
	payload, hasPayload := md["event_payload"].(object)
	switch {
	case !ok || str(md, "event_type") == "" || !hasPayload || payload == nil:
		return slackError("invalid_metadata_schema")
	case len(encode(md)) > maxMetadata:
		return slackError("metadata_too_large")
	}
	return nil
}

// checkView checks a modal or a Home tab.
func checkView(view object, kind string) error {
	if len(encode(view)) > maxViewBytes {
		return slackError("view_too_large")
	}
	var c check
	if t := str(view, "type"); t != kind {
		c.fail("/view/type", "must be "+kind)
	}
	blocks := list(view, "blocks")
	if view["blocks"] == nil {
		c.fail("/view", "missing required field: blocks")
	}
	c.blocks("/view/blocks", blocks, maxViewBlocks, place(kind))
	c.optional(view, "private_metadata", 3000, "/view")
	c.optional(view, "callback_id", 255, "/view")
	if kind == "modal" {
		c.text(view["title"], "plain_text", 24, "/view/title")
		for _, k := range []string{"submit", "close"} {
			if view[k] != nil {
				c.text(view[k], "plain_text", 24, "/view/"+k)
			}
		}
		hasInput := slices.ContainsFunc(objects(blocks), func(b object) bool { return str(b, "type") == "input" })
		if hasInput && view["submit"] == nil {
			c.fail("/view", "missing required field: submit")
		}
	}
	return c.failure("invalid_arguments")
}

// place is where blocks stand; some kinds are allowed in some places only.
type place string

const (
	inMessage place = "message"
	inModal   place = "modal"
	inHome    place = "home"
)

// check gathers every fault of a payload, each with a JSON pointer, as Slack does.
type check struct {
	faults   []string
	tables   int
	markdown int // characters in markdown blocks
}

func (c *check) fail(at, what string) {
	c.faults = append(c.faults, fmt.Sprintf("%s [json-pointer:%s]", what, at))
}

// failure is Slack's error for the faults found, or nil.
func (c *check) failure(code string) error {
	if len(c.faults) == 0 {
		return nil
	}
	var errs, messages []any
	for _, f := range c.faults {
		errs, messages = append(errs, f), append(messages, "[ERROR] "+f)
	}
	return &apiError{code, object{"errors": errs, "response_metadata": object{"messages": messages}}}
}

// length checks a required string, in code points.
func (c *check) length(s string, most int, at string) {
	switch n := utf8.RuneCountInString(s); {
	case n == 0:
		c.fail(at, "must be more than 0 characters")
	case n > most:
		c.fail(at, fmt.Sprintf("must be less than %d characters", most+1))
	}
}

// optional checks a string that may be missing.
func (c *check) optional(o object, key string, most int, at string) {
	if s := str(o, key); s != "" {
		c.length(s, most, at+"/"+key)
	}
}

// text checks a required text object; kind "" allows both kinds.
func (c *check) text(v any, kind string, most int, at string) {
	o, ok := v.(object)
	if !ok {
		c.fail(at, "missing required field: text")
		return
	}
	t := str(o, "type")
	if t != "plain_text" && t != "mrkdwn" || kind != "" && t != kind {
		c.fail(at+"/type", "unsupported type: "+t)
	}
	if _, has := o["emoji"]; has && t == "mrkdwn" {
		c.fail(at, "invalid additional property: emoji")
	}
	if _, has := o["verbatim"]; has && t == "plain_text" {
		c.fail(at, "invalid additional property: verbatim")
	}
	c.length(str(o, "text"), most, at+"/text")
}

func (c *check) count(n, most int, at string) {
	if n > most {
		c.fail(at, fmt.Sprintf("no more than %d items allowed", most))
	}
}
