package bot

import (
	"strings"
	"testing"

	"github.com/slack-go/slack"

	"incidentlib/matcher"
)

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		name     string
		evidence []matcher.Evidence
		want     string
	}{
		{"a longer name is cut to the component in it", []matcher.Evidence{
			{Kind: matcher.ByComponent, Query: "EnaConntrackExceeded", Found: "conntrack", Weight: 9},
		}, "Why: same component: Conntrack"},
		{"another name for it is quoted", []matcher.Evidence{
			{Kind: matcher.BySymptom, Query: "out of memory", Found: "oom-killed", Weight: 9},
		}, "Why: same symptom: out of memory"},
		{"words say nothing next to an exact line, also a lighter one", []matcher.Evidence{
			{Kind: matcher.ByComponent, Query: "kafka", Found: "kafka", Weight: 9},
			{Kind: matcher.BySignal, Query: "disk full", Found: "disk full", Weight: 8},
			{Kind: matcher.ByTerm, Query: "broker", Found: "broker", Weight: 4},
		}, "Why: disk full; same component: kafka"},
		{"what is slight beside the rest is left out", []matcher.Evidence{
			{Kind: matcher.ByTerm, Query: "broker", Found: "broker", Weight: 9},
			{Kind: matcher.ByTerm, Query: "again", Found: "again", Weight: 0.5},
		}, "Why: shared words: broker"},
		{"a mechanism is named in the language of the reply", []matcher.Evidence{
			{Kind: matcher.ByMeaning, Query: "table full", Found: "conntrack table full", Name: matcher.Text{En: "conntrack table full", Ko: "conntrack 테이블 고갈"}, Weight: 9},
		}, "근거: 같은 장애 유형: conntrack 테이블 고갈 (table full)"},
	} {
		lang := "en"
		if strings.HasPrefix(c.want, korean.why) {
			lang = "ko"
		}
		var got strings.Builder
		for _, part := range why(c.evidence, wordsIn(lang), lang).parts {
			got.WriteString(part.(*slack.RichTextSectionTextElement).Text)
		}
		if got.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, got.String(), c.want)
		}
	}
}

// A sentence that is too wide for a phone is cut between words; Hangul is twice as wide.
func TestWhole(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"One. Two. Three. Four.", 14, "One. Two."},
		{"One. Two. Three. Four.", 4, "One."},
		{"The archive database ran out of disk", 25, "The archive database ran…"},
		{"Internationalization", 10, "Internati…"},
		{"디스크가 가득 찼다. 다시 봤다.", 19, "디스크가 가득 찼다."},
		{"디스크가 가득 찼다.", 14, "디스크가 가득…"},
		{"", 10, ""},
	} {
		if got := whole(c.text, c.most); got != c.want {
			t.Errorf("whole(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
