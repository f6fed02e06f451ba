package alert

import (
	"slices"
	"strings"
)

// spoken are the members whose words a block shows, in reading order. Everything
// else in a block (ids, styles, links) is for machines.
var spoken = []string{"title", "header", "subtitle", "text", "body", "message", "description", "summary", "label", "content", "value", "alt_text"}

// unknown walks a block of a type it does not know for the words in it.
func (d *draft) unknown(v any, depth int) {
	if depth >= maxDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v[:min(len(v), maxItems)] {
			d.unknown(e, depth+1)
		}
	case map[string]any:
		if t := object(v).text("type"); depth > 0 && known(t) {
			d.block(v, depth+1)
			return
		}
		for _, name := range spoken {
			if s, ok := v[name].(string); ok {
				d.add(body, s)
			}
		}
		names := make([]string, 0, len(v))
		for name, inner := range v {
			switch inner.(type) {
			case map[string]any, []any:
				names = append(names, name)
			}
		}
		slices.SortFunc(names, readingOrder)
		for _, name := range names {
			if name != "actions" && name != "options" {
				d.unknown(v[name], depth+1)
			}
		}
	}
}

func known(kind string) bool {
	switch kind {
	case "section", "header", "context", "rich_text", "markdown", "table", "data_table", "image", "video",
		"actions", "button", "divider", "mrkdwn", "plain_text", "raw_text":
		return true
	}
	return false
}

// readingOrder puts the spoken names first, as listed, and the others by name.
func readingOrder(a, b string) int {
	ia, ib := slices.Index(spoken, a), slices.Index(spoken, b)
	switch {
	case ia >= 0 && ib >= 0:
		return ia - ib
	case ia >= 0:
		return -1
	case ib >= 0:
		return 1
	}
	return strings.Compare(a, b)
}
