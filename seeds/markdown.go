package seeds

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"incidentlib/matcher"
)

// parseMarkdown reads one case: the fields of the front matter, where there is
// any, and then the body (sections.go). A field that both give holds both. The
// id falls back to the file's name, the title to the first heading.
func parseMarkdown(name string, data []byte) ([]*matcher.Case, matcher.Faults) {
	if !utf8.Valid(data) {
		return nil, matcher.Faults{{File: name, Remedy: "is not UTF-8; save the file as UTF-8"}}
	}
	text := strings.NewReplacer("\u2028", "\n", "\u2029", "\n").Replace(lines(string(data)))
	front, body, bodyLine, closed := splitFront(text)
	if !closed {
		return nil, matcher.Faults{{File: name, Line: 1, Remedy: "opens a front matter that never ends; close it with a line of three dashes"}}
	}
	doc, fields, faults := readFront(name, front)
	if len(faults) > 0 {
		return nil, faults
	}
	title, sections := readBody(body, bodyLine)
	if !given(fields, "id") {
		fields["id"] = encode(idFrom(name))
	}
	if !given(fields, "title") && title.text != "" {
		fields["title"] = encode(title.text)
		doc.lines["title"] = title.line
	}
	for _, s := range sections {
		s.addTo(fields)
		if doc.lines[s.field] == 0 {
			doc.lines[s.field] = s.line
		}
	}
	cases, wrong := matcher.DecodeCases(name, encode(fields))
	return cases, doc.place(wrong)
}

// splitFront cuts the front matter from the body, which starts at bodyLine. Its
// last result is false where the front matter has no end.
func splitFront(text string) (front, body string, bodyLine int, closed bool) {
	all := strings.Split(text, "\n")
	if strings.TrimRight(all[0], " \t") != "---" {
		return "", text, 1, true
	}
	for i, line := range all[1:] {
		if end := strings.TrimRight(line, " \t"); end == "---" || end == "..." {
			// An empty line stands for the opening dashes, so that the lines
			// the YAML reader counts are lines of the file.
			front = "\n" + strings.Join(all[1:i+1], "\n") + "\n"
			return front, strings.Join(all[i+2:], "\n"), i + 3, true
		}
	}
	return "", "", 0, false
}

func readFront(name, front string) (yamlDoc, map[string]json.RawMessage, matcher.Faults) {
	none := yamlDoc{lines: map[string]int{"": 1}}
	fields := map[string]json.RawMessage{}
	if strings.TrimSpace(front) == "" {
		return none, fields, nil
	}
	docs, faults := readYAML(name, []byte(front))
	if len(faults) > 0 {
		return none, nil, faults
	}
	if len(docs) != 1 || json.Unmarshal(docs[0].json, &fields) != nil || fields == nil {
		return none, nil, matcher.Faults{{File: name, Line: 2, Field: "front matter", Remedy: `write fields, as "title: …", a line each`}}
	}
	return docs[0], fields, nil
}

func given(fields map[string]json.RawMessage, key string) bool {
	value := string(fields[key])
	return value != "" && value != "null" && value != `""`
}

func encode(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil { // only texts and what was JSON before come here
		return json.RawMessage("null")
	}
	return data
}

var notInID = regexp.MustCompile(`[^\pL\pN._-]+`)

// idFrom makes an ID of a file's name: "2024 checkout outage.md" is
// "2024-checkout-outage". Names are composed first, as some systems split the
// letters of a Korean name into their parts.
func idFrom(name string) string {
	base := strings.TrimSuffix(path.Base(strings.ReplaceAll(name, `\`, "/")), path.Ext(name))
	id := []rune(strings.Trim(notInID.ReplaceAllString(norm.NFC.String(base), "-"), "-._"))
	return string(id[:min(len(id), matcher.MaxID)])
}

// addTo adds a section's words to its field: list items to a list, and a text to
// the same language of a text that is there already.
func (s section) addTo(fields map[string]json.RawMessage) {
	if entries, ok := lists[s.field]; ok {
		var items []json.RawMessage
		if given(fields, s.field) && json.Unmarshal(fields[s.field], &items) != nil {
			return // not a list: the schema's reader says so
		}
		for _, item := range entries(s.text) {
			items = append(items, encode(item))
		}
		fields[s.field] = encode(items)
		return
	}
	if !given(fields, s.field) {
		fields[s.field] = encode(s.text)
		return
	}
	var text matcher.Text
	if json.Unmarshal(fields[s.field], &text) != nil {
		return // not a text: the schema's reader says so
	}
	more := matcher.TextOf(s.text)
	text.En = joinTexts(text.En, more.En)
	text.Ko = joinTexts(text.Ko, more.Ko)
	fields[s.field] = encode(text)
}

func joinTexts(a, b string) string {
	return strings.TrimSpace(fmt.Sprintf("%s\n\n%s", a, b))
}
