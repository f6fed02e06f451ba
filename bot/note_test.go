package bot

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/matcher"
)

// The latest note on the best case stands in its reply and in its details; one of a private
// channel stands in that channel only.
func TestNotes(t *testing.T) {
	s := newStage(t, kafka(), Options{})
	ts, _ := s.alert(kafkaAlert)
	rec := s.recordOf(ts)
	s.stamps["alert"] = ts
	for i, n := range []store.Note{
		{Body: "Old: retention", Key: store.MessageKey{Channel: s.channel, TS: "1.1"}},
		{Body: "New: <!channel> *see* <https://evil.example|the runbook>", Key: store.MessageKey{Channel: s.channel, TS: "1.2"}},
		{Body: "Secret of another channel", Key: store.MessageKey{Channel: "C9", TS: "1.3"}, Private: true},
	} {
		n.CaseID, n.Key.Workspace, n.Author, n.At = "K1", rec.Key.Workspace, "U1", time.Date(2025, 3, 3+i, 12, 0, 0, 0, time.UTC)
		if err := s.store.AddNote(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	shows := func(where, shown string, wanted, unwanted []string) {
		t.Helper()
		for _, want := range wanted {
			if !strings.Contains(shown, want) {
				t.Errorf("%s lacks %q: %s", where, want, shown)
			}
		}
		for _, no := range unwanted {
			if strings.Contains(shown, no) {
				t.Errorf("%s shows %q: %s", where, no, shown)
			}
		}
	}
	s.votes(ts, actRight, "This is it: 1", "Dana") // the next edit tells of the note
	shows("the edited reply", string(s.replyTo("alert")["blocks"]), []string{"Note by a colleague", "New: "}, []string{"Old:", "Secret"})
	s.pass(30 * time.Hour)
	later, _ := s.alert(kafkaAlert)
	s.stamps["later"] = later
	shows("a new reply", string(s.replyTo("later")["blocks"]), []string{"Note by a colleague", "New: "}, []string{"Old:", "Secret"})
	s.details("later", s.person("Dana"))
	shows("the details", string(s.ws.Views(s.person("Dana"))[0]), []string{english.whole.notes, "Old:", "New:"}, []string{"Secret"})
	if _, err := s.store.DropNote(t.Context(), store.MessageKey{Workspace: rec.Key.Workspace, Channel: s.channel, TS: "1.2"}); err != nil {
		t.Fatal(err)
	}
	s.votes(later, actRight, "This is it: 1", "Dana")
	s.votes(later, actRight, "This is it: 2", "Kim")
	s.stamps["later"] = later
	shows("the reply after the note is gone", string(s.replyTo("later")["blocks"]), []string{"Old:"}, []string{"New:"})
}

// A case of any length fits a modal and a message; what is left out is said, and commands are
// whole.
func TestHugeCase(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{
		"korean": "디스크가 가득 찼다. ", "escaped": "<&> \"quoted\" \\ \n", "unbroken": "가", "emoji": "😀", "latin": "a disk was full; ",
	} {
		c := kafka()[0]
		huge := matcher.Text{En: strings.Repeat(unit, 20_000/len([]rune(unit)))}
		item := matcher.Text{En: string([]rune(huge.En)[:2000])}
		c.Summary, c.Lessons, c.SymptomsText, c.Trigger, c.Detection = huge, huge, huge, huge, huge
		c.URL = "https://cases.example/K1"
		for range 60 {
			c.Remediation = append(c.Remediation, matcher.Step{Text: item})
			c.Signals = append(c.Signals, item.En)
			c.Sources = append(c.Sources, matcher.Source{URL: "https://source.example/" + string([]rune(item.En)[:40])})
			c.Checks = append(c.Checks, matcher.Check{Text: item, Command: strings.Repeat("x", 3000), Confirms: item})
			c.Related = append(c.Related, matcher.Ref{ID: "K2"})
		}
		s := newStage(t, append(kafka()[1:], c), Options{Care: Eager})
		dana := s.person("Dana")
		shown, _ := s.asks(dana, "show K1")
		if !strings.Contains(shown, english.whole.read) {
			t.Errorf("%s: the message does not say that it is cut", name)
		}
		_, ts := s.asks(dana, "NodeFilesystemSpaceFillingUp")
		if err := s.ws.Click(dana, s.channel, ts, actDetails); err != nil {
			t.Fatal(err)
		}
		s.wait("the case to open", func() bool { return len(s.ws.Views(dana)) > 0 })
		view := string(s.ws.Views(dana)[0])
		if !strings.Contains(view, english.whole.read) || strings.Contains(view, "xxx") {
			t.Errorf("%s: the modal does not say that it is cut, or cuts a command", name)
		}
	}
}

// A case of 50,000 characters is shown whole.
func TestLongCase(t *testing.T) {
	text := strings.Repeat("브로커의 디스크가 가득 차서 기록이 멈췄고 소비자는 뒤처졌다. ", 300)
	c := &matcher.Case{ID: "K1", Title: matcher.TextOf("긴 사례"), Summary: matcher.TextOf(text), Lessons: matcher.TextOf(text), SymptomsText: matcher.TextOf(text), Detection: matcher.TextOf(text), Trigger: matcher.TextOf(text)}
	blocks := wholeView(c, &korean, "ko", func(slug string) string { return slug }, nil)
	raw, err := json.Marshal(blocks)
	if err != nil || len(raw) > maxView || strings.Contains(string(raw), "…") {
		t.Errorf("%d bytes, cut: %v, %v", len(raw), strings.Contains(string(raw), "…"), err)
	}
	if n := strings.Count(string(raw), "뒤처졌다"); n != 5*300 {
		t.Errorf("%d of %d sentences are shown (%d characters)", n, 5*300, 5*len([]rune(text)))
	}
}
