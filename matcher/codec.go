package matcher

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A case survives a round trip whole. Each of its structs keeps the members its
// typed form would lose and writes them again beside the typed ones. Both ways
// walk the structs of case.go, so the schema is told only there.

// kept holds, for one JSON object, what its typed form would lose: members the
// type does not know, and members written as null, "", [] or {}. A pointer keeps
// the struct around it comparable; what it points to never changes.
type kept struct{ raw *raw }

type raw struct {
	members map[string]json.RawMessage
	plain   bool // the object was written as a plain string
}

func (k kept) loss() raw {
	if k.raw == nil {
		return raw{}
	}
	return *k.raw
}

func (k *kept) keep(r raw) { k.raw = &r }

// Extra returns a field of the case that this program does not know, as it was read; nil
// when there is none of that name.
func (c *Case) Extra(name string) json.RawMessage { return c.loss().members[name] }

// SetExtra adds such a field, or replaces it. value must be JSON.
func (c *Case) SetExtra(name string, value json.RawMessage) {
	r := c.loss()
	r.members = maps.Clone(r.members)
	if r.members == nil {
		r.members = map[string]json.RawMessage{}
	}
	r.members[name] = value
	c.keep(r)
}

// EncodeCase writes a case as a file holds it: keys in schema order and unknown
// ones after them by name, two spaces a level, a newline at the end.
func EncodeCase(c *Case) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, encodeValue(reflect.ValueOf(*c)), "", "  "); err != nil {
		return nil, fmt.Errorf("case %s: %w", c.ID, err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// MarshalJSON writes the case in one line; EncodeCase writes it for people.
func (c Case) MarshalJSON() ([]byte, error) { return encodeValue(reflect.ValueOf(c)), nil }

// MarshalJSON writes the text as it was read, an object or a plain string.
func (t Text) MarshalJSON() ([]byte, error) { return encodeValue(reflect.ValueOf(t)), nil }

type member struct {
	key   string
	value json.RawMessage
}

func encodeValue(v reflect.Value) json.RawMessage {
	switch v.Kind() {
	case reflect.String:
		return encodeString(v.String())
	case reflect.Bool:
		return json.RawMessage(strconv.FormatBool(v.Bool()))
	case reflect.Slice:
		return encodeList(v)
	default:
		return encodeObject(v)
	}
}

func encodeString(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string into memory cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func encodeList(v reflect.Value) json.RawMessage {
	b := json.RawMessage("[")
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, encodeValue(v.Index(i))...)
	}
	return append(b, ']')
}

func encodeObject(v reflect.Value) json.RawMessage {
	lost := v.Interface().(interface{ loss() raw }).loss()
	members := append(schemaMembers(v, lost), otherMembers(v, lost)...)
	if lost.plain && len(members) == 0 {
		return json.RawMessage(`""`)
	}
	if lost.plain && len(members) == 1 {
		return members[0].value
	}
	b := json.RawMessage("{")
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, encodeString(m.key)...)
		b = append(b, ':')
		b = append(b, m.value...)
	}
	return append(b, '}')
}

// schemaMembers are the members the type knows: as typed, or, where the typed
// field is empty, as the reader found them.
func schemaMembers(v reflect.Value, lost raw) []member {
	var members []member
	for f, value := range v.Fields() {
		key := keyOf(f)
		if key == "" {
			continue
		}
		if !isEmpty(value) {
			members = append(members, member{key, encodeValue(value)})
		} else if found, ok := lost.members[key]; ok {
			members = append(members, member{key, found})
		}
	}
	return members
}

func otherMembers(v reflect.Value, lost raw) []member {
	var members []member
	for _, key := range slices.Sorted(maps.Keys(lost.members)) {
		if !fieldOf(v, key).IsValid() {
			members = append(members, member{key, lost.members[key]})
		}
	}
	return members
}

// keyOf is the field's key in JSON, or "" when it has none.
func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return key
}

// fieldOf is the field of struct v that key names, or the zero Value.
func fieldOf(v reflect.Value, key string) reflect.Value {
	for f, value := range v.Fields() {
		if k := keyOf(f); k != "" && k == key {
			return value
		}
	}
	return reflect.Value{}
}

func isEmpty(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}
