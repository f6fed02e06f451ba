package seeds

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"

	"incidentlib/matcher"
)

// Limits of a YAML file. Beyond them the YAML reader's own checks take more than
// a few seconds; a case has about a hundred keys, four levels deep.
const (
	maxDepth = 100
	maxKeys  = 20_000 // counted by their colons
)

// parseYAML reads the cases of a YAML file, which may hold several documents.
func parseYAML(name string, data []byte) ([]*matcher.Case, matcher.Faults) {
	docs, faults := readYAML(name, data)
	var cases []*matcher.Case
	for _, doc := range docs {
		read, wrong := matcher.DecodeCases(name, doc.json)
		cases = append(cases, read...)
		faults = append(faults, doc.place(wrong)...)
	}
	return cases, faults
}

// yamlDoc is one document as JSON, and the line each of its fields stands on.
type yamlDoc struct {
	json  []byte
	lines map[string]int // "remediation[2].text.en": 12; "" is the document
}

// place gives the faults of a document their lines.
func (d yamlDoc) place(faults matcher.Faults) matcher.Faults {
	for i, f := range faults {
		at := f.Field
		for at != "" && d.lines[at] == 0 {
			at = at[:max(0, strings.LastIndexAny(at, ".["))]
		}
		faults[i].Line, faults[i].Column = d.lines[at], 0
	}
	return faults
}

func readYAML(name string, data []byte) (docs []yamlDoc, faults matcher.Faults) {
	one := func(line int, remedy string) matcher.Faults {
		return matcher.Faults{{File: name, Line: line, Remedy: remedy}}
	}
	// A crash of the YAML library on one odd file must not keep the others from
	// being read.
	defer func() {
		if crash := recover(); crash != nil {
			docs, faults = nil, one(0, fmt.Sprintf("is not YAML: %v", crash))
		}
	}()
	if !utf8.Valid(data) {
		return nil, one(0, "is not UTF-8; save the file as UTF-8")
	}
	text := lines(string(data))
	if tooDeep(text) || strings.Count(text, ":") > maxKeys {
		return nil, one(0, "nests too deep or has too many keys; split it into one file a case")
	}
	file, err := parser.ParseBytes([]byte(text), 0)
	if syntax, ok := errors.AsType[yaml.Error](err); ok && syntax.GetToken() != nil {
		said := syntax.GetMessage()
		if strings.HasPrefix(said, "mapping value is not allowed") { // as in "title: ADR-1: Kafka"
			said += "; put quotes around a value that has a colon in it"
		}
		return nil, one(syntax.GetToken().Position.Line, "is not YAML: "+said)
	} else if err != nil {
		return nil, one(0, "is not YAML: "+err.Error())
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		w := yamlWalk{lines: map[string]int{"": doc.Body.GetToken().Position.Line}}
		w.value("", doc.Body, rootType(doc.Body), 0)
		for _, f := range w.faults {
			f.File = name
			faults = append(faults, f)
		}
		if len(w.faults) == 0 {
			docs = append(docs, yamlDoc{w.out.Bytes(), w.lines})
		}
	}
	if len(docs) == 0 && len(faults) == 0 {
		return nil, one(0, "is empty; write a case, with at least id and title")
	}
	return docs, faults
}

// lines is text without a byte order mark, each line ended by one "\n".
func lines(text string) string {
	return strings.NewReplacer("\uFEFF", "", "\r\n", "\n", "\r", "\n").Replace(text)
}

// tooDeep finds brackets, or lists in lists, that nest beyond any case.
func tooDeep(text string) bool {
	open := 0
	for _, r := range text {
		switch r {
		case '[', '{':
			open++
		case ']', '}':
			open--
		}
		if open > maxDepth {
			return true
		}
	}
	return strings.Contains(text, strings.Repeat("- ", maxDepth))
}
