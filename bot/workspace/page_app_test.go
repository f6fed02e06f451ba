package workspace_test

import (
	"encoding/json"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

// play is the app of these tests: it whispers on a command, opens a modal on a
// button or a shortcut, and posts what the modal was given.
func (w *world) play(r *socketmode.Request) (any, bool) {
	in := object(w.t, r.Payload)
	switch in["type"] {
	case nil: // a slash command
		words := slack.NewTextBlockObject(slack.MarkdownType, "Nothing like *"+in["text"].(string)+"*", false, true)
		save := slack.NewButtonBlockElement("save", "", slack.NewTextBlockObject(slack.PlainTextType, "Save as a case", false, false)).WithStyle(slack.StylePrimary)
		return map[string]any{"text": words.Text, "blocks": []slack.Block{slack.NewSectionBlock(words, nil, nil), slack.NewActionBlock("", save)}}, true
	case "block_actions", "message_action":
		if a := actionOf(in); a != nil && a["action_id"] != "save" {
			return nil, true
		}
		var view slack.ModalViewRequest
		w.must(json.Unmarshal([]byte(saveModal), &view))
		if _, err := w.api.OpenViewContext(w.ctx, in["trigger_id"].(string), view); err != nil {
			w.t.Error(err)
		}
	case "view_submission":
		title := titleGiven(in)
		if len(title) < 10 {
			return json.RawMessage(`{"response_action": "errors", "errors": {"title": "Say a little more"}}`), true
		}
		if _, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionText("Saved: "+title, true)); err != nil {
			w.t.Error(err)
		}
	case "event_callback":
		if e := in["event"].(map[string]any); e["type"] == "app_home_opened" {
			var home slack.HomeTabViewRequest
			w.must(json.Unmarshal([]byte(`{"type": "home", "blocks": [{"type": "header", "text": {"type": "plain_text", "text": "This week"}}]}`), &home))
			if _, err := w.api.PublishViewContext(w.ctx, slack.PublishViewContextRequest{UserID: e["user"].(string), View: home}); err != nil {
				w.t.Error(err)
			}
		}
	}
	return nil, true
}

const saveModal = `{"type": "modal", "callback_id": "save",
	"title": {"type": "plain_text", "text": "Save as a case"}, "submit": {"type": "plain_text", "text": "Save"},
	"blocks": [{"type": "input", "block_id": "title", "label": {"type": "plain_text", "text": "Title"},
		"element": {"type": "plain_text_input", "action_id": "text"}}]}`

func titleGiven(in map[string]any) string {
	for _, key := range []string{"view", "state", "values", "title", "text"} {
		in = in[key].(map[string]any)
	}
	return in["value"].(string)
}

// actionOf is the action of a block_actions payload, or nil.
func actionOf(in map[string]any) map[string]any {
	if actions, _ := in["actions"].([]any); len(actions) == 1 {
		return actions[0].(map[string]any)
	}
	return nil
}

// acted waits until the app was told of an action, and returns the value of its
// button or of the option chosen.
func (w *world) acted(id string) (value any) {
	w.t.Helper()
	w.wait("the action "+id, func() bool {
		for _, d := range w.Deliveries() {
			a := actionOf(object(w.t, d.Payload))
			if a == nil || a["action_id"] != id {
				continue
			}
			value = a["value"]
			if o, ok := a["selected_option"].(map[string]any); ok {
				value = o["value"]
			}
			return true
		}
		return false
	})
	return value
}
