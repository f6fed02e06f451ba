package seeds

import (
	"fmt"
	"strings"
	"testing"

	"incidentlib/matcher"
)

func TestLintHints(t *testing.T) {
	strong := func(n int) *matcher.Case {
		return &matcher.Case{
			ID: fmt.Sprintf("A%d", n), Title: matcher.TextOf("t"),
			Lessons:     matcher.TextOf("Retention decides how long a broker lasts: alert on it, not only on the disk."),
			Signals:     []string{fmt.Sprintf("broker %d out of …", n)},
			Summary:     matcher.TextOf(fmt.Sprintf("It logged: broker %d out of space.", n)),
			Remediation: []matcher.Step{{Text: matcher.TextOf("Set it back.")}},
			Checks:      []matcher.Check{{Command: "df -h"}},
		}
	}
	if got := Lint([]*matcher.Case{strong(1), strong(2)}); len(got) != 0 {
		t.Errorf("good cases have hints: %v", got)
	}
	for _, c := range []struct {
		name string
		weak func(*matcher.Case)
		want string
	}{
		{"no signals", func(c *matcher.Case) { c.Signals = nil }, "signals: has none"},
		{"a signal told nowhere", func(c *matcher.Case) { c.Signals = append(c.Signals, "quux failed") }, "told nowhere else"},
		{"a motto", func(c *matcher.Case) { c.Lessons = matcher.TextOf("Test your backups.") }, "motto"},
		{"no lesson", func(c *matcher.Case) { c.Lessons = matcher.Text{} }, "lessons: has none"},
		{"no remedy", func(c *matcher.Case) { c.Remediation = nil }, "remediation"},
		{"no check", func(c *matcher.Case) { c.Checks = nil }, "checks"},
	} {
		weak := strong(1)
		c.weak(weak)
		if got := Lint([]*matcher.Case{weak}); len(got) != 1 || !strings.Contains(got[0].Error(), c.want) {
			t.Errorf("%s: %v, want one hint on %q", c.name, got, c.want)
		}
	}
	var many []*matcher.Case
	for n := range sharedSignals + 1 {
		c := strong(n)
		c.Signals[0], c.Summary = "no space left", matcher.TextOf("no space left")
		many = append(many, c)
	}
	if got := Lint(many); len(got) != len(many) || !strings.Contains(got[0].Error(), "marks none") {
		t.Errorf("a signal of %d cases: %v", len(many), got)
	}
}

// The shipped library may have cases without signals, where no source quotes any, but none
// without a lesson or a check, no signal that marks nothing, and no motto for a lesson.
func TestShippedLibraryIsNotWeak(t *testing.T) {
	cases, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	hints := map[string]int{}
	for _, h := range Lint(cases) {
		field, _, _ := strings.Cut(h.Field, "[")
		hints[field]++
		if field == "lessons" || field == "checks" || strings.Contains(h.Remedy, "marks none") {
			t.Error(h)
		}
	}
	t.Logf("%d cases, hints by field: %v", len(cases), hints)
}
