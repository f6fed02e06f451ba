package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/workspace"
	"incidentlib/config"
)

// The whole program, started as an administrator would, answers an alert in the
// look-alike of Slack, in both modes, and ends well when told to.
func TestServe(t *testing.T) {
	for _, mode := range []string{"socket", "http"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			listen := quietAddress(t)
			ws := workspace.New(workspace.Options{})
			app := install(t, ws, mode, listen)
			server, err := ws.Start("127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			channel := ws.AddChannel(workspace.Channel{Name: "alerts"})
			if err := ws.Invite(channel, app.BotUser); err != nil {
				t.Fatal(err)
			}
			env := map[string]string{
				"SLACK_BOT_TOKEN": app.BotToken, "SLACK_APP_TOKEN": app.AppToken, "SLACK_SIGNING_SECRET": app.SigningSecret,
				"SLACK_API_URL": server.APIURL, "INCIDENTLIB_HTTP_LISTEN": listen, "INCIDENTLIB_DATA": filepath.Join(t.TempDir(), "data"),
				"INCIDENTLIB_LIBRARY_BUNDLED": "no", "INCIDENTLIB_LIBRARY_FOLDERS": "testdata/own",
			}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int, 1)
			go func() {
				ended <- run(ctx, []string{"serve", "--mode", mode}, func(name string) string { return env[name] }, strings.NewReader(""), io.Discard, t.Output())
			}()
			waitReady(t, "http://"+listen+"/readyz")

			ts, err := ws.PostAs(workspace.Bot{Name: "Alertmanager", Webhook: true}, channel,
				[]byte(`{"text":"","attachments":[{"title":"[FIRING:1] NodeConntrack","text":"conntrack_allowance_exceeded rises on ens6"}]}`))
			if err != nil {
				t.Fatal(err)
			}
			wait, cancel := context.WithTimeout(ctx, 2*time.Minute)
			defer cancel()
			if err := ws.Wait(wait, func() bool { return len(ws.Thread(channel, ts)) == 2 }); err != nil {
				t.Fatal("no reply in the alert's thread")
			}
			if reply := string(ws.Thread(channel, ts)[1]); !strings.Contains(reply, "OPS-1") {
				t.Errorf("the reply does not show OPS-1: %s", reply)
			}
			stop()
			if code := <-ended; code != 0 {
				t.Errorf("ended with status %d, want 0", code)
			}
		})
	}
}

func install(t *testing.T, ws *workspace.Workspace, mode, listen string) workspace.Installed {
	t.Helper()
	base := ""
	if mode == "http" {
		base = "https://" + listen // Slack takes https only; the look-alike calls the bot where it listens
	}
	manifest, err := config.Manifest(mode, base)
	if err != nil {
		t.Fatal(err)
	}
	app, err := workspace.FromManifest([]byte(strings.ReplaceAll(manifest, "https://"+listen, "http://"+listen)))
	if err != nil {
		t.Fatal(err)
	}
	return ws.Install(app)
}

// waitReady asks until the program says that it is ready.
func waitReady(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get(address)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatalf("%s was never ready", address)
}

// A bot that waits for Slack is alive, not ready, and takes nothing from Slack.
func TestServeWithoutSlack(t *testing.T) {
	for _, mode := range []string{"socket", "http"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			listen := quietAddress(t)
			env := map[string]string{
				"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", "SLACK_SIGNING_SECRET": "5ec7e7",
				"SLACK_API_URL": "http://" + quietAddress(t) + "/api/", "INCIDENTLIB_HTTP_LISTEN": listen,
				"INCIDENTLIB_DATA": filepath.Join(t.TempDir(), "data"), "INCIDENTLIB_LIBRARY_BUNDLED": "no", "INCIDENTLIB_LIBRARY_FOLDERS": "testdata/own",
			}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int, 1)
			go func() {
				ended <- run(ctx, []string{"serve", "--mode", mode}, func(name string) string { return env[name] }, strings.NewReader(""), io.Discard, t.Output())
			}()
			waitReady(t, "http://"+listen+"/healthz")
			pages := map[string]int{"/readyz": http.StatusServiceUnavailable, "/slack/events": http.StatusNotFound}
			if mode == "http" {
				pages["/slack/events"] = http.StatusServiceUnavailable
			}
			for page, want := range pages {
				resp, err := http.Get("http://" + listen + page)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				if resp.StatusCode != want {
					t.Errorf("%s answers %d, want %d", page, resp.StatusCode, want)
				}
			}
			stop()
			if code := <-ended; code != 0 {
				t.Errorf("ended with status %d, want 0", code)
			}
		})
	}
}

// The mode of the command line is checked with the rest of the settings.
func TestServeNeedsAnAddressForHTTP(t *testing.T) {
	env := map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "5ec7e7", "INCIDENTLIB_DATA": t.TempDir()}
	file := filepath.Join(t.TempDir(), "incidentlib.yaml")
	if err := os.WriteFile(file, []byte("http:\n  listen: \"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	code := run(t.Context(), []string{"serve", "--mode", "http", "--config", file}, func(name string) string { return env[name] }, strings.NewReader(""), io.Discard, &stderr)
	if code != 1 || !strings.Contains(stderr.String(), "http.listen") {
		t.Errorf("status %d, %q", code, stderr.String())
	}
}
