package bot

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"incidentlib/bot/store"
)

// form is a modal that somebody filled in and submitted.
type form struct {
	workspace      store.Workspace
	user, userTeam string
	at             time.Time // when it was delivered
	name           string    // which modal: its callback_id
	meta           string    // what the bot gave the modal when it opened it: its private_metadata
	trigger        string
	values         map[string][]string // by block_id: what was typed, or chosen
}

// formFrom reads the payload of an interaction; ok is false for any other than a submission.
func formFrom(payload json.RawMessage) (f form, ok bool) {
	p := object(payload)
	if p.text("type") != "view_submission" {
		return form{}, false
	}
	view := object(p["view"])
	f = form{
		workspace: store.Workspace{Enterprise: object(p["enterprise"]).text("id"), Team: object(p["team"]).text("id")},
		user:      object(p["user"]).text("id"), userTeam: object(p["user"]).text("team_id"),
		name: view.text("callback_id"), meta: view.text("private_metadata"), trigger: p.text("trigger_id"),
		values: map[string][]string{},
	}
	for block, raw := range object(object(view["state"])["values"]) {
		for _, input := range object(raw) { // one input a block
			f.values[block] = inputOf(object(input))
		}
	}
	return f, true
}

// inputOf is what stands in one input, whatever its kind.
func inputOf(input fields) []string {
	for _, name := range []string{"value", "selected_conversation", "selected_channel", "selected_user", "selected_date", "selected_time"} {
		if v := input.text(name); v != "" {
			return []string{v}
		}
	}
	if v := object(input["selected_option"]).text("value"); v != "" {
		return []string{v}
	}
	var many []string
	var options []fields
	if json.Unmarshal(input["selected_options"], &options) == nil {
		for _, o := range options {
			many = append(many, o.text("value"))
		}
	}
	for _, name := range []string{"selected_users", "selected_conversations", "selected_channels"} {
		var chosen []string
		if json.Unmarshal(input[name], &chosen) == nil {
			many = append(many, chosen...)
		}
	}
	return many
}

// text is what stands in the input of a block, without the space around it.
func (f form) text(block string) string {
	if len(f.values[block]) == 0 {
		return ""
	}
	return strings.TrimSpace(f.values[block][0])
}

// faultsIn says what is wrong with a form, by block_id; nothing when it can be submitted. It
// is asked before Slack is answered, so it must not wait for anything.
func (b *Bot) faultsIn(f form) (faults map[string]string) {
	switch f.name {
	case viewSettings:
		faults = settingsFaults(f)
	case formCase:
		faults = caseFaults(f)
	}
	for input, told := range faults { // with words that were typed
		faults[input] = plain(told)
	}
	return faults
}

// submit does what a form asks for.
func (b *Bot) submit(ctx context.Context, f form) error {
	switch f.name {
	case viewSettings:
		return b.saveSettings(ctx, f)
	case formCase:
		return b.learn(ctx, f)
	}
	return nil
}
