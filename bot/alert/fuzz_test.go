package alert

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/matcher"
)

// seeds gives a fuzz test every message of the archives to begin with.
func seeds(f *testing.F, add func(message []byte)) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatalf("no messages: %v", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, m := range ar.Files {
			if !strings.HasSuffix(m.Name, ".want") {
				add(m.Data)
			}
		}
	}
}

// promised checks what holds of every alert, whatever it was read from.
func promised(t *testing.T, a matcher.Alert) {
	t.Helper()
	if a.Kind == "" {
		t.Errorf("no kind: %+v", a)
	}
	if (a.Kind == matcher.Empty) != (a.Text == "") || (a.Title == "") != (a.Text == "") {
		t.Errorf("kind %q, title %q, text %q", a.Kind, a.Title, a.Text)
	}
	if n := utf8.RuneCountInString(a.Text); n > maxText {
		t.Errorf("text of %d characters", n)
	}
	if n := utf8.RuneCountInString(a.Title); n > maxTitle || strings.Contains(a.Title, "\n") {
		t.Errorf("title of %d characters: %q", n, a.Title)
	}
	if len(a.Labels) > maxLabels || len(a.Members) == 1 || len(a.Members) > maxMembers {
		t.Errorf("%d labels, %d members", len(a.Labels), len(a.Members))
	}
	for _, l := range a.Labels {
		if l.Name == "" || l.Value == "" || strings.ContainsAny(l.Name+l.Value, "\n") {
			t.Errorf("label %q = %q", l.Name, l.Value)
		}
	}
	hidden := func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }
	for _, s := range append([]string{a.Title, a.Text}, a.Members...) {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, hidden) {
			t.Errorf("characters that nobody sees: %q", s)
		}
	}
	if print := Fingerprint(a); len(print) != 16 && a.Text != "" || print != Fingerprint(a) {
		t.Errorf("fingerprint %q", print)
	}
}

func FuzzRead(f *testing.F) {
	seeds(f, func(m []byte) { f.Add(m) })
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := Read(raw)
		var o map[string]any
		if wellFormed := json.Unmarshal(raw, &o) == nil && o != nil; wellFormed && err != nil {
			t.Errorf("a JSON object is refused: %v", err)
		}
		promised(t, a)
		if again, _ := Read(raw); !cmp.Equal(a, again) {
			t.Error(cmp.Diff(a, again))
		}
	})
}

func FuzzReadAny(f *testing.F) {
	seeds(f, func(m []byte) { f.Add(m) })
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := ReadAny(data)
		if err != nil {
			t.Error(err)
		}
		promised(t, a)
	})
}

func FuzzFromText(f *testing.F) {
	seeds(f, func(m []byte) {
		if !strings.HasPrefix(string(m), "{") {
			f.Add(string(m))
		}
	})
	f.Fuzz(func(t *testing.T, text string) {
		promised(t, FromText(text))
	})
}

func FuzzFingerprint(f *testing.F) {
	seeds(f, func(m []byte) { f.Add(string(m), "instance", "web-1") })
	f.Fuzz(func(t *testing.T, text, name, value string) {
		a := matcher.Alert{Title: text, Text: text, Labels: []matcher.Label{{Name: name, Value: value}}}
		got := Fingerprint(a)
		if (got == "") != (strings.TrimSpace(text) == "") || got != "" && len(got) != 16 {
			t.Errorf("Fingerprint = %q", got)
		}
		a.Kind, a.Status, a.Severity, a.Source = matcher.Problem, matcher.Firing, "critical", "grafana"
		if Fingerprint(a) != got {
			t.Error("status, severity or source enter the fingerprint")
		}
	})
}
