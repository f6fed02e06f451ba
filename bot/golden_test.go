package bot

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"incidentlib/bot/alert"
	"incidentlib/bot/store"
	"incidentlib/matcher"
	"incidentlib/seeds"
)

// goldenCases are a case told in both languages and two near it.
const goldenCases = `[
{"id":"K1","org":"Acme","date":"2025-03-02","severity":"critical","domain":["kafka"],"root_cause":"disk-full",
 "url":"https://cases.example/K1","timeline":{"resolved_after":"4h 7m"},
 "title":{"en":"Kafka broker disk full","ko":"Kafka 브로커의 디스크가 가득 찼다"},
 "summary":{"en":"NodeFilesystemSpaceFillingUp fired on kafka-broker-2; retention was set to never.","ko":"kafka-broker-2에서 NodeFilesystemSpaceFillingUp 알림이 울렸다. 보존 기간이 무제한이었다."},
 "lessons":{"en":"Watch retention, not only disk. Alert at 70 %.","ko":"디스크만 보지 말고 보존 기간을 살핀다. 70 %에서 알린다."},
 "remediation":[{"text":{"en":"Expanded the volume.","ko":"볼륨을 늘렸다."}},{"text":{"en":"Set retention back to seven days.","ko":"보존 기간을 7일로 되돌렸다."}}],
 "signals":["NodeFilesystemSpaceFillingUp"],"components":["kafka"],"symptoms":["disk-full"],
 "checks":[{"text":{"en":"Free space on the broker","ko":"브로커의 남은 공간"},"command":"df -h /var/lib/kafka","confirms":{"en":"Use% is 100","ko":"Use%가 100이다"},"rules_out":{"en":"Use% is below 80","ko":"Use%가 80보다 낮다"}}],
 "related":[{"id":"K2"},{"id":"K9"}],"sources":[{"url":"https://blog.example/kafka"},{"url":"javascript:alert(1)"}]},
{"id":"K2","org":"Acme","date":"2024-11-20","title":{"en":"Kafka consumers lagged behind","ko":"Kafka 컨슈머가 밀렸다"},"summary":{"en":"Disk full on the log volume of kafka.","ko":"kafka 로그 볼륨의 디스크가 가득 찼다."},"components":["kafka"],"symptoms":["disk-full"]}]`

// TestGolden shows the JSON of a reply in each of its states, and of the details of a case, in
// both languages. -update rewrites testdata/golden.
func TestGolden(t *testing.T) {
	var cases []*matcher.Case
	if err := json.Unmarshal([]byte(goldenCases), &cases); err != nil {
		t.Fatal(err)
	}
	lib, err := matcher.NewLibrary(cases)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	b := &Bot{vocabulary: seeds.Vocabulary}
	b.cases.Store(lib)
	for lang, text := range map[string]string{
		"en": "[FIRING:1] NodeFilesystemSpaceFillingUp: kafka disk full on kafka-broker-2",
		"ko": "[FIRING:1] NodeFilesystemSpaceFillingUp: kafka-broker-2의 디스크가 가득 찼습니다 (kafka disk full)",
	} {
		a := alert.FromText(text)
		found, err := lib.Find(t.Context(), a, Finds)
		if err != nil || len(found) != 2 {
			t.Fatalf("found %d, %v", len(found), err)
		}
		d := Decision{Picks: found, Speak: true, Confidence: 0.9}
		w := wordsIn(lang)
		posted := votable(render(d, w.sure(d.Confidence, who(found[0].Case)), w, lang), found[0].Case, w)
		for state, s := range goldenStates() {
			goldenJSON(t, "reply-"+state+"."+lang+".json", withStatus(kept(t, posted), s))
		}
		d.Speak = false
		goldenJSON(t, "reply-asked."+lang+".json", render(d, w.unsure, w, lang))
		goldenJSON(t, "details."+lang+".json", detailsOf(b.library(), found[0].Case, lang, b.names(lang), viewMeta{Channel: "C1", Depth: 1}, []store.Note{goldenNote}, reached{}))
	}
}

var goldenNote = store.Note{
	Key: store.MessageKey{Channel: "C1", TS: "1741000000.000100"}, CaseID: "K1", Author: "U2",
	Body: "Check the *retention* of __consumer_offsets too\n<!channel>", At: time.Date(2025, 3, 3, 11, 6, 40, 0, time.UTC),
}

// goldenStates are what may have happened since a reply was posted at nine.
func goldenStates() map[string]standing {
	at := func(hour, minute int) time.Time { return time.Date(2025, 11, 3, hour, minute, 0, 0, time.UTC) }
	state := func(change func(*standing)) standing {
		s := standing{Record: store.Record{Key: store.MessageKey{Channel: "C1", TS: "1762160400.000000"}, Seen: 1}}
		change(&s)
		return s
	}
	mute := store.Mute{Channel: "C1", Fingerprint: "0123456789abcdef", Title: "NodeFilesystemSpaceFillingUp", By: "U1", ByName: "dana"}
	return map[string]standing{
		"posted":   state(func(s *standing) {}),
		"repeated": state(func(s *standing) { s.Seen = 4 }),
		"resolved": state(func(s *standing) { s.Seen, s.ResolvedAt = 4, at(9, 23) }),
		"voted":    state(func(s *standing) { s.ResolvedAt, s.yes, s.no = at(9, 23), 2, 1 }),
		"noted":    state(func(s *standing) { s.note, s.isNoted = goldenNote, true }),
		"quiet": state(func(s *standing) {
			s.muted, s.isMuted = mute, true
			s.muted.Until = at(10, 5)
		}),
		"quiet-until-resolved": state(func(s *standing) { s.muted, s.isMuted, s.muted.Resolved = mute, true, true }),
		"quiet-always":         state(func(s *standing) { s.Seen, s.muted, s.isMuted = 9, mute, true }),
	}
}

// kept is a reply as the bot finds it again.
func kept(t *testing.T, r Reply) (again Reply) {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

// goldenJSON compares v, as JSON, with a file in testdata/golden.
func goldenJSON(t *testing.T, name string, v any) {
	t.Helper()
	var got bytes.Buffer
	out := json.NewEncoder(&got)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	if err := out.Encode(v); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata/golden", name), got.String())
}
