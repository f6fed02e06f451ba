package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// yaml takes over what the file says. It walks the parsed file instead of
// decoding it, to name the line of every fault and to find them all.
func (l *loader) yaml(name string, data []byte) {
	file, err := parser.ParseBytes(data, 0)
	if failed, ok := errors.AsType[yaml.Error](err); ok {
		l.faults = append(l.faults, Fault{at(name, failed.GetToken().Position.Line), "YAML", "", failed.GetMessage()})
		return
	}
	if err != nil {
		l.faults = append(l.faults, Fault{name, "YAML", "", err.Error()})
		return
	}
	r := reader{loader: l, name: name}
	for i, doc := range file.Docs {
		if i > 0 && doc.Body != nil {
			r.fault(doc.Body, "YAML", "", "one document is enough; take out what follows the ---")
			break
		}
		r.group("", doc.Body)
	}
}

func at(name string, line int) string { return fmt.Sprintf("%s:%d", name, line) }

type reader struct {
	*loader
	name string
}

func (r *reader) fault(n ast.Node, field, value, remedy string) {
	r.faults = append(r.faults, Fault{at(r.name, n.GetToken().Position.Line), field, value, remedy})
}

// group reads the settings below prefix, "" or "slack.". A group with nothing
// in it, as when all its lines are comments, sets nothing.
func (r *reader) group(prefix string, n ast.Node) {
	var entries []*ast.MappingValueNode
	switch n := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return
	case *ast.MappingNode:
		entries = n.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{n}
	default:
		field := strings.TrimSuffix(prefix, ".")
		if field == "" {
			field = "settings"
		}
		r.fault(n, field, n.String(), "write its settings below it, each as name: value ("+below(prefix)+")")
		return
	}
	for _, e := range entries {
		key := prefix + e.Key.GetToken().Value
		s, known := find(key)
		switch {
		case known:
			r.value(s, e.Value)
		case isGroup(key):
			r.group(key+".", e.Value)
		default:
			r.fault(e.Key, key, "", unknown(key))
		}
	}
}

// value reads one setting. No value at all leaves the default.
func (r *reader) value(s setting, n ast.Node) {
	if _, none := n.(*ast.NullNode); none {
		return
	}
	items := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		if !s.list {
			r.fault(n, s.key, "", "give one value, not a list")
			return
		}
		items = seq.Values
	}
	var values []string
	for _, item := range items {
		v, ok := scalar(item)
		if !ok {
			r.fault(item, s.key, item.String(), "give a plain value")
			return
		}
		values = append(values, v)
	}
	r.set(s, at(r.name, n.GetToken().Position.Line), values)
}

func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}
