package workspace_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"incidentlib/bot/workspace"
)

// TestSlackSDK lets an app on Slack's own SDK, which we did not write, live in the
// workspace: over Socket Mode, and over signed HTTP. It needs Node and
// `npm ci` in bot/workspace/node, and is skipped without them.
func TestSlackSDK(t *testing.T) {
	missing := t.Skip
	if os.Getenv("INCIDENTLIB_ALL_TESTS") == "1" {
		missing = t.Fatal
	}
	if _, err := exec.LookPath("node"); err != nil {
		missing("node is not installed")
	}
	if _, err := os.Stat("node/node_modules/@slack/bolt"); err != nil {
		missing("Slack's SDK is not installed: run npm ci in bot/workspace/node")
	}
	patient := workspace.Options{Deadline: 20 * time.Second, TriggerLife: 20 * time.Second} // Node is slow to start on a busy machine
	t.Run("socket", func(t *testing.T) {
		w := newWorld(t, patient)
		runBolt(w, "socket")
		w.wait("a socket", func() bool { return w.Connections(w.app.ID) == 1 })
		useBolt(w)
		w.wait("every acknowledgement", func() bool {
			return !slices.ContainsFunc(w.Deliveries(), func(d workspace.Delivery) bool { return d.Outcome == "" })
		})
		w.must(w.Disconnect(w.app.ID, "refresh_requested"))
		w.wait("a new socket", func() bool { return w.Connections(w.app.ID) == 1 })
		answered(w)
	})
	t.Run("http", func(t *testing.T) {
		w := newWorld(t, patient, func(a *workspace.App) { a.SocketMode = false })
		url := fmt.Sprintf("http://127.0.0.1:%d/slack/events", runBolt(w, "http"))
		a := workspace.App{Name: "incidentlib", Events: everyEvent, EventsURL: url, CommandsURL: url, ActionsURL: url,
			Commands:  []workspace.Command{{Name: "/incidentlib", Escape: true}},
			Shortcuts: []workspace.Shortcut{{Type: "message", CallbackID: "similar", Name: "Find similar"}}}
		w.must(w.Reinstall(w.app.ID, a))
		w.must(w.VerifyEventsURL(w.app.ID))
		useBolt(w)
	})
}

// runBolt starts the app and returns the port it listens on over HTTP.
func runBolt(w *world, mode string) (port int) {
	w.t.Helper()
	cmd := exec.CommandContext(w.ctx, "node", "check.mjs")
	cmd.Dir = "node"
	cmd.Env = append(os.Environ(), "MODE="+mode, "API_URL="+w.srv.APIURL, "BOT_TOKEN="+w.app.BotToken, "APP_TOKEN="+w.app.AppToken, "SIGNING_SECRET="+w.app.SigningSecret)
	cmd.Stderr = w.t.Output()
	stdin, err := cmd.StdinPipe()
	w.must(err)
	stdout, err := cmd.StdoutPipe()
	w.must(err)
	w.must(cmd.Start())
	w.t.Cleanup(func() { stdin.Close(); cmd.Wait() })
	var ready struct{ Port int }
	lines := bufio.NewScanner(stdout)
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &ready) != nil {
		w.t.Fatalf("the app did not start: %q", lines.Text())
	}
	return ready.Port
}

// answered posts an alert and returns its ts and that of the app's reply.
func answered(w *world) (alert, reply string) {
	w.t.Helper()
	alert = w.post(alertmanager, `{"text":"disk full","attachments":[{"color":"danger","title":"disk full"}]}`)
	w.wait("the reply in the thread", func() bool { return len(w.Thread(w.channel, alert)) == 2 })
	m := object(w.t, w.Thread(w.channel, alert)[1])
	if m["text"] != "seen a30200" {
		w.t.Errorf("reply = %v", m)
	}
	return alert, m["ts"].(string)
}

// useBolt does with the app all that it can.
func useBolt(w *world) {
	t := w.t
	alert, reply := answered(w)
	w.must(w.Click(w.dana, w.channel, reply, "yes"))
	w.wait("the replaced message", func() bool { return object(t, w.Thread(w.channel, alert)[1])["text"] == "noted" })

	mention, err := w.Say(w.dana, w.channel, "", "@incidentlib are you there?")
	w.must(err)
	w.wait("the answer to a mention", func() bool { return len(w.Thread(w.channel, mention)) == 2 })
	if m := object(t, w.Thread(w.channel, mention)[1]); m["text"] != "you called, "+w.dana {
		t.Errorf("answer = %v", m)
	}

	w.must(w.Shortcut(w.dana, w.channel, alert, "similar"))
	w.must(w.Command(w.dana, w.channel, "/incidentlib a & b"))
	hidden := func() (texts []string) {
		for _, e := range w.Ephemerals(w.dana, w.channel) {
			texts = append(texts, object(t, e)["text"].(string))
		}
		return texts
	}
	w.wait("two answers only Dana sees", func() bool { return len(hidden()) == 2 })
	for _, text := range hidden() {
		if text != "like disk full" && text != "looking for a &amp; b" {
			t.Errorf("ephemeral answer %q", text)
		}
	}

	w.wait("the modal", func() bool { return len(w.Views(w.dana)) == 1 })
	id := object(t, w.Views(w.dana)[0])["id"].(string)
	if errs, err := w.SubmitView(w.dana, id, map[string]string{"words": "it broke"}); err != nil || errs["words"] != "What broke?" {
		t.Errorf("errors %v, %v", errs, err)
	}
	if errs, err := w.SubmitView(w.dana, id, map[string]string{"words": "martian source"}); err != nil || len(errs) > 0 || len(w.Views(w.dana)) > 0 {
		t.Errorf("errors %v, %v; still open: %v", errs, err, w.open())
	}
	w.wait("the post after the modal", func() bool {
		all := w.Messages(w.channel)
		return object(t, all[len(all)-1])["text"] == "asked: martian source"
	})
}
