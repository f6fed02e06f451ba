package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"incidentlib/seeds"
)

// A draft has what the thread tells of the alert, and of what people did; but not their names,
// their secrets or what the bot said.
func TestDraftOf(t *testing.T) {
	v, err := seeds.Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	var messages []json.RawMessage
	for _, m := range []string{
		`{"ts":"1762160400.000100","bot_id":"B1","text":"[FIRING:1] CoreDNSDown: coredns pods crash\nplugin/errors: dial udp 10.0.0.2:53: i/o timeout while talking upstream"}`,
		`{"ts":"1762160410.000100","bot_id":"BSELF","text":"Very likely seen before: restarted everything and fixed it"}`,
		`{"ts":"1762160500.000100","user":"UKIM01","text":"<@UDANA1> and <@UBOSS1|boss>, same as in May? token=FAKEFAKE","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"user","user_id":"UDANA1"},{"type":"text","text":" restored it? And "},{"type":"user","user_id":"UBOSS1","style":{"bold":true}}]}]}]}`,
		`{"ts":"1762161000.000100","user":"UDANA1","text":"Rolled back the Corefile change and restarted coredns, <@UKIM01> confirmed it is fixed."}`,
		`{"ts":"1762165800.000100","user":"UKIM01","text":"In hindsight we should have tested the Corefile before the rollout."}`,
		`{"ts":"not a time","user":7}`, `[]`,
	} {
		messages = append(messages, json.RawMessage(m))
	}
	d := draftOf(messages, Self{User: "USELF1", Bot: "BSELF"}, v, &english)
	for what, c := range map[string]struct{ got, want string }{
		"title":      {d.Title, "CoreDNSDown: coredns pods crash"},
		"signals":    {strings.Join(d.Signals, "; "), "CoreDNSDown; i/o timeout; plugin/errors: dial udp 10.0.0.2:53: i/o timeout while talking upstream"},
		"components": {strings.Join(d.Components, " "), "coredns"},
		"fix":        {d.Fix, "Rolled back the Corefile change and restarted coredns, responder 1 confirmed it is fixed."},
		"lesson":     {d.Lesson, "In hindsight we should have tested the Corefile before the rollout."},
		"date":       {d.date(), "2025-11-03"},
		"lasted":     {d.lasted(), "1h 30m"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", what, c.got, c.want)
		}
	}
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, no := range []string{"UKIM", "UDANA", "UBOSS", "boss", "FAKEFAKE", "seen before"} {
		if strings.Contains(string(raw), no) {
			t.Errorf("the draft has %q: %s", no, raw)
		}
	}
}
