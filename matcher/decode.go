package matcher

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// UnmarshalJSON fails with Faults where a member has the wrong type. What the
// members say is for Validate.
func (c *Case) UnmarshalJSON(data []byte) error { return unmarshal(data, c) }

// UnmarshalJSON reads {"en": …, "ko": …} or a plain string.
func (t *Text) UnmarshalJSON(data []byte) error { return unmarshal(data, t) }

func unmarshal(data []byte, into any) error {
	data = bytes.TrimSpace(data)
	if string(data) == "null" {
		return nil
	}
	v := reflect.ValueOf(into).Elem()
	v.SetZero()
	return decodeValue("", data, v).Err()
}

// plainer is an object of the schema that may also be written as a plain string.
type plainer interface{ fromPlain(s string) }

func (t *Text) fromPlain(s string)   { *t = TextOf(s); t.keep(raw{plain: true}) }
func (s *Step) fromPlain(p string)   { s.Text.fromPlain(p); s.keep(raw{plain: true}) }
func (r *Ref) fromPlain(s string)    { r.ID = s; r.keep(raw{plain: true}) }
func (s *Source) fromPlain(p string) { s.URL = p; s.keep(raw{plain: true}) }
func (d *Doc) fromPlain(s string) {
	if isWebURL(s) {
		d.URL = s
	} else {
		d.Title.fromPlain(s)
	}
	d.keep(raw{plain: true})
}

// decodeValue fills v from one valid JSON value, leaving out what does not fit.
// Every misfit is a Fault; path names v in it.
func decodeValue(path string, data json.RawMessage, v reflect.Value) Faults {
	switch v.Kind() {
	case reflect.String:
		if data[0] != '"' {
			return misfit(path, data, "write a text in quotes")
		}
		v.SetString(unquote(data))
		return nil
	case reflect.Bool:
		if s := string(data); s != "true" && s != "false" {
			return misfit(path, data, "write true or false")
		}
		v.SetBool(string(data) == "true")
		return nil
	case reflect.Slice:
		return decodeList(path, data, v)
	default:
		return decodeObject(path, data, v)
	}
}

func misfit(path string, data json.RawMessage, remedy string) Faults {
	return Faults{{Field: path, Value: shorten(string(data)), Remedy: remedy}}
}

func unquote(data json.RawMessage) (s string) {
	json.Unmarshal(data, &s) // data is a valid JSON string
	return s
}

func decodeList(path string, data json.RawMessage, v reflect.Value) Faults {
	if data[0] != '[' {
		return misfit(path, data, `write a list, as ["…", "…"]`)
	}
	var items []json.RawMessage
	json.Unmarshal(data, &items) // data is a valid JSON list
	if len(items) > MaxList {
		return misfit(path, data, fmt.Sprintf("holds %d entries; keep it to %d", len(items), MaxList))
	}
	var faults Faults
	list := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		faults = append(faults, decodeValue(fmt.Sprintf("%s[%d]", path, i), item, list.Index(i))...)
	}
	if len(items) > 0 {
		v.Set(list)
	}
	return faults
}

func decodeObject(path string, data json.RawMessage, v reflect.Value) Faults {
	p, mayBePlain := v.Addr().Interface().(plainer)
	if mayBePlain && data[0] == '"' {
		p.fromPlain(unquote(data))
		return nil
	}
	if data[0] != '{' {
		if mayBePlain {
			return misfit(path, data, "write a text in quotes, or an object in braces")
		}
		return misfit(path, data, "write an object in braces")
	}
	var faults Faults
	lost := map[string]json.RawMessage{}
	members, twice := splitObject(data)
	for _, key := range twice {
		faults = append(faults, Fault{Field: joinPath(path, key), Remedy: "is given twice; keep one of them"})
	}
	for _, m := range members {
		field := fieldOf(v, m.key)
		if field.IsValid() && string(m.value) != "null" {
			faults = append(faults, decodeValue(joinPath(path, m.key), m.value, field)...)
		}
		if !field.IsValid() || field.IsZero() {
			lost[m.key] = m.value
		}
	}
	if len(lost) > 0 {
		v.Addr().Interface().(interface{ keep(raw) }).keep(raw{members: lost})
	}
	return faults
}

func joinPath(path, key string) string {
	if path == "" {
		return shorten(key)
	}
	return path + "." + shorten(key)
}

// splitObject is the members of a valid JSON object in their order, and the keys
// that stand in it more than once.
func splitObject(data json.RawMessage) (members []member, twice []string) {
	dec := json.NewDecoder(bytes.NewReader(data))
	_, _ = dec.Token() // the brace
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		key, ok := token.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			break
		}
		if seen[key] {
			twice = append(twice, key)
		}
		seen[key] = true
		members = append(members, member{key, value})
	}
	return members, twice
}
