package seeds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"incidentlib/matcher"
)

// rootType is what a document should hold: a case or a list of cases.
func rootType(node ast.Node) reflect.Type {
	if node.Type() == ast.SequenceType {
		return reflect.TypeFor[[]matcher.Case]()
	}
	return reflect.TypeFor[matcher.Case]()
}

// yamlWalk writes a YAML tree as JSON. It follows the types of the schema to
// know where 2022 is a text; elsewhere numbers stay numbers, digit by digit.
type yamlWalk struct {
	out    bytes.Buffer
	lines  map[string]int
	faults matcher.Faults
}

func (w *yamlWalk) value(path string, node ast.Node, want reflect.Type, depth int) {
	if depth > maxDepth {
		w.fault(path, node, "nests too deep")
		return
	}
	switch n := node.(type) {
	case *ast.MappingNode:
		w.mapping(path, n.Values, want, depth)
	case *ast.MappingValueNode:
		w.mapping(path, []*ast.MappingValueNode{n}, want, depth)
	case *ast.SequenceNode:
		w.sequence(path, n.Values, want, depth)
	case *ast.AnchorNode:
		w.value(path, n.Value, want, depth+1)
	case *ast.TagNode:
		if n.Start.Value == "!!str" {
			want = reflect.TypeFor[string]()
		}
		w.value(path, n.Value, want, depth+1)
	case *ast.LiteralNode:
		w.text(strings.TrimSuffix(n.Value.Value, "\n"))
	case *ast.StringNode:
		w.text(n.Value)
	case *ast.NullNode, nil:
		w.out.WriteString("null")
	case *ast.AliasNode:
		w.fault(path, node, "is an alias; write the value out")
	default:
		w.number(n.GetToken().Value, want)
	}
}

// number writes a number or a truth value, as a text where the schema wants one.
func (w *yamlWalk) number(token string, want reflect.Type) {
	if want == nil && json.Valid([]byte(token)) {
		w.out.WriteString(token)
		return
	}
	w.text(token)
}

func (w *yamlWalk) text(s string) {
	data, _ := json.Marshal(s) // a string can always be written
	w.out.Write(data)
}

func (w *yamlWalk) mapping(path string, members []*ast.MappingValueNode, want reflect.Type, depth int) {
	w.out.WriteByte('{')
	for i, m := range members {
		if i > 0 {
			w.out.WriteByte(',')
		}
		key := keyText(m.Key)
		at := strings.TrimPrefix(path+"."+key, ".")
		w.lines[at] = m.Key.GetToken().Position.Line
		if m.Key.Type() == ast.MergeKeyType {
			w.fault(at, m.Key, "is a merge key; write the fields out")
		}
		w.text(key)
		w.out.WriteByte(':')
		w.value(at, m.Value, memberType(want, path, key), depth+1)
	}
	w.out.WriteByte('}')
}

func (w *yamlWalk) sequence(path string, items []ast.Node, want reflect.Type, depth int) {
	var item reflect.Type
	if want != nil && want.Kind() == reflect.Slice {
		item = want.Elem()
	}
	w.out.WriteByte('[')
	for i, node := range items {
		if i > 0 {
			w.out.WriteByte(',')
		}
		at := fmt.Sprintf("%s[%d]", path, i)
		w.lines[at] = node.GetToken().Position.Line
		w.value(at, node, item, depth+1)
	}
	w.out.WriteByte(']')
}

func (w *yamlWalk) fault(path string, node ast.Node, remedy string) {
	w.faults = append(w.faults, matcher.Fault{
		Line: node.GetToken().Position.Line, Field: path, Remedy: remedy,
	})
	w.out.WriteString("null")
}

func keyText(key ast.MapKeyNode) string {
	switch k := key.(type) {
	case *ast.StringNode:
		return k.Value
	case *ast.MappingKeyNode:
		if s, ok := k.Value.(*ast.StringNode); ok {
			return s.Value
		}
		return k.Value.GetToken().Value
	}
	return key.GetToken().Value
}

// memberType is the type the schema gives to a key, or nil where it knows none.
func memberType(want reflect.Type, path, key string) reflect.Type {
	if path == "" && key == "cases" {
		return reflect.TypeFor[[]matcher.Case]()
	}
	if want == nil || want.Kind() != reflect.Struct {
		return nil
	}
	for f := range want.Fields() {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == key && tag != "" {
			return f.Type
		}
	}
	return nil
}
