package alert

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// object is one JSON object of a message. Its methods never fail: a member that
// is missing or of another type reads as nothing.
type object map[string]any

// decodeObject decodes raw, which must be one JSON object.
func decodeObject(raw []byte) (object, error) {
	if len(raw) > maxRaw {
		return nil, fmt.Errorf("message is %d bytes, over the limit of %d; send the alert alone", len(raw), maxRaw)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber() // 1700000000.000100 must not become a float
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if dec.More() {
		return nil, errors.New("more than one JSON value; send one message object")
	}
	o, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("a JSON %s, want an object with text, attachments or blocks", jsonType(v))
	}
	return o, nil
}

func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

// text returns the member as words: a string, a number, or a Slack text object.
func (o object) text(name string) string { return words(o[name]) }

func (o object) object(name string) object {
	m, _ := o[name].(map[string]any)
	return m
}

// list returns the member's first elements, at most maxItems.
func (o object) list(name string) []any {
	l, _ := o[name].([]any)
	return l[:min(len(l), maxItems)]
}

func (o object) has(name string) bool {
	v, ok := o[name]
	return ok && v != nil
}

// is reports whether the member is true, or a string or number that says so.
func (o object) is(name string) bool {
	switch words(o[name]) {
	case "true", "1":
		return true
	}
	return false
}

// words returns v where Slack wants a text: a string, a number where a careless
// sender put one, or the text of a {"type":"mrkdwn","text":"…"} object.
func words(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
	case map[string]any:
		s, _ := v["text"].(string)
		return s
	}
	return ""
}
