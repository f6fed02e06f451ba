package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/config"
)

var update = flag.Bool("update", false, "rewrite the wanted part of testdata/load")

// Each archive of testdata/load is one start: a settings file, an environment,
// and either what differs from the defaults or the faults, as a reader sees them.
func TestLoad(t *testing.T) {
	folder, err := filepath.Abs("testdata/load")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := start(t, archive)
			want := &archive.Files[len(archive.Files)-1]
			if want.Name != "want" {
				t.Fatalf("the last file is %s, want one called want", want.Name)
			}
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(want.Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// start loads the archive's files in a folder of their own and tells the outcome.
func start(t *testing.T, archive *txtar.Archive) string {
	t.Chdir(t.TempDir())
	env := map[string]string{}
	for _, f := range archive.Files {
		if f.Name != "env" {
			if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for line := range strings.Lines(string(f.Data)) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			env[name] = value
		}
	}
	c, err := config.Load(env["CONFIG"], func(name string) string { return env[name] })
	if err != nil {
		return err.Error() + "\n"
	}
	var out strings.Builder
	was, is := flat(config.Default()), flat(c)
	for i := range was {
		if was[i] != is[i] {
			fmt.Fprintln(&out, is[i])
		}
	}
	return out.String()
}

func flat(c config.Config) []string {
	return []string{
		"slack.mode " + c.Slack.Mode, "slack.api_url " + c.Slack.APIURL, "http.listen " + c.HTTP.Listen,
		"language " + c.Language, fmt.Sprintf("library.folders %q", c.Library.Folders),
		fmt.Sprint("library.bundled ", c.Library.Bundled), "data " + c.Data, fmt.Sprint("window ", c.Window),
		fmt.Sprint("retention ", c.Retention.Records, " ", c.Retention.Audit), fmt.Sprint("storm ", c.Storm), fmt.Sprint("hourly ", c.Hourly), "zone " + c.Zone, fmt.Sprintf("database %q", c.Database.Reveal()),
		"care " + c.Care, "log.level " + c.Log.Level, "log.format " + c.Log.Format,
		fmt.Sprintf("bot token %q", c.Slack.BotToken.Reveal()), fmt.Sprintf("app token %q", c.Slack.AppToken.Reveal()),
		fmt.Sprintf("signing secret %q", c.Slack.SigningSecret.Reveal()),
	}
}

func none(string) string { return "" }

func TestExampleIsTheDefault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "example.yaml")
	if err := os.WriteFile(path, config.Example, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := config.Load(path, none)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(config.Default(), got); diff != "" {
		t.Error(diff)
	}
}

// White space and quotes around a secret come from secret stores and env files;
// sent to Slack they give "invalid_auth" and nothing else.
func TestSecretsAreTrimmed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("xoxb-0000-test\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, env := range map[string]map[string]string{
		"newlines and spaces": {"SLACK_BOT_TOKEN": "xoxb-0000-test\n", "SLACK_APP_TOKEN": " xapp-1-test ", "SLACK_SIGNING_SECRET": "abc123\r\n"},
		"quotes":              {"SLACK_BOT_TOKEN": `"xoxb-0000-test"`, "SLACK_APP_TOKEN": `'xapp-1-test'`, "SLACK_SIGNING_SECRET": "\"abc123\"\n"},
		"a file":              {"SLACK_BOT_TOKEN_FILE": file, "SLACK_APP_TOKEN": "xapp-1-test", "SLACK_SIGNING_SECRET": "abc123"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			c, err := config.Load("", func(name string) string { return env[name] })
			if err != nil {
				t.Fatal(err)
			}
			s := c.Slack
			if s.BotToken.Reveal() != "xoxb-0000-test" || s.AppToken.Reveal() != "xapp-1-test" || s.SigningSecret.Reveal() != "abc123" {
				t.Errorf("got %q, %q, %q", s.BotToken.Reveal(), s.AppToken.Reveal(), s.SigningSecret.Reveal())
			}
		})
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	c := config.Default()
	c.Slack.BotToken = "xoxb-hush"
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("start", "token", c.Slack.BotToken, "config", c)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("start", "token", c.Slack.BotToken, "config", c)
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	all := log.String() + string(data) + c.Slack.BotToken.String()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%t"} {
		all += fmt.Sprintf(verb+verb, c, c.Slack.BotToken)
	}
	if strings.Contains(all, "hush") || strings.Contains(all, "68757368") || !strings.Contains(all, "(secret)") {
		t.Errorf("the secret shows, or (secret) does not: %s", all)
	}
}

func TestCheckSlack(t *testing.T) {
	c := config.Default()
	wantFaults(t, c.CheckSlack(), "SLACK_BOT_TOKEN: not set", "SLACK_APP_TOKEN: not set")
	c.Slack.BotToken, c.Slack.AppToken = "xoxb-1", "xapp-1"
	wantFaults(t, c.CheckSlack())
	c.Slack.Mode = "http"
	wantFaults(t, c.CheckSlack(), "SLACK_SIGNING_SECRET: not set")
	c.Slack.SigningSecret = "abc"
	wantFaults(t, c.CheckSlack())
}

func TestValidate(t *testing.T) {
	c := config.Default()
	wantFaults(t, c.Validate())
	c.Window, c.Data, c.HTTP.Listen, c.Slack.Mode = -time.Second, "", "", "http"
	wantFaults(t, c.Validate(), "http.listen: slack.mode http needs", "data: name a folder", `window "-1s": give`)
	c = config.Config{}
	wantFaults(t, c.Validate(), "slack.mode: say socket or http", "slack.api_url: give", "language: say auto, en or ko",
		"data: name", `window "0s": give`, `retention.records "0s": give`, `retention.audit "0s": give`, "zone: name a time zone", `storm "0": give`, `hourly "0": give`, "care: say careful", "log.level: say", "log.format: say")
}

// wantFaults checks the faults of err, each by its beginning.
func wantFaults(t *testing.T, err error, want ...string) {
	t.Helper()
	got, _ := errors.AsType[config.Faults](err)
	if err == nil && len(want) == 0 {
		return
	}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %d faults", err, len(want))
	}
	for i, f := range got {
		if !strings.HasPrefix(strings.TrimPrefix(f.Error(), "environment: "), want[i]) {
			t.Errorf("got %s, want %s…", f, want[i])
		}
	}
}
