package workspace

import (
	"fmt"

	"github.com/goccy/go-yaml"
)

// FromManifest reads a Slack app manifest in YAML: what the app is called, may do, hears
// of and offers. An app that works here with its own manifest asks for enough.
func FromManifest(manifest []byte) (App, error) {
	var m struct {
		Display struct {
			Name string `yaml:"name"`
		} `yaml:"display_information"`
		Features struct {
			Home struct {
				Enabled bool `yaml:"home_tab_enabled"`
			} `yaml:"app_home"`
			Commands []struct {
				Command     string `yaml:"command"`
				URL         string `yaml:"url"`
				Description string `yaml:"description"`
				UsageHint   string `yaml:"usage_hint"`
				Escape      bool   `yaml:"should_escape"`
			} `yaml:"slash_commands"`
			Shortcuts []struct {
				Name       string `yaml:"name"`
				Type       string `yaml:"type"`
				CallbackID string `yaml:"callback_id"`
			} `yaml:"shortcuts"`
		} `yaml:"features"`
		OAuth struct {
			Scopes struct {
				Bot []string `yaml:"bot"`
			} `yaml:"scopes"`
		} `yaml:"oauth_config"`
		Settings struct {
			Events struct {
				URL  string   `yaml:"request_url"`
				Bots []string `yaml:"bot_events"`
			} `yaml:"event_subscriptions"`
			Interactivity struct {
				URL string `yaml:"request_url"`
			} `yaml:"interactivity"`
			Socket bool `yaml:"socket_mode_enabled"`
		} `yaml:"settings"`
	}
	if err := yaml.Unmarshal(manifest, &m); err != nil {
		return App{}, fmt.Errorf("workspace: read manifest: %w", err)
	}
	a := App{
		Name: m.Display.Name, Scopes: m.OAuth.Scopes.Bot, Home: m.Features.Home.Enabled,
		Events: m.Settings.Events.Bots, SocketMode: m.Settings.Socket,
		EventsURL: m.Settings.Events.URL, ActionsURL: m.Settings.Interactivity.URL,
	}
	for _, c := range m.Features.Commands {
		a.CommandsURL = c.URL
		a.Commands = append(a.Commands, Command{c.Command, c.Description, c.UsageHint, c.Escape})
	}
	for _, s := range m.Features.Shortcuts {
		a.Shortcuts = append(a.Shortcuts, Shortcut{s.Type, s.CallbackID, s.Name})
	}
	return a, nil
}
