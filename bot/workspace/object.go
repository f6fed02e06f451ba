package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// object is a JSON object as it came: unknown keys and all. Numbers are
// json.Number, so that none loses a digit.
type object = map[string]any

// decode reads one JSON value.
func decode(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}

func decodeObject(raw []byte) (object, error) {
	v, err := decode(raw)
	if err != nil {
		return nil, err
	}
	o, ok := v.(object)
	if !ok {
		return nil, fmt.Errorf("a JSON object is needed, not %.40s", raw)
	}
	return o, nil
}

// encode writes v as Slack does: "&", "<" and ">" stay as they are.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		// Everything here came out of decode or is made of strings, numbers and maps.
		return json.RawMessage("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// deepCopy copies maps and lists all the way down.
func deepCopy[T any](v T) T {
	return copyValue(v).(T)
}

func copyValue(v any) any {
	switch v := v.(type) {
	case object:
		c := maps.Clone(v)
		for k := range c {
			c[k] = copyValue(c[k])
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i := range v {
			c[i] = copyValue(v[i])
		}
		return c
	}
	return v
}

// str, sub, list and truth read a key, or give the zero value when it is missing
// or of another kind.
func str(o object, key string) string {
	switch v := o[key].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

func sub(o object, key string) object {
	v, _ := o[key].(object)
	return v
}

func list(o object, key string) []any {
	v, _ := o[key].([]any)
	return v
}

func truth(o object, key string) bool {
	switch v := o[key].(type) {
	case bool:
		return v
	case string:
		return v == "true" || v == "1"
	case json.Number:
		return v.String() != "0"
	}
	return false
}

// objects returns the members of a list that are objects.
func objects(v []any) []object {
	var out []object
	for _, e := range v {
		if o, ok := e.(object); ok {
			out = append(out, o)
		}
	}
	return out
}

// pick copies the named keys that are there.
func pick(o object, keys ...string) object {
	out := object{}
	for _, k := range keys {
		if v, ok := o[k]; ok {
			out[k] = v
		}
	}
	return out
}

func sortedKeys(o object) []string { return slices.Sorted(maps.Keys(o)) }
