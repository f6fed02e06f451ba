package alert

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/matcher"
)

var update = flag.Bool("update", false, "rewrite the wanted parts of testdata/read")

// TestRead reads messages in the shapes that Slack and alert tools send. Each
// file is an archive: messages, each followed by what a reader of it should have.
// Run with -update to rewrite the latter, and read the difference.
func TestRead(t *testing.T) {
	files, err := filepath.Glob("testdata/read/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no messages: %v", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out []txtar.File
		for i, f := range ar.Files {
			if strings.HasSuffix(f.Name, ".want") {
				continue
			}
			name := strings.TrimSuffix(f.Name, ".json")
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+name, func(t *testing.T) {
				a, err := ReadAny(f.Data)
				if err != nil {
					t.Fatal(err)
				}
				got := describe(a)
				out = append(out, f, txtar.File{Name: name + ".want", Data: []byte(got)})
				if *update {
					return
				}
				if i+1 == len(ar.Files) || ar.Files[i+1].Name != name+".want" {
					t.Fatalf("no %s.want behind %s", name, f.Name)
				}
				if diff := cmp.Diff(string(ar.Files[i+1].Data), got); diff != "" {
					t.Errorf("read otherwise (-want +got):\n%s", diff)
				}
			})
		}
		if *update {
			ar.Files = out
			if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// describe writes an alert so that a person can compare it with the message.
func describe(a matcher.Alert) string {
	var out strings.Builder
	fmt.Fprintf(&out, "kind: %s\n", a.Kind)
	for _, f := range []struct{ name, value string }{
		{"source", a.Source}, {"status", string(a.Status)}, {"severity", a.Severity}, {"title", a.Title},
	} {
		if f.value != "" {
			fmt.Fprintf(&out, "%s: %s\n", f.name, f.value)
		}
	}
	for _, l := range a.Labels {
		fmt.Fprintf(&out, "label: %s = %s\n", l.Name, l.Value)
	}
	for _, m := range a.Members {
		fmt.Fprintf(&out, "member: %s\n", strings.ReplaceAll(m, "\n", " / "))
	}
	if a.Text != "" {
		fmt.Fprintf(&out, "text:\n  %s\n", strings.ReplaceAll(a.Text, "\n", "\n  "))
	}
	return out.String()
}

// What a person types is read whole, where an alert's buttons and furniture are left out.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"show kafka":               "show kafka",
		" view in\u200b  grafana ": "view in grafana",
		"show kafka &amp; <https://wiki.example.com/x|the page>\n\n*now*": "show kafka & the page\nnow",
		"password=hunter2-XYZ": "password=•••",
		"!!!":                  "!!!",
		"":                     "",
	} {
		if got := Words(text); got != want {
			t.Errorf("Words(%q) = %q, want %q", text, got, want)
		}
	}
}
