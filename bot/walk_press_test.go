package bot

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// linking puts a link to a message where a story says "@link:NAME".
func (s *stage) linking(data []byte) []byte {
	return linkName.ReplaceAllFunc(data, func(m []byte) []byte {
		ts := s.stamps[strings.TrimPrefix(string(m), "@link:")]
		return []byte("https://acme.slack.com/archives/" + s.channel + "/p" + strings.ReplaceAll(ts, ".", ""))
	})
}

var linkName = regexp.MustCompile(`@link:\w+`)

// press clicks a button under what a person was shown last, and tells what they see then.
func (s *stage) press(name, action string) {
	user := s.person(name)
	shown := func() []json.RawMessage { return s.ws.Ephemerals(user, s.channel) }
	last := func() string { all := shown(); return string(all[len(all)-1]) }
	before, n := last(), len(shown())
	if err := s.ws.Click(user, s.channel, object([]byte(before)).text("ts"), action); err != nil {
		s.t.Fatal(err)
	}
	s.wait("an answer to "+action, func() bool { return len(shown()) > n || last() != before })
	fmt.Fprintf(&s.script, "%s presses %s\n", name, action)
	s.tell("only "+name+" sees", json.RawMessage(last()))
}

// push clicks a button under the reply to a message, and tells what comes of it: the reply as
// it stands then, or what the person alone sees.
func (s *stage) push(name, action, message string) {
	user := s.person(name)
	reply := s.replyTo(message)
	before, n := string(reply["blocks"]), len(s.ws.Ephemerals(user, s.channel))
	if err := s.ws.Click(user, s.channel, reply.text("ts"), action); err != nil {
		s.t.Fatal(err)
	}
	s.wait("an answer to "+action, func() bool {
		return len(s.ws.Ephemerals(user, s.channel)) > n || string(s.replyTo(message)["blocks"]) != before
	})
	fmt.Fprintf(&s.script, "%s presses %s under %s\n", name, action, message)
	if all := s.ws.Ephemerals(user, s.channel); len(all) > n {
		s.tell("only "+name+" sees", all[len(all)-1])
	}
}
