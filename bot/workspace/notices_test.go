package workspace_test

import (
	"strings"
	"testing"

	"incidentlib/bot/workspace"
)

// TestNotices says who would be notified by which content. It is what the tests
// against pings hidden in alerts stand on.
func TestNotices(t *testing.T) {
	for _, c := range []struct {
		name string
		post args
		want string // "who: how", several joined by ", "
	}{
		{"plain words", args{"text": "mail dana@example.com about @nobody"}, ""},
		{"escaped", args{"text": "&lt;!channel&gt; &lt;@U1&gt;"}, ""},
		{"channel", args{"text": "<!channel> look"}, "@channel (214): text: <!channel>"},
		{"here with a label", args{"text": "<!here|here>"}, "@here (214): text: <!here|here>"},
		{"a user", args{"text": "hi <@DANA>"}, "@dana: text: <@DANA>"},
		{"a user group", args{"text": "<!subteam^GROUP|@x>"}, "@oncall (1): text: <!subteam^GROUP|@x>"},
		{"the same twice", args{"text": "<!here> <!here>"}, "@here (214): text: <!here>"},
		{"a name without parsing", args{"text": "@channel @dana"}, ""},
		{"a name with link_names", args{"text": "@dana", "link_names": true}, "@dana: text: @dana (parsed)"},
		{"a name with parse full", args{"text": "@here", "parse": "full"}, "@here (214): text: @here (parsed)"},
		{"pretext", args{"attachments": []any{args{"pretext": "<!here>"}}}, "@here (214): attachments[0].pretext: <!here>"},
		{"a field", args{"attachments": []any{args{"fields": []any{args{"title": "x", "value": "<!channel>"}}}}}, "@channel (214): attachments[0].fields[0]: <!channel>"},
		{"mrkdwn", args{"text": "x", "blocks": []any{args{"type": "section", "text": args{"type": "mrkdwn", "text": "@everyone"}}}}, "@everyone (214): blocks[0].text: @everyone (parsed)"},
		{"verbatim mrkdwn", args{"text": "x", "blocks": []any{args{"type": "section", "text": args{"type": "mrkdwn", "verbatim": true, "text": "@everyone @dana"}}}}, ""},
		{"markup in verbatim mrkdwn", args{"text": "x", "blocks": []any{args{"type": "section", "text": args{"type": "mrkdwn", "verbatim": true, "text": "<!everyone>"}}}}, "@everyone (214): blocks[0].text: <!everyone>"},
		{"plain_text", args{"text": "x", "blocks": []any{args{"type": "header", "text": args{"type": "plain_text", "text": "@channel"}}}}, ""},
		{"context in an attachment", args{"attachments": []any{args{"blocks": []any{args{"type": "context", "elements": []any{args{"type": "mrkdwn", "text": "@here"}}}}}}}, "@here (214): attachments[0].blocks[0].elements[0]: @here (parsed)"},
		{"rich_text", args{"text": "x", "blocks": []any{args{"type": "rich_text", "elements": []any{args{"type": "rich_text_section", "elements": []any{
			args{"type": "text", "text": "@channel"}, args{"type": "broadcast", "range": "here"}, args{"type": "user", "user_id": "DANA"}}}}}}},
			"@here (214): blocks[0].elements[0].elements[1]: <!here>, @dana: blocks[0].elements[0].elements[2]: <@DANA>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, workspace.Options{})
			big := w.AddChannel(workspace.Channel{Name: "all", Crowd: 212})
			w.must(w.Invite(big, w.app.BotUser))
			ids := strings.NewReplacer("DANA", w.dana, "GROUP", w.AddGroup("oncall", w.dana))
			post := fill(c.post, ids.Replace).(args)
			post["channel"] = big
			_, got := w.call("chat.postMessage", w.app.BotToken, post)
			if got["ok"] != true {
				t.Fatal(got)
			}
			var notices []string
			for _, n := range w.Notices() {
				notices = append(notices, n.Who+": "+n.How)
				if n.TS != got["ts"] || n.Channel != big || n.By != w.app.BotUser {
					t.Errorf("notice %+v does not name the message", n)
				}
			}
			if got, want := strings.Join(notices, ", "), ids.Replace(c.want); got != want {
				t.Errorf("notices = %q, want %q", got, want)
			}
		})
	}
}

// fill replaces placeholders in every string of v.
func fill(v any, replace func(string) string) any {
	switch v := v.(type) {
	case string:
		return replace(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = fill(v[i], replace)
		}
		return out
	case args:
		out := args{}
		for k := range v {
			out[k] = fill(v[k], replace)
		}
		return out
	}
	return v
}

func TestEditNotifiesOnlyWhatItAdds(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	_, got := w.call("chat.postMessage", w.app.BotToken, args{"channel": w.channel, "text": "<!here> one"})
	w.call("chat.update", w.app.BotToken, args{"channel": w.channel, "ts": got["ts"], "text": "<!here> two"})
	if n := w.Notices(); len(n) != 1 {
		t.Errorf("notices = %+v, want the first alone", n)
	}
	w.call("chat.update", w.app.BotToken, args{"channel": w.channel, "ts": got["ts"], "text": "<!here> <!channel>"})
	if n := w.Notices(); len(n) != 2 || n[1].Who != "@channel (2)" {
		t.Errorf("notices = %+v, want the added one too", n)
	}
}
