package alert

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"incidentlib/matcher"
)

// TestLimits reads messages larger and deeper than any alert. The words at their
// beginning are read, and the promises about size hold.
func TestLimits(t *testing.T) {
	nested := func(open, core, close string, n int) string {
		return strings.Repeat(open, n) + core + strings.Repeat(close, n)
	}
	many := func(item string, n int) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	for name, raw := range map[string]string{
		"long text":         `{"text":"disk full ` + strings.Repeat("abc ", 12_000) + `"}`,
		"long Korean text":  `{"text":"disk full ` + strings.Repeat("디스크 ", 12_000) + `"}`,
		"one long word":     `{"text":"disk full ` + strings.Repeat("x", 50_000) + `"}`,
		"many lines":        `{"text":"disk full` + strings.Repeat(`\nline`, 10_000) + `"}`,
		"different lines":   `{"text":"disk full` + numberedList(1_500) + `"}`,
		"many labels":       `{"text":"disk full ` + manyLabels(500) + `"}`,
		"many attachments":  `{"text":"disk full","attachments":[` + many(`{"title":"t","text":"x"}`, 2_000) + `]}`,
		"many blocks":       `{"text":"disk full","blocks":[` + many(`{"type":"section","text":{"type":"mrkdwn","text":"x"}}`, 2_000) + `]}`,
		"deep blocks":       `{"text":"disk full","blocks":[` + nested(`{"type":"context","elements":[`, `{"type":"mrkdwn","text":"x"}`, `]}`, 3_000) + `]}`,
		"deep rich text":    `{"text":"disk full","blocks":[` + nested(`{"type":"rich_text","elements":[`, `{"type":"text","text":"x"}`, `]}`, 3_000) + `]}`,
		"deep unknown":      `{"text":"disk full","blocks":[{"type":"new","a":` + nested(`{"a":[`, `1`, `]}`, 3_000) + `}]}`,
		"deep attachments":  `{"text":"disk full","attachments":[` + nested(`{"attachments":[`, `{"text":"x"}`, `]}`, 3_000) + `]}`,
		"unclosed marks":    `{"text":"disk full ` + strings.Repeat("*a _b ~c `d <e :f: ", 1_000) + `"}`,
		"unclosed links":    `{"text":"disk full ` + strings.Repeat("<https://a|", 2_000) + `"}`,
		"a wide document":   `{"text":"{\"alert\":\"disk full\",` + strings.ReplaceAll(many(`"k":1`, 5_000), `"`, `\"`) + `}"}`,
		"a deep document":   `{"text":"{\"alert\":\"disk full\",\"a\":` + strings.ReplaceAll(nested(`{"a":[`, `1`, `]}`, 3_000), `"`, `\"`) + `}"}`,
		"numbered alerts":   `{"text":"[FIRING:900] disk full` + numberedList(900) + `"}`,
		"a word of control": `{"text":"disk full\u0000\u0007\u001b[31m\u202e"}`,
	} {
		t.Run(name, func(t *testing.T) {
			a, err := Read([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			promised(t, a)
			if !strings.Contains(a.Text, "disk full") || a.Kind != matcher.Problem {
				t.Errorf("read as %s: %.80q of %d characters", a.Kind, a.Text, utf8.RuneCountInString(a.Text))
			}
		})
	}
}

// numberedList writes a numbered list as it stands inside a JSON string.
func numberedList(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `\n%d. alertname=Disk host=web-%d`, i+1, i)
	}
	return out.String()
}

func manyLabels(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "k%d=v ", i)
	}
	return out.String()
}
