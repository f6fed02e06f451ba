package seeds

import (
	"strings"
	"testing"

	"incidentlib/matcher"
)

func TestShippedLibraryPassesItsAudit(t *testing.T) {
	v, err := Vocabulary()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Audit(cases, v, ShippedRules()) {
		t.Error(f)
	}
}

func TestAuditNamesWhatIsWrong(t *testing.T) {
	v := &matcher.Vocabulary{Symptoms: []matcher.Term{{Slug: "disk-full"}}}
	read := func(data string) *matcher.Case {
		cases, faults := matcher.DecodeCases("a.json", []byte(data))
		if len(cases) != 1 {
			t.Fatal(faults)
		}
		return cases[0]
	}
	good := `{"id":"A","org":"Acme","date":"2025-03-02","title":"Disk full","summary":"It said: broker out of space.","symptoms":["disk-full"],"signals":["broker out of space"],"sources":[{"url":"https://example.com/a"}]}`
	for _, c := range []struct {
		name, data string
		rules      Rules
		want       []string
	}{
		{"nothing", good, Rules{}, nil},
		{"an unknown slug", strings.Replace(good, `["disk-full"]`, `["disk-fill"]`, 1), Rules{}, []string{"disk-fill"}},
		{"an e-mail address", strings.Replace(good, "It said", "Ask kim@acme.io. It said", 1), Rules{}, []string{"e-mail"}},
		{"a made-up address", strings.Replace(good, "It said", "Ask kim@example.com. It said", 1), Rules{}, nil},
		{"a token", strings.Replace(good, "It said", "ghp_0123456789abcdefghijABCDEFGHIJ456789 leaked. It said", 1), Rules{}, []string{"••• leaked"}},
		{"a password in an example", strings.Replace(good, `{"id"`, `{"examples":{"match":["login failed, password=hunter2hunter2"]},"id"`, 1), Rules{}, []string{"examples.match[0]"}},
		{"a person in a field of one's own", strings.Replace(good, `{"id"`, `{"oncall":{"who":"kim@acme.io"},"id"`, 1), Rules{}, []string{"oncall.who"}},
		{"a key among the signals", strings.Replace(good, "broker out of space\"", "broker out of space\",\"AKIA0123456789ABCDEF\"", 1), Rules{}, []string{"•••"}},
		{"what the shipped library asks", good, ShippedRules(), []string{"title.ko", "summary.ko", "symptoms_text.en", "symptoms_text.ko", "lessons.en", "lessons.ko", "words together", "checks", "examples.match", "examples.differ"}},
		{"a short case", strings.Replace(good, `{"id"`, `{"short":true,"id"`, 1), Rules{MinWords: 60, Checks: 1}, nil},
	} {
		got := Audit([]*matcher.Case{read(c.data)}, v, c.rules)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d faults, want %d:\n%v", c.name, len(got), len(c.want), got)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i].Error(), want) {
				t.Errorf("%s: fault %d is %v, want a word on %s", c.name, i, got[i], want)
			}
		}
	}
	twin := strings.Replace(good, `"id":"A"`, `"id":"B"`, 1)
	if got := Audit([]*matcher.Case{read(good), read(twin)}, v, Rules{}); len(got) != 1 || !strings.Contains(got[0].Error(), "A too") {
		t.Errorf("one incident told twice: %v", got)
	}
}
