package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"incidentlib/bot/workspace"
)

func repeat(n int, v any) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func text(kind string, n int) args { return args{"type": kind, "text": strings.Repeat("가", n)} }

func section(n int) args { return args{"type": "section", "text": text("mrkdwn", n)} }

func button(label, value int) args {
	return args{"type": "button", "text": text("plain_text", label), "value": strings.Repeat("v", value)}
}

func option(label, value int) args {
	return args{"text": text("plain_text", label), "value": strings.Repeat("v", value)}
}

func actions(elements ...any) args { return args{"type": "actions", "elements": elements} }

// chart has one series, with a value for each label.
func chart(categories []any, labels ...string) args {
	var data []any
	for _, l := range labels {
		data = append(data, args{"label": l, "value": 1})
	}
	return args{"type": "data_visualization", "title": "x", "chart": args{
		"type": "bar", "axis_config": args{"categories": categories}, "series": []any{args{"name": "s", "data": data}},
	}}
}

// modal is the smallest modal, with one input called like its block.
func modal(input string) args {
	return args{"type": "modal", "title": args{"type": "plain_text", "text": "Title"}, "submit": args{"type": "plain_text", "text": "Go"},
		"blocks": []any{args{"type": "input", "block_id": input, "label": text("plain_text", 3), "element": args{"type": "plain_text_input", "action_id": "typed"}}}}
}

// TestBlockLimits checks each limit at its edge: what fits is taken, one more is
// refused, and the answer points at the place.
func TestBlockLimits(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	for _, c := range []struct {
		name   string
		blocks func(n int) []any
		most   int
		points string
	}{
		{"blocks", func(n int) []any { return repeat(n, args{"type": "divider"}) }, 50, "/blocks"},
		{"section text", func(n int) []any { return []any{section(n)} }, 3000, "/blocks/0/text/text"},
		{"fields", func(n int) []any { return []any{args{"type": "section", "fields": repeat(n, text("mrkdwn", 1))}} }, 10, "/blocks/0/fields"},
		{"field", func(n int) []any { return []any{args{"type": "section", "fields": []any{text("mrkdwn", n)}}} }, 2000, "/blocks/0/fields/0/text"},
		{"header", func(n int) []any { return []any{args{"type": "header", "text": text("plain_text", n)}} }, 150, "/blocks/0/text/text"},
		{"context", func(n int) []any { return []any{args{"type": "context", "elements": repeat(n, text("mrkdwn", 1))}} }, 10, "/blocks/0/elements"},
		{"actions", func(n int) []any { return []any{actions(repeat(n, button(1, 1))...)} }, 25, "/blocks/0/elements"},
		{"button label", func(n int) []any { return []any{actions(button(n, 1))} }, 75, "/blocks/0/elements/0/text/text"},
		{"button value", func(n int) []any { return []any{actions(button(1, n))} }, 2000, "/blocks/0/elements/0/value"},
		{"overflow", func(n int) []any { return []any{actions(args{"type": "overflow", "options": repeat(n, option(1, 1))})} }, 5, "/blocks/0/elements/0/options"},
		{"select", func(n int) []any {
			return []any{actions(args{"type": "static_select", "options": repeat(n, option(1, 1))})}
		}, 100, "/blocks/0/elements/0/options"},
		{"option value", func(n int) []any {
			return []any{actions(args{"type": "static_select", "options": []any{option(1, n)}})}
		}, 150, "/blocks/0/elements/0/options/0/value"},
		{"block_id", func(n int) []any { return []any{args{"type": "divider", "block_id": strings.Repeat("b", n)}} }, 255, "/blocks/0/block_id"},
		{"markdown in all", func(n int) []any {
			return []any{args{"type": "markdown", "text": "x"}, args{"type": "markdown", "text": strings.Repeat("m", n-1)}}
		}, 12000, "/blocks/1/text"},
		{"categories of a chart", func(n int) []any {
			var all []any
			var labels []string
			for i := range n {
				all, labels = append(all, fmt.Sprint(i)), append(labels, fmt.Sprint(i))
			}
			return []any{chart(all, labels...)}
		}, 20, "/blocks/0/chart/series/0/data"},
		{"table rows", func(n int) []any { return []any{args{"type": "table", "rows": repeat(n, []any{})}} }, 100, "/blocks/0/rows"},
	} {
		for _, n := range []int{c.most, c.most + 1} {
			_, got := w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "blocks": c.blocks(n)})
			if n == c.most && got["ok"] != true {
				t.Errorf("%s: %d was refused: %v", c.name, n, got)
			}
			if n > c.most && (got["error"] != "invalid_blocks" || !strings.Contains(messages(got), "[json-pointer:"+c.points+"]")) {
				t.Errorf("%s: %d gave %v, want invalid_blocks at %s", c.name, n, got, c.points)
			}
		}
	}
}

func messages(answer map[string]any) string {
	meta, _ := answer["response_metadata"].(map[string]any)
	return fmt.Sprint(meta["messages"])
}

func TestMalformedBlocks(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	for _, c := range []struct {
		name, want string
		blocks     []any
	}{
		{"unknown type", "unsupported type: poem", []any{args{"type": "poem"}}},
		{"empty text", "must be more than 0 characters", []any{section(0)}},
		{"no text", "missing required field", []any{args{"type": "section"}}},
		{"mrkdwn in a header", "unsupported type: mrkdwn", []any{args{"type": "header", "text": text("mrkdwn", 1)}}},
		{"emoji on mrkdwn", "invalid additional property: emoji", []any{args{"type": "section", "text": args{"type": "mrkdwn", "text": "x", "emoji": true}}}},
		{"two of one block_id", "block_id already exists", repeat(2, args{"type": "divider", "block_id": "b"})},
		{"two of one action_id", "action_id already exists", []any{actions(repeat(2, args{"type": "button", "action_id": "a", "text": text("plain_text", 1)})...)}},
		{"no elements", "must have at least 1 item", []any{actions()}},
		{"not a block", "must be an object", []any{"x"}},
		{"no chart", "unsupported type", []any{args{"type": "data_visualization", "title": "x"}}},
		{"a chart without a value", "one item for each category", []any{chart([]any{"a", "b"}, "a")}},
		{"a value of no category", "is no category", []any{chart([]any{"a"}, "b")}},
	} {
		_, got := w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "blocks": c.blocks})
		if got["error"] != "invalid_blocks" || !strings.Contains(messages(got), c.want) {
			t.Errorf("%s: %v, want %q", c.name, got, c.want)
		}
	}
	_, got := w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "blocks": repeat(2, args{"type": "table", "rows": []any{}})})
	if got["error"] != "only_one_table_allowed" {
		t.Errorf("two tables: %v", got)
	}
	_, got = w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "attachments": repeat(101, args{"text": "x"})})
	if got["error"] != "too_many_attachments" {
		t.Errorf("101 attachments: %v", got)
	}
}

func TestTextLimits(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	post := func(method string, n int, more args) map[string]any {
		a := args{"channel": w.channel, "text": strings.Repeat("가", n)}
		for k, v := range more {
			a[k] = v
		}
		_, got := w.call(method, w.app.BotToken, a)
		return got
	}
	whole := post("chat.postMessage", 40000, nil)
	cut := post("chat.postMessage", 40001, nil)
	if whole["warning"] != nil || cut["ok"] != true || cut["warning"] != "message_truncated" {
		t.Errorf("40000 characters: %v; 40001: %v", whole["warning"], cut["warning"])
	}
	if got := cut["message"].(map[string]any)["text"].(string); len([]rune(got)) != 40000 {
		t.Errorf("the text kept has %d characters", len([]rune(got)))
	}
	ts := args{"ts": whole["ts"]}
	if got := post("chat.update", 4000, ts); got["ok"] != true {
		t.Errorf("chat.update with 4000 characters: %v", got)
	}
	if got := post("chat.update", 4001, ts); got["error"] != "msg_too_long" {
		t.Errorf("chat.update with 4001 characters: %v", got)
	}
}

func TestViewLimits(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	for _, c := range []struct {
		name   string
		change func(args)
		want   string
	}{
		{"title of 25", func(v args) { v["title"] = text("plain_text", 25) }, "/view/title/text"},
		{"no title", func(v args) { delete(v, "title") }, "/view/title"},
		{"input without submit", func(v args) { delete(v, "submit") }, "missing required field: submit"},
		{"101 blocks", func(v args) { v["blocks"] = repeat(101, args{"type": "divider"}) }, "/view/blocks"},
		{"private_metadata of 3001", func(v args) { v["private_metadata"] = strings.Repeat("x", 3001) }, "/view/private_metadata"},
		{"a table", func(v args) { v["blocks"] = []any{args{"type": "table", "rows": []any{}}} }, "unsupported type: table"},
		{"a home", func(v args) { v["type"] = "home" }, "must be modal"},
	} {
		v := modal("ask")
		c.change(v)
		_, got := w.call("views.open", w.app.BotToken, args{"trigger_id": "x", "view": v})
		if got["error"] != "invalid_arguments" || !strings.Contains(messages(got), c.want) {
			t.Errorf("%s: %v, want %q", c.name, got, c.want)
		}
	}
	v := modal("ask")
	v["blocks"] = repeat(90, section(1000))
	_, got := w.call("views.open", w.app.BotToken, args{"trigger_id": "x", "view": v})
	if got["error"] != "view_too_large" {
		t.Errorf("a view of 270 kB: %v", got["error"])
	}
}
