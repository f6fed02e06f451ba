package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/bot/alert"
	"incidentlib/bot/workspace"
	"incidentlib/matcher"
)

var update = flag.Bool("update", false, "rewrite what the walks in testdata/walk want")

// TestWalk plays whole conversations against the real bot, connected by real sockets to
// the local look-alike of Slack. Each file tells one story: first what it shows, then the
// cases and what happens, last what is wanted.
//
//	-- case K1.json --              a case of the library
//	-- post NAME as Alertmanager -- a message by a tool: JSON, or plain text
//	-- say NAME as Dana --          a message by a person; "in OTHER" puts it in a thread
//	-- edit NAME --                 it is edited
//	-- again NAME --                Slack delivers the message once more, as a new event
//	-- delete NAME --               it is deleted
//	-- command as Dana --           /incidentlib
//	-- shortcut NAME as Dana --     "Find similar incidents" on a message
//	-- details NAME as Dana --      the button under the reply to a message
//	-- share as Dana --             the button under what only they see
//	-- press ACTION as Dana --      another of these buttons, by its action_id
//	-- push ACTION NAME as Dana --  a button under the reply to a message
//	-- right NAME as Dana --        "This is it" under the reply to a message
//	-- wrong NAME as Dana --        "Not this"
//	-- settings as Dana --          the modal of settings, filled in by lines "name: value"
//	-- home as Dana --              the Home tab
//	-- press-home ACTION as Dana -- a button there
//	-- quiet NAME 1h as Dana --     the menu under the reply to a message
//	-- undo NAME as Dana --         the button that ends it; without NAME that of the list only they see
//	-- modal related/0 as Dana --   a button of the modal on top, and what it opens
//	-- buttons NAME --              what stands on the buttons under the reply to a message
//	-- wait 23m --                  time passes; a story begins at nine in the morning
//	-- want --                      the reason for each, then what stands in the threads
func TestWalk(t *testing.T) {
	files, err := filepath.Glob("testdata/walk/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no walks: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			story, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, story)
			last := &story.Files[len(story.Files)-1]
			if last.Name != "want" {
				t.Fatalf("%s: the last part must be -- want --", file)
			}
			if *update {
				last.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(story), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := string(last.Data); got != want {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", strings.TrimSpace(string(story.Comment)), got, want)
			}
		})
	}
}

// play tells a story and returns what came of it.
func play(t *testing.T, story *txtar.Archive) string {
	var cases []*matcher.Case
	for _, f := range story.Files {
		if strings.HasPrefix(f.Name, "case ") {
			var c matcher.Case
			if err := json.Unmarshal(f.Data, &c); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			cases = append(cases, &c)
		}
	}
	s := newStage(t, cases, Options{})
	for _, f := range story.Files {
		s.step(strings.Fields(f.Name), f.Data)
	}
	for _, name := range s.order {
		s.threadOf(name)
	}
	return s.script.String()
}

func (s *stage) step(words []string, data []byte) {
	at := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	name := at(1)
	if words[0] != "case" {
		s.pass(time.Minute)
	}
	switch words[0] {
	case "post":
		ts, err := s.ws.PostAs(workspace.Bot{Name: at(3), Webhook: true}, s.channel, s.body(data, at(5)))
		s.posted(name, ts, err)
	case "say":
		ts, err := s.ws.Say(s.person(at(3)), s.channel, s.stamps[at(5)], string(bytes.TrimSpace(s.linking(s.naming(data)))))
		s.posted(name, ts, err)
	case "edit":
		s.hear(name, s.ws.EditAs(s.channel, s.stamps[name], s.body(data, ""), true))
	case "again":
		s.dups = true
		s.hear(name, s.ws.Redeliver(s.app.ID, s.stamps[name], true))
		s.dups = false
	case "delete":
		s.hear(name, s.ws.Delete(s.channel, s.stamps[name]))
	case "wait":
		d, err := time.ParseDuration(name)
		if err != nil {
			s.t.Fatal(err)
		}
		s.pass(d)
	case "command":
		text := "/incidentlib " + strings.TrimSpace(string(s.linking(data)))
		s.private(at(2), text, func(user string) error { return s.ws.Command(user, s.channel, text) })
	case "shortcut":
		s.private(at(3), "shortcut on "+name, func(user string) error { return s.ws.Shortcut(user, s.channel, s.stamps[name], shortcutSimilar) })
	case "details":
		s.details(name, s.person(at(3)))
	case "press":
		s.press(at(3), name)
	case "push":
		s.push(at(4), name, at(2))
	case "settings":
		s.configure(at(2), data)
	case "home":
		s.openHome(at(2))
	case "press-home":
		s.pressHome(name, at(3))
	case "share":
		s.share(s.person(at(2)))
	case "right":
		s.vote(name, s.person(at(3)), actRight)
	case "wrong":
		s.vote(name, s.person(at(3)), actWrong)
	case "save", "add", "own":
		s.ownStep(words, data)
	case "quiet":
		s.choose(name, s.person(at(4)), actQuiet, at(2))
	case "undo":
		s.undo(name, at)
	case "modal":
		s.pressModal(name, s.person(at(3)))
	case "buttons":
		s.buttons(name)
	}
}

// private does what is answered in private, and tells what the person was shown.
func (s *stage) private(name, what string, do func(user string) error) {
	user := s.person(name)
	before := len(s.ws.Ephemerals(user, s.channel))
	if err := do(user); err != nil {
		s.t.Fatalf("%s: %v", what, err)
	}
	s.wait("an answer to "+what, func() bool { return len(s.ws.Ephemerals(user, s.channel)) > before })
	fmt.Fprintf(&s.script, "%s\n", what)
	shown := s.ws.Ephemerals(user, s.channel)
	s.tell("only "+name+" sees", shown[len(shown)-1])
}

// details opens the case behind the reply to a message.
func (s *stage) details(name, user string) {
	if err := s.ws.Click(user, s.channel, s.replyTo(name).text("ts"), actDetails); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the case to open", func() bool { return len(s.ws.Views(user)) > 0 })
	s.tell("details", s.ws.Views(user)[0])
}

// replyTo is the bot's reply to a message.
func (s *stage) replyTo(name string) fields {
	for _, raw := range s.ws.Thread(s.channel, s.stamps[name]) {
		if m := object(raw); m.text("bot_id") == s.app.BotID {
			return m
		}
	}
	s.t.Fatalf("%s has no reply", name)
	return nil
}

// vote clicks and waits for the reply to show it.
func (s *stage) vote(name, user, action string) {
	s.choose(name, user, action, "")
}

// choose uses a button or menu of the reply to a message, and waits for the reply to show it.
func (s *stage) choose(name, user, action, option string) {
	reply := s.replyTo(name)
	before := string(reply["blocks"])
	if err := s.ws.Choose(user, s.channel, reply.text("ts"), action, option); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the click to show", func() bool { return string(s.replyTo(name)["blocks"]) != before })
	s.rest()
	fmt.Fprintf(&s.script, "%s on %s\n", strings.TrimSpace(action+" "+option), name)
}

// undo ends a mute in the reply to a message, or in the list that a person was shown last.
func (s *stage) undo(name string, at func(int) string) {
	if name != "as" {
		s.choose(name, s.person(at(3)), actUnquiet, "")
		return
	}
	user := s.person(at(2))
	last := func() json.RawMessage {
		shown := s.ws.Ephemerals(user, s.channel)
		return shown[len(shown)-1]
	}
	before := last()
	if err := s.ws.Click(user, s.channel, object(before).text("ts"), actUnquiet); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the list to change", func() bool { return string(last()) != string(before) })
	s.tell("only "+at(2)+" sees after "+actUnquiet, last())
}

// pressModal uses a button of the modal on top and tells what is on top then.
func (s *stage) pressModal(action, user string) {
	views := s.ws.Views(user)
	before := string(views[len(views)-1])
	if err := s.ws.ClickView(user, object(views[len(views)-1]).text("id"), action, ""); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the modal to change", func() bool {
		views = s.ws.Views(user)
		return string(views[len(views)-1]) != before
	})
	s.tell(fmt.Sprintf("%s (%d on top of each other)", action, len(views)), views[len(views)-1])
}

// buttons tells what stands on the buttons and menus of the reply to a message.
func (s *stage) buttons(name string) {
	var blocks []json.RawMessage
	var last struct {
		Elements []struct{ Text, Placeholder struct{ Text string } }
	}
	err := json.Unmarshal(s.replyTo(name)["blocks"], &blocks)
	if err = errors.Join(err, json.Unmarshal(blocks[len(blocks)-1], &last)); err != nil {
		s.t.Fatal(err)
	}
	fmt.Fprintf(&s.script, "buttons under %s:", name)
	for _, e := range last.Elements {
		fmt.Fprintf(&s.script, " [%s]", e.Text.Text+e.Placeholder.Text)
	}
	fmt.Fprintln(&s.script)
}

// share shows the channel what a person was shown last.
func (s *stage) share(user string) {
	shown := s.ws.Ephemerals(user, s.channel)
	if err := s.ws.Click(user, s.channel, object(shown[len(shown)-1]).text("ts"), actShare); err != nil {
		s.t.Fatal(err)
	}
	var shared json.RawMessage
	s.wait("it to be shared", func() bool {
		for _, m := range s.ws.Messages(s.channel) {
			if o := object(m); o.text("bot_id") == s.app.BotID && o.text("thread_ts") == "" && o.text("subtype") != "channel_join" {
				shared = m
			}
		}
		return shared != nil
	})
	s.tell("shared", shared)
}

// threadOf tells what stands under a message at the end.
func (s *stage) threadOf(name string) {
	for _, raw := range s.ws.Thread(s.channel, s.stamps[name]) {
		if object(raw).text("bot_id") == s.app.BotID {
			s.tell("under "+name, raw)
		}
	}
}

func (s *stage) tell(where string, raw json.RawMessage) {
	a, err := alert.Read(raw)
	if err != nil {
		s.t.Fatalf("%s: %v", where, err)
	}
	fmt.Fprintf(&s.script, "%s:\n", where)
	for line := range strings.Lines(a.Text) {
		fmt.Fprintf(&s.script, "\t%s\n", strings.TrimRight(line, "\n"))
	}
}
