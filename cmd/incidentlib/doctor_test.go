package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/workspace"
	"incidentlib/config"
)

// examined is the doctor with a look-alike of Slack.
type examined struct {
	*testing.T
	ws  *workspace.Workspace
	app workspace.Installed
	env map[string]string
}

func examine(t *testing.T) *examined {
	t.Parallel()
	ws := workspace.New(workspace.Options{Team: "Acme"})
	app := install(t, ws, "socket", "")
	server, err := ws.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return &examined{t, ws, app, map[string]string{
		"SLACK_BOT_TOKEN": app.BotToken, "SLACK_APP_TOKEN": app.AppToken, "SLACK_API_URL": server.APIURL,
		"INCIDENTLIB_DATA": filepath.Join(t.TempDir(), "data"), "INCIDENTLIB_LIBRARY_BUNDLED": "no", "INCIDENTLIB_LIBRARY_FOLDERS": "testdata/own",
	}}
}

// finds wants a status of the program, and for each check named its verdict and a part of what
// was found or of the remedy: "scopes fail the token lacks".
func (e *examined) finds(status int, want ...string) {
	e.Helper()
	var out, errs bytes.Buffer
	code := run(e.Context(), []string{"doctor", "--json"}, func(name string) string { return e.env[name] }, nil, &out, &errs)
	var told struct {
		OK     bool
		Checks report
	}
	if err := json.Unmarshal(out.Bytes(), &told); err != nil {
		e.Fatalf("%v: %s%s", err, &out, &errs)
	}
	if code != status || told.OK != (status == 0) {
		e.Errorf("status %d, want %d: %s%s", code, status, &out, &errs)
	}
	var all string
	for _, c := range told.Checks {
		all += fmt.Sprintln(c.Check, c.Status, c.Found, c.Remedy)
		if c.Status != ok && c.Remedy == "" && !strings.Contains(c.Found, ": ") {
			e.Errorf("nothing to do about %s: %s", c.Check, c.Found)
		}
	}
	for _, w := range want {
		head, part, _ := strings.Cut(w, " … ")
		if !strings.Contains(all, head) || !strings.Contains(all, part) {
			e.Errorf("not found: %s; in:\n%s", w, all)
		}
	}
	for _, secret := range []string{e.app.BotToken, e.app.AppToken} {
		if strings.Contains(out.String()+errs.String(), secret) {
			e.Errorf("a token shows: %s%s", &out, &errs)
		}
	}
}

func TestDoctorAllWell(t *testing.T) {
	e := examine(t)
	e.finds(0, "settings ok", "tokens ok", "data ok … made at the first start", "state ok none yet", "cases ok 1 can be read",
		"slack ok signed in to Acme (T00000001)", "scopes ok", "clock ok", "socket ok")
	if _, err := os.Stat(e.env["INCIDENTLIB_DATA"]); !os.IsNotExist(err) {
		t.Errorf("the doctor made the data folder: %v", err)
	}
	st, err := store.Open(t.Context(), filepath.Join(e.env["INCIDENTLIB_DATA"], "incidentlib.db"))
	if err != nil {
		t.Fatal(err)
	}
	st.Close()
	e.finds(0, "data ok", "state ok a file in", "inbox ok 0 waiting, 0 given up")
}

func TestDoctorSlack(t *testing.T) {
	e := examine(t)
	manifest, err := config.Manifest("socket", "")
	if err != nil {
		t.Fatal(err)
	}
	app, err := workspace.FromManifest([]byte(manifest))
	if err != nil {
		t.Fatal(err)
	}
	all := app.Scopes
	app.Scopes = []string{"chat:write"}
	e.reinstall(app)
	e.finds(1, "scopes fail the token lacks app_mentions:read, channels:history … install the app again")
	app.Scopes = append(all, "groups:history", "users:read")
	e.reinstall(app)
	e.finds(0, "scopes warn the token has more than the bot uses: users:read take")
	app.Scopes = nil
	e.reinstall(app)
	e.finds(0, "scopes warn Slack does not say")
	if err := e.ws.Revoke(e.app.ID, "token_revoked"); err != nil {
		t.Fatal(err)
	}
	e.finds(1, "slack fail … token_revoked", "socket fail", "clock ok")
	e.env["SLACK_API_URL"] = "http://" + quietAddress(t) + "/api/"
	e.finds(1, "slack fail auth.test … reaches http://127.0.0.1")
	e.env["SLACK_BOT_TOKEN"] = e.app.AppToken
	e.finds(1, "tokens fail environment: SLACK_BOT_TOKEN \"xapp-…\" a bot token begins with xoxb-")
	delete(e.env, "SLACK_APP_TOKEN")
	e.finds(1, "tokens fail … SLACK_APP_TOKEN not set")
}

func (e *examined) reinstall(app workspace.App) {
	e.Helper()
	if err := e.ws.Reinstall(e.app.ID, app); err != nil {
		e.Fatal(err)
	}
}

// A clock that is off matters where Slack signs what it sends.
func TestDoctorClock(t *testing.T) {
	for _, c := range []struct {
		mode   string
		ahead  time.Duration
		status int
		want   string
	}{
		{"socket", 30 * time.Second, 0, "clock ok within 3"},
		{"socket", -10 * time.Minute, 0, "clock warn … min behind Slack's set the clock"},
		{"http", 10 * time.Minute, 1, "clock fail … min before Slack's: what Slack signs"},
	} {
		t.Run(c.mode+c.ahead.String(), func(t *testing.T) {
			e := examine(t)
			slack, err := url.Parse(e.env["SLACK_API_URL"])
			if err != nil {
				t.Fatal(err)
			}
			behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: slack.Scheme, Host: slack.Host})
			behind.ModifyResponse = func(r *http.Response) error {
				r.Header.Set("Date", time.Now().Add(-c.ahead).UTC().Format(http.TimeFormat))
				return nil
			}
			clock := httptest.NewServer(behind)
			t.Cleanup(clock.Close)
			e.env["SLACK_API_URL"], e.env["INCIDENTLIB_SLACK_MODE"], e.env["SLACK_SIGNING_SECRET"] = clock.URL+slack.Path, c.mode, "abc"
			e.finds(c.status, c.want)
		})
	}
}

func TestDoctorState(t *testing.T) {
	e := examine(t)
	data := e.env["INCIDENTLIB_DATA"]
	file := filepath.Join(data, "incidentlib.db")
	buryItem(t, file, store.Item{Workspace: team1, ID: "C1/1.1", Lane: "C1", Kind: "events_api", Payload: "{}", Seq: 1})
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	e.finds(0, "data warn … chmod 700", "inbox warn 0 waiting, 1 given up … inbox --dead")
	for _, log := range []string{"-wal", "-shm"} {
		os.Remove(file + log)
	}
	if err := os.WriteFile(file, []byte("no database at all, whatever its name says"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.finds(1, "state fail … is damaged")
	write(t, filepath.Join(data, "no folder"), "x")
	e.env["INCIDENTLIB_DATA"] = filepath.Join(data, "no folder")
	e.env["INCIDENTLIB_LIBRARY_FOLDERS"] = data + "/none"
	e.env["INCIDENTLIB_CARE"] = "brave"
	e.finds(1, "data fail … is no folder", "cases fail", "settings fail INCIDENTLIB_CARE: care \"brave\" say careful")
}

// On a terminal each check is a line, and what to do stands below it.
func TestDoctorPage(t *testing.T) {
	e := examine(t)
	delete(e.env, "SLACK_APP_TOKEN")
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"doctor", "--offline"}, func(name string) string { return e.env[name] }, nil, &out, &errs)
	want := "fail  tokens    environment: SLACK_APP_TOKEN\n                → not set; make an app-level token"
	if code != 1 || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "signed in") || !strings.Contains(errs.String(), "1 of ") {
		t.Errorf("status %d:\n%s%s", code, &out, &errs)
	}
}
