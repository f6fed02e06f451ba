package workspace_test

import (
	"slices"
	"strings"
	"testing"

	"incidentlib/bot/workspace"
)

func TestFromManifest(t *testing.T) {
	app, err := workspace.FromManifest([]byte(`
display_information: {name: tester}
features:
  slash_commands: [{command: /test, description: Tests, should_escape: true, url: "https://bot.example.com/c"}]
  shortcuts: [{name: Look, type: message, callback_id: look}]
oauth_config: {scopes: {bot: ["chat:write", "commands"]}}
settings:
  event_subscriptions: {request_url: "https://bot.example.com/e", bot_events: [message.channels]}
  interactivity: {is_enabled: true, request_url: "https://bot.example.com/i"}
  socket_mode_enabled: false
`))
	if err != nil {
		t.Fatal(err)
	}
	if app.Name != "tester" || app.SocketMode || app.EventsURL != "https://bot.example.com/e" || app.ActionsURL != "https://bot.example.com/i" || app.CommandsURL != "https://bot.example.com/c" {
		t.Errorf("read %+v", app)
	}
	if !slices.Equal(app.Scopes, []string{"chat:write", "commands"}) || len(app.Commands) != 1 || !app.Commands[0].Escape || app.Shortcuts[0].CallbackID != "look" {
		t.Errorf("read %+v", app)
	}
	if _, err := workspace.FromManifest([]byte("features: 7")); err == nil || !strings.Contains(err.Error(), "manifest") {
		t.Errorf("a broken manifest gives %v", err)
	}
}
