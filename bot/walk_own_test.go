package bot

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ownStep plays the steps of a walk in which people write cases of their own:
//
//	-- save NAME as Dana --  "Save as a case" on a message: tells the form, then sends it with
//	                         these values, a JSON object by input; without any it is closed
//	-- add as Dana --        /incidentlib add, with what stands under "add" behind it; the same
//	-- own BUTTON as Dana -- a button of the last confirmation: own_edit and the like; what the
//	                         form of own_edit is sent with stands below
func (s *stage) ownStep(words []string, data []byte) {
	values := map[string]string{}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &values); err != nil {
			s.t.Fatalf("%v: %v", words, err)
		}
	}
	switch words[0] {
	case "save":
		s.form(words[3], "save "+words[1], values, func(user string) error {
			return s.ws.Shortcut(user, s.channel, s.stamps[words[1]], shortcutSave)
		})
	case "add":
		text := values["add"]
		delete(values, "add")
		s.form(words[2], "/incidentlib add "+text, values, func(user string) error {
			return s.ws.Command(user, s.channel, "/incidentlib add "+text)
		})
	case "own":
		user := s.person(words[3])
		shown := s.ws.Ephemerals(user, s.channel)
		press := func(user string) error {
			return s.ws.Click(user, s.channel, object(shown[len(shown)-1]).text("ts"), words[1])
		}
		if words[1] == actOwnEdit {
			s.form(words[3], words[1], values, press)
			return
		}
		s.private(words[3], words[1], press)
	}
}

// form opens a form, tells what stands in it, sends it, and tells what became of it.
func (s *stage) form(name, what string, values map[string]string, open func(user string) error) {
	s.t.Helper()
	user := s.person(name)
	before := len(s.ws.Ephemerals(user, s.channel))
	view := s.opens(user, open)
	fmt.Fprintf(&s.script, "%s\n", what)
	s.tellForm(view)
	if len(values) == 0 {
		return
	}
	faults, err := s.ws.SubmitView(user, object(view).text("id"), values)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, block := range slices.Sorted(maps.Keys(faults)) {
		fmt.Fprintf(&s.script, "%s: %s\n", block, faults[block])
	}
	if len(faults) > 0 {
		return
	}
	s.wait("a confirmation", func() bool { return len(s.ws.Ephemerals(user, s.channel)) > before })
	s.rest()
	shown := s.ws.Ephemerals(user, s.channel)
	s.tell("only "+name+" sees", shown[len(shown)-1])
}

// opens has a person open the form of a case, and returns it once it is filled in.
func (s *stage) opens(user string, open func(user string) error) (view json.RawMessage) {
	s.t.Helper()
	for _, old := range s.ws.Views(user) {
		if err := s.ws.CloseView(user, object(old).text("id")); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := open(user); err != nil {
		s.t.Fatal(err)
	}
	s.wait("the form", func() bool {
		views := s.ws.Views(user)
		if len(views) == 0 {
			return false
		}
		view = views[len(views)-1]
		return object(view).text("callback_id") == formCase
	})
	return view
}

// input is one input of a form.
type input struct {
	ID      string `json:"block_id"`
	Type    string `json:"type"`
	Element struct {
		Value  string `json:"initial_value"`
		Date   string `json:"initial_date"`
		Option struct {
			Value string `json:"value"`
		} `json:"initial_option"`
	} `json:"element"`
}

func inputsOf(view json.RawMessage) (out []input) {
	var all []input
	json.Unmarshal(object(view)["blocks"], &all)
	for _, in := range all {
		if in.Type == "input" {
			out = append(out, in)
		}
	}
	return out
}

// first is what stands in an input at first.
func (in input) first() string { return in.Element.Value + in.Element.Date + in.Element.Option.Value }

// initial is what stands in the input of that name at first.
func initial(view json.RawMessage, block string) string {
	for _, in := range inputsOf(view) {
		if in.ID == block {
			return in.first()
		}
	}
	return "no such input"
}

// tellForm tells what stands in a form at first.
func (s *stage) tellForm(view json.RawMessage) {
	for _, in := range inputsOf(view) {
		lines := strings.Split(in.first(), "\n")
		fmt.Fprintf(&s.script, "\t%s\n", strings.TrimSpace("["+in.ID+"] "+strings.Join(lines, "\n\t\t")))
	}
}
