package workspace_test

import (
	"encoding/json"
	"fmt"

	"github.com/slack-go/slack"
)

// What a person does on the page: elements, their own messages, raw JSON.

func elements(w *world, p *tab) {
	var list slack.Blocks
	w.must(json.Unmarshal([]byte(`[{"type": "actions", "elements": [
		{"type": "button", "action_id": "quiet", "value": "24h", "style": "danger", "text": {"type": "plain_text", "text": "Quiet"}, "confirm": {
			"title": {"type": "plain_text", "text": "Quiet this alert?"}, "text": {"type": "plain_text", "text": "For a day"},
			"confirm": {"type": "plain_text", "text": "Do it"}, "deny": {"type": "plain_text", "text": "Keep"}}},
		{"type": "static_select", "action_id": "lang", "placeholder": {"type": "plain_text", "text": "Language"}, "options": [
			{"text": {"type": "plain_text", "text": "English"}, "value": "en"}, {"text": {"type": "plain_text", "text": "한국어"}, "value": "ko"}]},
		{"type": "overflow", "action_id": "more", "options": [
			{"text": {"type": "plain_text", "text": "Why"}, "value": "why"}, {"text": {"type": "plain_text", "text": "Save"}, "value": "save"}]}]}]`), &list))
	_, _, err := w.api.PostMessageContext(w.ctx, w.channel, slack.MsgOptionBlocks(list.BlockSet...))
	w.must(err)

	p.click(".button.danger", "Quiet")
	p.see(".confirm", "For a day")
	p.click(".confirm .button", "Keep")
	p.gone(".confirm")
	p.choose(".block-actions select", "ko")
	if got := w.acted("lang"); got != "ko" {
		w.t.Errorf("language chosen = %v, want ko", got)
	}
	for _, d := range w.Deliveries() {
		if a := actionOf(object(w.t, d.Payload)); a["action_id"] == "quiet" {
			w.t.Error("the button was pressed although the answer was Keep")
		}
	}
	p.click(".button.danger", "Quiet")
	p.click(".confirm .button", "Do it")
	if got := w.acted("quiet"); got != "24h" {
		w.t.Errorf("value of the button = %v, want 24h", got)
	}
	p.click(".overflow", "")
	p.click(".menu button", "Why")
	if got := w.acted("more"); got != "why" {
		w.t.Errorf("entry of the menu = %v, want why", got)
	}
}

func ownMessage(w *world, p *tab) {
	p.write(".composer textarea", "a < b & c\r")
	p.see(".message .rich", "a < b & c")
	ts := p.value("[...document.querySelectorAll('.message')].at(-1).dataset.ts").(string)
	menu := fmt.Sprintf("document.querySelector('[data-ts=\"%s\"] [aria-label=\"More actions\"]').click()", ts)
	p.do(menu)
	p.click(".menu button", "Edit message")
	p.write(".editor textarea", " d\r")
	p.see(".message .body", "a < b & c d (edited)")
	p.do(fmt.Sprintf("document.querySelector('[data-ts=\"%s\"] .quick').click()", ts))
	p.click(".reactions .mine", "✅ 1")
	p.gone(".reactions")
	p.do(menu)
	p.click(".menu button", "Delete message")
	p.gone(fmt.Sprintf("[data-ts='%s']", ts))
}

func rawByAnother(w *world, p *tab) {
	kim := w.AddUser("김민준")
	p.click("[aria-label='Raw message JSON']", "")
	p.write(".composer .code", "{broken")
	p.click(".composer .send", "")
	p.see(".toast", "The message JSON cannot be read")
	p.click(".raw .link", "Example")
	p.write("[aria-label='Name of the new bot']", "PagerDuty")
	p.click(".composer .send", "")
	p.see(".message .who", "PagerDuty APP")
	p.see(".attachment .title", "HighErrorRate")
	if calls := w.Messages(w.channel); object(w.t, calls[len(calls)-1])["bot_id"] == nil {
		w.t.Errorf("the message has no bot_id: %s", calls[len(calls)-1])
	}

	p.choose("[aria-label='Act as']", kim)
	p.click("[aria-label='Raw message JSON']", "")
	p.write(".composer textarea", "@dana 봐 주세요\r")
	p.see(".message .who", "김민준")
	p.see(".message .mention", "@Dana")
	p.see(".notice", "would notify: @dana")
}
