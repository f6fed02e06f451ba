package matcher

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxCases is the most cases one file may hold.
const MaxCases = 10_000

// DecodeCases reads the JSON of one file: a case, a list of cases, or an object
// whose "cases" is such a list. It reads on after a fault, and returns the cases
// that have none beside all the faults of the others. The file's name is only
// for the faults. The caller bounds the length of data.
func DecodeCases(file string, data []byte) ([]*Case, Faults) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	places, faults := findCases(data)
	var cases []*Case
	for _, p := range places {
		c, wrong := decodeCase(p.value)
		for _, f := range wrong {
			f.Field = strings.Trim(p.path+"."+f.Field, ".")
			faults = append(faults, f)
		}
		if len(wrong) == 0 {
			cases = append(cases, c)
		}
	}
	for i := range faults {
		faults[i].File = file
	}
	return cases, faults
}

// casePlace is where in a file a case stands; its path is "" when the file is the case.
type casePlace struct {
	path  string
	value json.RawMessage
}

func findCases(data []byte) ([]casePlace, Faults) {
	if f, ok := syntaxFault(data); ok {
		return nil, Faults{f}
	}
	path, list := "", json.RawMessage(bytes.TrimSpace(data))
	if list[0] == '{' {
		members, _ := splitObject(list)
		has := func(key string) int {
			return slices.IndexFunc(members, func(m member) bool { return m.key == key })
		}
		if has("cases") < 0 || has("id") >= 0 {
			return []casePlace{{"", list}}, nil
		}
		path, list = "cases", members[has("cases")].value
	}
	if list[0] != '[' {
		return nil, misfit(path, list, "write a case, or a list of cases")
	}
	var values []json.RawMessage
	json.Unmarshal(list, &values) // list is a valid JSON list
	if len(values) > MaxCases {
		return nil, misfit(path, list, fmt.Sprintf("holds %d cases; keep a file to %d", len(values), MaxCases))
	}
	var places []casePlace
	for i, value := range values {
		places = append(places, casePlace{fmt.Sprintf("%s[%d]", path, i), value})
	}
	return places, nil
}

func decodeCase(data json.RawMessage) (*Case, Faults) {
	var c Case
	faults := decodeValue("", data, reflect.ValueOf(&c).Elem())
	for _, f := range c.Validate() {
		told := func(earlier Fault) bool {
			return earlier.Field == "" || earlier.Field == f.Field || strings.HasPrefix(earlier.Field, f.Field+".")
		}
		if !slices.ContainsFunc(faults, told) {
			faults = append(faults, f)
		}
	}
	return &c, faults
}

// syntaxFault is the place where data stops being JSON.
func syntaxFault(data []byte) (Fault, bool) {
	if len(bytes.TrimSpace(data)) == 0 {
		return Fault{Remedy: `is empty; write a case, as {"id": "INC-0142", "title": "…"}`}, true
	}
	if !utf8.Valid(data) {
		return faultAt(data, invalidUTF8(data), "is not UTF-8; save the file as UTF-8"), true
	}
	var whole json.RawMessage
	if syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &whole)); ok {
		return faultAt(data, int(syntax.Offset)-1, "is not JSON from here on: "+syntax.Error()), true
	}
	return Fault{}, false
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(data)
}

// faultAt is a fault that shows the rest of the line at offset.
func faultAt(data []byte, offset int, remedy string) Fault {
	offset = max(0, min(offset, len(data)))
	before, after := data[:offset], data[offset:]
	rest, _, _ := bytes.Cut(after, []byte("\n"))
	return Fault{
		Line:   bytes.Count(before, []byte("\n")) + 1,
		Column: offset - bytes.LastIndexByte(before, '\n'),
		Value:  shorten(strings.TrimSpace(string(rest))),
		Remedy: remedy,
	}
}
