package workspace_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"incidentlib/bot/workspace"
)

// samples is where captured payloads of Slack lie on machines that have them.
const samples = "../../../shared/slack/samples"

// TestNoInventedKeys compares every payload an app can be sent with payloads
// captured from Slack: no key may be there that Slack was never seen to send.
func TestNoInventedKeys(t *testing.T) {
	if _, err := os.Stat(samples); err != nil {
		t.Skip("no captured payloads on this machine")
	}
	known := map[string]map[string]any{} // by kind, every sample of it merged
	for _, dir := range []string{"payload_shapes", "events", "inner_events", "interactions", "socket_mode", "constructed"} {
		files, err := filepath.Glob(filepath.Join(samples, dir, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no samples: %v", dir, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var o map[string]any
			if json.Unmarshal(raw, &o) != nil {
				continue // a list of blocks
			}
			if dir == "inner_events" {
				o = map[string]any{"type": "event_callback", "event": o}
			}
			if p, ok := o["payload"].(map[string]any); ok {
				o = p
			}
			merge(known, o)
		}
	}
	w := everything(t)
	checked := map[string]bool{}
	for _, d := range w.Deliveries() {
		p := object(t, d.Payload)
		kind := kindOf(p)
		shape := known[kind]
		if shape == nil {
			t.Errorf("no sample of %q", kind)
			continue
		}
		checked[kind] = true
		if shape["event"] != nil { // every event is wrapped alike
			envelope := maps.Clone(known["message"])
			event := maps.Clone(shape["event"].(map[string]any))
			event["event_ts"], event["app_id"] = "", ""                // documented for every event and for bots' messages
			envelope["event"], envelope["context_team_id"] = event, "" // the second is newer than the captures
			shape = envelope
		}
		for _, path := range invented(p, shape, kind) {
			t.Errorf("invented: %s", path)
		}
	}
	if len(checked) < 20 {
		t.Errorf("only %d kinds were played: %v", len(checked), checked)
	}
}

// kindOf names a payload by its type, and a message by its subtype too.
func kindOf(p map[string]any) string {
	e, isEvent := p["event"].(map[string]any)
	switch {
	case p["command"] != nil:
		return "command"
	case !isEvent:
		return p["type"].(string)
	}
	kind, _ := e["type"].(string)
	if sub, _ := e["subtype"].(string); kind == "message" && sub != "" {
		return sub
	}
	return kind
}

func merge(known map[string]map[string]any, o map[string]any) {
	if o["type"] == nil && o["command"] == nil {
		return
	}
	kind := kindOf(o)
	if known[kind] == nil {
		known[kind] = map[string]any{}
	}
	mergeInto(known[kind], o)
}

func mergeInto(to, from map[string]any) {
	for k, v := range from {
		have, isMap := to[k].(map[string]any)
		if add, ok := v.(map[string]any); ok && isMap {
			mergeInto(have, add)
		} else if !isMap {
			to[k] = v
		}
	}
}

// invented lists the paths of p that the shape has not. States and lists are what
// the app itself sent, and whole messages inside a payload are checked as events;
// both are passed over.
func invented(p, shape map[string]any, at string) (paths []string) {
	for k, v := range p {
		want, ok := shape[k]
		if !ok {
			paths = append(paths, at+"."+k)
			continue
		}
		ours, isMap := v.(map[string]any)
		theirs, known := want.(map[string]any)
		if isMap && known && len(theirs) > 0 && !slices.Contains([]string{"state", "root", "message", "previous_message"}, k) {
			paths = append(paths, invented(ours, theirs, at+"."+k)...)
		}
	}
	slices.Sort(paths)
	return paths
}

// everything plays each kind of thing that can happen.
func everything(t *testing.T) *world {
	w := newWorld(t, workspace.Options{RetryAfter: []time.Duration{}})
	seen := w.responder(nil)
	room := w.AddChannel(workspace.Channel{Name: "room"})
	w.must(w.Invite(room, w.app.BotUser))
	hook := w.post(alertmanager, `{"attachments":[{"title":"x"}]}`)
	w.post(workspace.Bot{Name: "Deployer"}, `{"text":"x"}`)
	said, err := w.Say(w.dana, w.channel, hook, "@incidentlib hello")
	w.must(err)
	_, err = w.Broadcast(w.dana, w.channel, hook, "all")
	w.must(err)
	w.must(w.Edit(w.channel, said, "bye"))
	w.must(w.Delete(w.channel, said))
	w.must(w.Delete(w.channel, hook))
	w.must(w.React(w.dana, w.channel, w.postButtons(""), "eyes", true))
	w.must(w.Rename(room, "hall"))
	w.must(w.Share(room, true, "C0SHARED2"))
	w.must(w.Archive("C0SHARED2"))
	w.must(w.OpenHome(w.dana, w.app.ID))
	button := w.postButtons("")
	w.must(w.Click(w.dana, w.channel, button, "yes"))
	w.must(w.Shortcut(w.dana, w.channel, button, "similar"))
	w.must(w.Shortcut(w.dana, "", "", "ask"))
	for range 3 {
		w.next(seen)
	}
	v := modal("ask")
	v["notify_on_close"] = true
	id := w.openModal(seen, v)
	_, err = w.SubmitView(w.dana, id, map[string]string{"ask": "x"})
	w.must(err)
	w.next(seen)
	w.must(w.CloseView(w.dana, w.openModal(seen, v)))
	w.must(w.Remove("C0SHARED2", w.app.BotUser))
	w.must(w.Uninstall(w.app.ID))
	return w
}
