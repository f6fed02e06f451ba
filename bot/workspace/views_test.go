package workspace_test

import (
	"testing"

	"github.com/slack-go/slack/socketmode"

	"incidentlib/bot/workspace"
)

// openModal opens the modal by a command and returns its id.
func (w *world) openModal(seen chan map[string]any, view args) string {
	w.t.Helper()
	w.must(w.Command(w.dana, w.channel, "/incidentlib x"))
	_, got := w.call("views.open", w.app.BotToken, args{"trigger_id": w.next(seen)["trigger_id"], "view": view})
	if got["ok"] != true {
		w.t.Fatal(got)
	}
	return got["view"].(args)["id"].(string)
}

// open lists the block ids of the person's open modals, the bottom one first.
func (w *world) open() (blocks []string) {
	for _, v := range w.Views(w.dana) {
		b := object(w.t, v)["blocks"].([]any)[0].(args)
		blocks = append(blocks, b["block_id"].(string))
	}
	return blocks
}

func TestSubmit(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer any
		open   []string
		errs   string
		fails  bool
	}{
		{name: "an empty answer closes it"},
		{name: "clear", answer: args{"response_action": "clear"}},
		{name: "errors", answer: args{"response_action": "errors", "errors": args{"ask": "too vague"}}, open: []string{"ask"}, errs: "too vague"},
		{name: "errors for a block that is not there", answer: args{"response_action": "errors", "errors": args{"other": "x"}}, open: []string{"ask"}, fails: true},
		{name: "update", answer: args{"response_action": "update", "view": modal("changed")}, open: []string{"changed"}},
		{name: "push", answer: args{"response_action": "push", "view": modal("above")}, open: []string{"ask", "above"}},
		{name: "a view without a title", answer: args{"response_action": "update", "view": args{"type": "modal"}}, open: []string{"ask"}, fails: true},
		{name: "unknown", answer: args{"response_action": "dance"}, open: []string{"ask"}, fails: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, workspace.Options{})
			seen := w.responder(map[string]any{"view_submission": c.answer})
			id := w.openModal(seen, modal("ask"))
			if _, err := w.SubmitView(w.dana, id, nil); err == nil {
				t.Error("a required input was left empty without an error")
			}
			errs, err := w.SubmitView(w.dana, id, map[string]string{"ask": "disk full"})
			if (err != nil) != c.fails || errs["ask"] != c.errs {
				t.Errorf("errors %v, err %v", errs, err)
			}
			p := w.next(seen)
			typed := p["view"].(args)["state"].(args)["values"].(args)["ask"].(args)["typed"].(args)
			if p["type"] != "view_submission" || typed["value"] != "disk full" {
				t.Errorf("payload = %v", p)
			}
			if got := w.open(); len(got) != len(c.open) || len(got) > 0 && got[len(got)-1] != c.open[len(c.open)-1] {
				t.Errorf("open modals: %v, want %v", got, c.open)
			}
		})
	}
}

func TestModalStack(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	first := modal("first")
	first["blocks"] = append(first["blocks"].([]any), actions(args{"type": "button", "action_id": "more", "text": text("plain_text", 4)}))
	id := w.openModal(seen, first)
	push := func() map[string]any {
		w.must(w.ClickView(w.dana, id, "more", ""))
		p := w.next(seen)
		_, got := w.call("views.push", w.app.BotToken, args{"trigger_id": p["trigger_id"], "view": modal("second")})
		return got
	}
	if got := push(); got["ok"] != true || got["view"].(args)["previous_view_id"] != id || got["view"].(args)["root_view_id"] != id {
		t.Errorf("second view: %v", got)
	}
	if got := push(); got["ok"] != true {
		t.Errorf("third view: %v", got)
	}
	if got := push(); got["error"] != "push_limit_reached" {
		t.Errorf("fourth view: %v", got)
	}
}

func TestUpdateAndClose(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := w.responder(nil)
	v := modal("ask")
	v["notify_on_close"], v["private_metadata"], v["external_id"] = true, "remember", "mine"
	id := w.openModal(seen, v)
	hash := object(t, w.Views(w.dana)[0])["hash"]
	update := args{"view_id": id, "hash": hash, "view": modal("changed")}
	if _, got := w.call("views.update", w.app.BotToken, update); got["ok"] != true {
		t.Errorf("update: %v", got)
	}
	if _, got := w.call("views.update", w.app.BotToken, update); got["error"] != "hash_conflict" {
		t.Errorf("update with the hash from before: %v", got)
	}
	v["external_id"] = "mine"
	w.call("views.update", w.app.BotToken, args{"view_id": id, "view": v})
	if _, got := w.call("views.update", w.app.BotToken, args{"external_id": "mine", "view": v}); got["ok"] != true {
		t.Errorf("update by external_id: %v", got)
	}
	w.must(w.CloseView(w.dana, id))
	p := w.next(seen)
	if p["type"] != "view_closed" || p["view"].(args)["private_metadata"] != "remember" || len(w.open()) != 0 {
		t.Errorf("payload = %v, still open: %v", p, w.open())
	}
	if _, err := w.SubmitView(w.dana, id, nil); err == nil {
		t.Error("a closed modal was submitted")
	}
}

func TestChosenValuesStayInTheView(t *testing.T) {
	w := newWorld(t, workspace.Options{})
	seen := make(chan map[string]any, 10)
	w.connect(func(r *socketmode.Request) (any, bool) { seen <- object(t, r.Payload); return nil, true })
	v := modal("ask")
	v["blocks"] = append(v["blocks"].([]any), args{"type": "actions", "block_id": "s", "elements": []any{
		args{"type": "static_select", "action_id": "lang", "options": []any{option(2, 2)}}}})
	id := w.openModal(seen, v)
	w.must(w.ClickView(w.dana, id, "lang", "vv"))
	last := w.next(seen)
	if last["actions"].([]any)[0].(args)["selected_option"].(args)["value"] != "vv" {
		t.Errorf("payload = %v", last)
	}
	if _, err := w.SubmitView(w.dana, id, map[string]string{"ask": "x"}); err != nil {
		t.Fatal(err)
	}
	last = w.next(seen)
	state := last["view"].(args)["state"].(args)["values"].(args)
	if state["s"].(args)["lang"].(args)["selected_option"].(args)["value"] != "vv" {
		t.Errorf("state = %v", state)
	}
}
