package workspace_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/bot/workspace"
)

// TestDelivered plays the steps of each archive and compares the events the app
// is sent, in order. A step names what was posted by its place: the first post is 1.
//
//	-- webhook NAME --      a post of that webhook, as JSON
//	-- classic NAME --      the same of a classic bot
//	-- bot NAME --          the same of a bot of today
//	-- says --              what Dana types
//	-- says in N --         the same in the thread of post N; "broadcasts in N" shows it in the channel too
//	-- edits N --           Dana's new text for her post
//	-- changes N --         keys the bot gives its post, which is then marked as edited
//	-- unfurls N --         the same without the mark
//	-- deletes N --
//	-- event KIND --        an event expected, without its channel and timestamps
func TestDelivered(t *testing.T) {
	files, err := filepath.Glob("testdata/delivered/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			w := newWorld(t, workspace.Options{RetryAfter: []time.Duration{}})
			w.SetTime(time.Date(2026, 1, 5, 3, 0, 0, 0, time.UTC))
			before := len(w.Deliveries())
			p := player{world: w}
			var want []txtar.File
			for _, f := range a.Files {
				if strings.HasPrefix(f.Name, "event ") {
					want = append(want, f)
				} else {
					p.play(f.Name, strings.TrimSpace(string(f.Data)))
				}
			}
			got := w.Deliveries()[before:]
			for i, f := range want {
				if i >= len(got) {
					t.Fatalf("%s: not sent; %d events were", f.Name, len(got))
				}
				e := object(t, got[i].Payload)["event"].(map[string]any)
				if diff := cmp.Diff(stable(object(t, f.Data)), stable(e)); diff != "" {
					t.Errorf("event %d, %s (-want +got):\n%s", i+1, f.Name, diff)
				}
			}
			if len(got) > len(want) {
				t.Errorf("one more event was sent: %s", got[len(want)].Payload)
			}
		})
	}
}

// stable drops what depends on the clock or on the order of ids.
func stable(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			switch k {
			case "ts", "event_ts", "thread_ts", "deleted_ts", "latest_reply", "channel", "channel_type", "block_id", "client_msg_id", "team", "bot_profile":
				delete(v, k)
			default:
				v[k] = stable(v[k])
			}
		}
		return v
	case []any:
		for i := range v {
			v[i] = stable(v[i])
		}
	}
	return v
}

type player struct {
	*world
	posts []string
}

func (p *player) play(step, text string) {
	p.t.Helper()
	verb, rest, _ := strings.Cut(step, " ")
	var ts string
	var err error
	switch verb {
	case "webhook", "classic", "bot":
		b := workspace.Bot{Name: rest, Webhook: verb == "webhook", Classic: verb == "classic"}
		if thread, in, ok := strings.Cut(rest, " in "); ok {
			b.Name = thread
			o := object(p.t, json.RawMessage(text))
			o["thread_ts"] = p.nth(in)
			raw, _ := json.Marshal(o)
			text = string(raw)
		}
		ts, err = p.PostAs(b, p.channel, json.RawMessage(text))
	case "says":
		ts, err = p.Say(p.dana, p.channel, p.nth(rest), text)
	case "broadcasts":
		ts, err = p.Broadcast(p.dana, p.channel, p.nth(rest), text)
	case "edits":
		err = p.Edit(p.channel, p.nth(rest), text)
	case "changes", "unfurls":
		err = p.EditAs(p.channel, p.nth(rest), json.RawMessage(text), verb == "changes")
	case "deletes":
		err = p.Delete(p.channel, p.nth(rest))
	default:
		p.t.Fatalf("unknown step %q", step)
	}
	if err != nil {
		p.t.Fatalf("%s: %v", step, err)
	}
	if ts != "" {
		p.posts = append(p.posts, ts)
	}
}

// nth reads "3" or "in 3"; "" is no post.
func (p *player) nth(s string) string {
	s = strings.TrimPrefix(s, "in ")
	if s == "" {
		return ""
	}
	var n int
	if err := json.Unmarshal([]byte(s), &n); err != nil || n < 1 || n > len(p.posts) {
		p.t.Fatalf("there is no post %q", s)
	}
	return p.posts[n-1]
}
