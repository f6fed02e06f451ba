package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// Beside a running bot: what it gave up is listed, shown without secrets, and done after all;
// what is dropped is not; the state is copied; and a restore is refused.
func TestStateBesideABot(t *testing.T) {
	s := newServed(t)
	ts := s.post("[FIRING:1] NodeConntrack conntrack_allowance_exceeded rises on ens6")
	id := s.channel + "/" + ts
	s.bury(id, ts, "[FIRING:1] NodeConntrack conntrack_allowance_exceeded rises on ens6, password=hunter2")
	s.bury("command/1.2", ts, "nothing")
	s.start()
	waitReady(t, s.url+"/readyz")

	s.says(0, "0 waiting; 2 given up", "dead "+id, "channel_not_found", "5 tries")("inbox")
	shown := s.says(0, `"token": "•••"`, `"response_url": "•••"`, "password=•••", "conntrack_allowance_exceeded")("inbox", "show", id)
	if strings.Contains(shown, "hush") || strings.Contains(shown, "hunter2") {
		t.Errorf("a secret shows: %s", shown)
	}
	s.says(0, "dropped: command/1.2")("inbox", "drop", "command/1.2")
	s.says(0, "waiting again: "+id)("inbox", "redrive", id)
	s.until("the reply", func() bool { return len(s.ws.Thread(s.channel, ts)) == 2 })
	s.until("the end of the item", func() bool { return strings.Contains(s.says(0)("inbox"), "0 waiting; 0 given up") })
	s.says(1, "nothing of that id waits")("inbox", "redrive", id)

	copied := filepath.Join(t.TempDir(), "a copy.db")
	s.says(0, copied+": ", "kB", "restore '"+copied+"'")("backup", copied)
	s.says(1, "is there already")("backup", copied)
	s.says(1, "is in use by process")("restore", copied)

	s.says(0, "1 record,")("forget", "--team", "T00000001", "--yes", "https://acme.slack.com/archives/"+s.channel+"/p"+strings.ReplaceAll(ts, ".", ""))
	s.says(0, "Nothing was kept")("forget", "--team", "T00000001", "--yes", s.channel, ts)
	s.end()
	s.says(0, "What was there before is kept as "+s.data, "is now what")("restore", copied)
	s.says(0, "1 record,")("forget", "--team", "T00000001", "--yes", s.channel)
	s.audited("inbox.drop command/1.2", "inbox.redrive "+id, "forget "+s.channel)
}

// bury makes an alert of the channel one that an earlier run gave up.
func (s *served) bury(id, ts, text string) {
	s.Helper()
	payload, err := json.Marshal(map[string]any{
		"token": "hush", "response_url": "https://hooks.slack.com/commands/T1/hush", "team_id": "T00000001", "type": "event_callback", "event_id": "Ev" + id,
		"event": map[string]any{"type": "message", "subtype": "bot_message", "bot_id": "B9", "channel": s.channel, "channel_type": "channel", "ts": ts, "text": text},
	})
	if err != nil {
		s.Fatal(err)
	}
	buryItem(s.T, filepath.Join(s.data, "incidentlib.db"), store.Item{Workspace: team1, ID: id, Lane: id, Kind: "events_api", Payload: string(payload), Seq: 1})
}

var team1 = store.Workspace{Team: "T00000001"}

// buryItem puts an item into a state as given up after five tries.
func buryItem(t *testing.T, state string, it store.Item) {
	t.Helper()
	st, err := store.Open(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if _, err := st.Accept(t.Context(), []store.Item{it}); err != nil {
		t.Fatal(err)
	}
	holds, err := st.Take(t.Context(), "p1", 1, time.Hour)
	if err != nil || len(holds) != 1 {
		t.Fatal(holds, err)
	}
	for range 5 {
		if _, _, err := st.Next(t.Context(), holds[0], ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Bury(t.Context(), holds[0], it.ID, errors.New("channel_not_found")); err != nil {
		t.Fatal(err)
	}
}

// says runs a command of the program with the bot's settings, and wants a status and parts of
// what it prints.
func (s *served) says(status int, parts ...string) func(args ...string) string {
	return func(args ...string) string {
		s.Helper()
		command := exec.Command("incidentlib", args...)
		command.Env = append(s.env, "SLACK_API_URL="+s.api)
		out, err := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); code != status {
			s.Errorf("incidentlib %s: status %d, want %d (%v):\n%s", strings.Join(args, " "), code, status, err, out)
		}
		for _, part := range parts {
			if !strings.Contains(string(out), part) {
				s.Errorf("incidentlib %s: no %q in:\n%s", strings.Join(args, " "), part, out)
			}
		}
		return string(out)
	}
}

func (s *served) audited(want ...string) {
	s.Helper()
	st, err := store.Open(s.Context(), filepath.Join(s.data, "incidentlib.db"))
	if err != nil {
		s.Fatal(err)
	}
	defer st.Close()
	entries, err := st.Deeds(s.Context(), team1, 100)
	if err != nil {
		s.Fatal(err)
	}
	var all string
	for _, e := range entries {
		all += fmt.Sprintln(e.Action, e.Subject, "by", e.Actor)
	}
	for _, line := range want {
		if !strings.Contains(all, line+" by command line") {
			s.Errorf("the audit has no %q:\n%s", line, all)
		}
	}
}

// The same on PostgreSQL, whose password no command prints.
func TestStateInPostgres(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	env := map[string]string{"INCIDENTLIB_DATABASE_URL": database}
	says := func(status int, part string, args ...string) {
		t.Helper()
		var out bytes.Buffer
		code := run(t.Context(), args, func(name string) string { return env[name] }, strings.NewReader(""), &out, &out)
		if code != status || !strings.Contains(out.String(), part) {
			t.Errorf("incidentlib %s: status %d, want %d and %q:\n%s", strings.Join(args, " "), code, status, part, &out)
		}
	}
	says(1, "there is no state in PostgreSQL", "inbox")
	buryItem(t, database, store.Item{Workspace: team1, ID: "C1/1.1", Lane: "C1", Kind: "events_api", Payload: "{}", Seq: 1})
	says(0, "0 waiting; 1 given up", "inbox")
	says(0, "1 waiting again", "inbox", "redrive", "--all")
	says(0, "dropped: C1/1.1", "inbox", "drop", "C1/1.1")
	says(1, "pg_restore", "restore", "x.dump")
	env["INCIDENTLIB_DATABASE_URL"] = "postgres://bot:hush@db.example/alerts?sslpassword=hush&sslmode=require"
	var out bytes.Buffer
	code := run(t.Context(), []string{"backup"}, func(name string) string { return env[name] }, nil, &out, &out)
	want := "pg_dump --format=custom --file=incidentlib.dump --dbname='postgres://bot@db.example/alerts?sslmode=require'"
	if code != 1 || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "hush") {
		t.Errorf("status %d: %s", code, &out)
	}
}

// A redacted payload keeps its words, whatever it is.
func TestRedacted(t *testing.T) {
	for payload, want := range map[string]string{
		`{"a":[{"trigger_id":"hush","n":12345678901234567890}]}`:              `{"a":[{"n":12345678901234567890,"trigger_id":"•••"}]}`,
		`{"value":"{\"response_url\":\"https://x/hush\",\"find\":\"disk\"}"}`: `{"value":"{\"find\":\"disk\",\"response_url\":\"•••\"}"}`,
		`{"t":"see https://hooks.slack.com/actions/T1/2/hush"}`:               `{"t":"see https://hooks.slack.com/•••"}`,
		`{"t":"xoxb-1234567-hush"}`:                                           `{"t":"•••"}`,
		`no JSON, password=hush`:                                              `"no JSON, password=•••"`,
		``:                                                                    `""`,
	} {
		var out bytes.Buffer
		if err := writeIndented(&out, redacted(payload)); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := json.Compact(&got, out.Bytes()); err != nil || got.String() != want {
			t.Errorf("%s\n got %s, %v\nwant %s", payload, &got, err, want)
		}
	}
}

// What the settings of a bot choose is not made by a command that only looks.
func TestNoStateIsMade(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	env := func(name string) string { return map[string]string{"INCIDENTLIB_DATA": data}[name] }
	for _, args := range [][]string{{"inbox"}, {"inbox", "show", "x"}, {"backup", data + "x"}, {"forget", "--team", "T1", "--yes", "C123"}} {
		var out bytes.Buffer
		if code := run(t.Context(), args, env, nil, &out, &out); code != 1 || !strings.Contains(out.String(), "there is no state") {
			t.Errorf("%q: status %d, %s", args, code, &out)
		}
	}
	if _, err := os.Stat(data); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the data folder was made: %v", err)
	}
}

// Two bots on one database share the work: each alert gets one reply, also when one of them is
// killed.
func TestServeTwoOnPostgres(t *testing.T) {
	first := newServed(t)
	database := storetest.Postgres(t)
	first.env = append(first.env, "INCIDENTLIB_DATABASE_URL="+database)
	second := *first
	listen := quietAddress(t)
	second.url, second.log = "http://"+listen, &told{}
	second.env = append(first.env[:len(first.env):len(first.env)], "INCIDENTLIB_HTTP_LISTEN="+listen)
	first.start()
	second.start()
	waitReady(t, first.url+"/readyz")
	waitReady(t, second.url+"/readyz")
	alert := func(n int) string {
		return first.post(fmt.Sprintf("[FIRING:1] NodeConntrack%d conntrack_allowance_exceeded rises on ens%[1]d", n))
	}
	replies := func(ts string) int { return len(first.ws.Thread(first.channel, ts)) - 1 }
	var posted []string
	for n := range 3 {
		posted = append(posted, alert(n))
	}
	first.until("replies", func() bool { return replies(posted[0]) > 0 && replies(posted[1]) > 0 && replies(posted[2]) > 0 })
	posted = append(posted, alert(3))
	if err := first.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	posted = append(posted, alert(4))
	first.until("replies of the other", func() bool { return replies(posted[3]) > 0 && replies(posted[4]) > 0 })
	second.says(0, "0 given up")("inbox")
	second.end()
	for _, ts := range posted {
		if n := replies(ts); n != 1 {
			t.Errorf("alert %s has %d replies, want one", ts, n)
		}
	}
}
