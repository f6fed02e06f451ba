package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	pastFolder = "testdata/backtest/export"
	pastCases  = "testdata/backtest/cases"
)

func backtested(t *testing.T, getenv func(string) string, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	args = append([]string{"backtest", "--no-bundled", "--cases", pastCases}, args...)
	code = run(t.Context(), args, getenv, nil, &o, &e)
	return o.String(), e.String(), code
}

// zipped writes a zip file of what write puts into it.
func zipped(t *testing.T, write func(*zip.Writer)) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "export.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	write(z)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

func put(t *testing.T, z *zip.Writer, name, text string) {
	t.Helper()
	f, err := z.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
}

// A folder and the zip file of it tell the same, as text, JSON and page.
func TestBacktestExport(t *testing.T) {
	t.Parallel()
	archive := zipped(t, func(z *zip.Writer) {
		if err := z.AddFS(os.DirFS(pastFolder)); err != nil {
			t.Fatal(err)
		}
	})
	page := filepath.Join(t.TempDir(), "page.html")
	for _, form := range []struct{ file, flag string }{{"text.golden", "--since=30d"}, {"json.golden", "--json"}} {
		want, errs, code := backtested(t, none, pastFolder, "--votes", "testdata/backtest/votes.jsonl", "--report", page, form.flag)
		if code != 0 {
			t.Fatalf("status %d: %s", code, errs)
		}
		compareStats(t, "testdata/backtest/"+form.file, want)
		if got, errs, _ := backtested(t, none, archive, "--votes", "testdata/backtest/votes.jsonl", form.flag); got != want {
			t.Errorf("the zip file tells otherwise: %s\n%s", got, errs)
		}
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	compareStats(t, "testdata/backtest/page.golden.html", string(html))
}

func TestBacktestRefuses(t *testing.T) {
	t.Parallel()
	const channels = `[{"id":"C1","name":"alerts"}]`
	bomb := "[" + strings.Repeat(" ", mostOfFile) + "]"
	for name, c := range map[string]struct {
		write func(*zip.Writer)
		want  string
	}{
		"path":   {func(z *zip.Writer) { put(t, z, "channels.json", channels); put(t, z, "../evil.json", "[]") }, "leads out"},
		"name":   {func(z *zip.Writer) { put(t, z, "channels.json", `[{"id":"C1","name":"../etc"}]`) }, "no name of a channel"},
		"bomb":   {func(z *zip.Writer) { put(t, z, "channels.json", channels); put(t, z, "alerts/2026-01-01.json", bomb) }, "larger than"},
		"nobody": {func(z *zip.Writer) { put(t, z, "readme.txt", "hello") }, "not a Slack export"},
		"link": {func(z *zip.Writer) {
			put(t, z, "channels.json", channels)
			h := &zip.FileHeader{Name: "alerts/2026-01-01.json"}
			h.SetMode(fs.ModeSymlink | 0o777)
			z.CreateHeader(h)
		}, "neither a file nor a folder"},
	} {
		if _, errs, code := backtested(t, none, zipped(t, c.write)); code == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, %q; want %q", name, code, errs, c.want)
		}
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "channels.json"), []byte(channels), 0o600)
	os.Mkdir(filepath.Join(dir, "alerts"), 0o700)
	os.WriteFile(filepath.Join(dir, "alerts", "real"), []byte("[]"), 0o600)
	os.Symlink("real", filepath.Join(dir, "alerts", "2026-01-01.json"))
	if _, errs, code := backtested(t, none, dir); code == 0 || !strings.Contains(errs, "links are not followed") {
		t.Errorf("a link in a folder: status %d, %q", code, errs)
	}
}

// Through the Web API pages are followed, a rate limit is waited out, and nothing is posted.
func TestBacktestSlack(t *testing.T) {
	t.Parallel()
	var calls []string
	slack := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := filepath.Base(r.URL.Path)
		calls = append(calls, method+r.FormValue("cursor"))
		say := func(v map[string]any) { v["ok"] = true; json.NewEncoder(w).Encode(v) }
		message := func(ts string) map[string]any {
			return map[string]any{"type": "message", "bot_id": "B1", "ts": ts, "text": "ERROR quota-keeper: token bucket for tenant 42 drained below 5 permits"}
		}
		switch {
		case method == "auth.test":
			say(map[string]any{"user_id": "U9", "bot_id": "B9"})
		case method == "conversations.info":
			say(map[string]any{"channel": map[string]any{"id": "C0ALERTS", "name": "alerts"}})
		case method == "conversations.history" && len(calls) == 3:
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(http.StatusTooManyRequests)
		case r.FormValue("cursor") == "":
			say(map[string]any{"messages": []any{message("1772449600.000100"), 7}, "response_metadata": map[string]any{"next_cursor": "two"}})
		default:
			say(map[string]any{"messages": []any{message("1772446000.000100")}})
		}
	}))
	defer slack.Close()
	env := map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "INCIDENTLIB_SLACK_API_URL": slack.URL + "/"}
	out, errs, code := backtested(t, func(name string) string { return env[name] }, "--channel", "C0ALERTS", "--since", "2026-03-01")
	if code != 0 || !strings.Contains(out, "2 messages, 2 alerts, 1 reply, ") {
		t.Errorf("status %d: %s%s", code, out, errs)
	}
	if got := fmt.Sprint(calls); got != "[auth.test conversations.info conversations.history conversations.history conversations.historytwo]" {
		t.Errorf("calls: %s", got)
	}
	if _, errs, code := backtested(t, none, "--channel", "C0ALERTS"); code != 2 || !strings.Contains(errs, "SLACK_BOT_TOKEN") {
		t.Errorf("without a token: status %d, %s", code, errs)
	}
}

// One thing is told as one.
func TestBacktestCountsOne(t *testing.T) {
	r := backtestReport{Messages: 1, Alerts: 1, Replies: 1, Days: []backtestDay{{Day: "2026-03-02", Messages: 1, Alerts: 1, Replies: 1}}, Votes: &backtestVotes{Unplaced: 1}}
	r.Votes.Precision.Of = 1
	page, err := r.html()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{r.text(), string(page)} {
		if odd := regexp.MustCompile(`\b1 (?:messages|alerts|replies|votes|threads)\b|<b>1</b>(?:messages|alerts|replies)`).FindString(text); odd != "" {
			t.Errorf("it says %q", odd)
		}
	}
}
