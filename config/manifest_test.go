package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"incidentlib/config"
)

type manifest struct {
	Display struct {
		Name, Description string
		Color             string `yaml:"background_color"`
	} `yaml:"display_information"`
	Features struct {
		Home struct {
			On       bool `yaml:"home_tab_enabled"`
			Messages bool `yaml:"messages_tab_enabled"`
			ReadOnly bool `yaml:"messages_tab_read_only_enabled"`
		} `yaml:"app_home"`
		Bot struct {
			Name   string `yaml:"display_name"`
			Online bool   `yaml:"always_online"`
		} `yaml:"bot_user"`
		Commands []struct {
			Command, URL, Description string
			Hint                      string `yaml:"usage_hint"`
			Escape                    bool   `yaml:"should_escape"`
		} `yaml:"slash_commands"`
		Shortcuts []struct {
			Name, Type, Description string
			ID                      string `yaml:"callback_id"`
		}
	}
	OAuth struct {
		Scopes struct{ Bot []string }
	} `yaml:"oauth_config"`
	Settings struct {
		Events struct {
			URL string   `yaml:"request_url"`
			Bot []string `yaml:"bot_events"`
		} `yaml:"event_subscriptions"`
		Interactivity struct {
			On  bool   `yaml:"is_enabled"`
			URL string `yaml:"request_url"`
		}
		Org      bool `yaml:"org_deploy_enabled"`
		Socket   bool `yaml:"socket_mode_enabled"`
		Rotation bool `yaml:"token_rotation_enabled"`
	}
}

func readManifest(t *testing.T, mode, url string) manifest {
	t.Helper()
	text, err := config.Manifest(mode, url)
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := yaml.UnmarshalWithOptions([]byte(text), &m, yaml.Strict()); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

func TestManifestModes(t *testing.T) {
	urls := func(m manifest) string {
		return fmt.Sprint(m.Features.Commands[0].URL, " ", m.Settings.Events.URL, " ", m.Settings.Interactivity.URL)
	}
	m := readManifest(t, "socket", "")
	if !m.Settings.Socket || strings.TrimSpace(urls(m)) != "" {
		t.Errorf("mode socket: socket mode is %v, with the addresses %s", m.Settings.Socket, urls(m))
	}
	m = readManifest(t, "http", "https://bot.example.com/")
	want := "https://bot.example.com/slack/commands https://bot.example.com/slack/events https://bot.example.com/slack/interactions"
	if m.Settings.Socket || urls(m) != want {
		t.Errorf("mode http: socket mode is %v, with the addresses %s", m.Settings.Socket, urls(m))
	}
}

func TestManifestFaults(t *testing.T) {
	for _, c := range []struct{ mode, url, want string }{
		{"http", "", "https"}, {"http", "http://bot.example.com", "https"}, {"http", "https://u:p@bot.example.com", "https"},
		{"socket", "https://bot.example.com", "leave the url out"}, {"rtm", "", "socket or http"},
	} {
		if got, err := config.Manifest(c.mode, c.url); err == nil || !strings.Contains(err.Error(), c.want) || got != "" {
			t.Errorf("Manifest(%q, %q) = %q, %v; want an error with %q", c.mode, c.url, got, err, c.want)
		}
	}
}

// Slack refuses a manifest beyond these lengths, and people refuse an app that
// asks for more than it needs.
func TestManifestIsModest(t *testing.T) {
	m := readManifest(t, "socket", "")
	command := m.Features.Commands[0]
	for _, s := range m.Features.Shortcuts {
		if len(s.Name) > 24 || len(s.Description) > 150 || s.Type != "message" {
			t.Errorf("the shortcut %+v is not as Slack allows", s)
		}
	}
	if len(m.Display.Name) > 35 || len(m.Display.Description) > 140 || len(m.Features.Bot.Name) > 80 || len(command.Command) > 32 {
		t.Error("a name or description is longer than Slack allows")
	}
	if !command.Escape {
		t.Error("without should_escape Slack does not mark who and what the text names")
	}
	if !m.Features.Home.On || !slices.Contains(m.Settings.Events.Bot, "app_home_opened") {
		t.Error("the Home tab is not there, or nobody hears when it is opened")
	}
	may := []string{"app_mentions:read", "channels:history", "channels:read", "chat:write", "commands"}
	if !slices.Equal(m.OAuth.Scopes.Bot, may) {
		t.Errorf("the app asks for %v, want %v", m.OAuth.Scopes.Bot, may)
	}
	needs := map[string]string{"message.channels": "channels:history", "app_mention": "app_mentions:read",
		"member_joined_channel": "channels:read", "channel_rename": "channels:read"}
	for event, scope := range needs {
		if !slices.Contains(m.Settings.Events.Bot, event) || !slices.Contains(may, scope) {
			t.Errorf("the event %s, which needs %s, would not arrive", event, scope)
		}
	}
}
