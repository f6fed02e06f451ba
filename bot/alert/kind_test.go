package alert

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/matcher"
)

// TestKind reads messages whose kind a person would tell at a glance.
func TestKind(t *testing.T) {
	files, err := filepath.Glob("testdata/kind/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no messages: %v", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			want := string(matcher.Problem)
			if dir := path.Dir(f.Name); dir != "." {
				want = dir
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+f.Name, func(t *testing.T) {
				a, err := ReadAny(f.Data)
				if err != nil {
					t.Fatal(err)
				}
				if want == "quiet" && a.Kind != matcher.Problem || string(a.Kind) == want {
					return
				}
				t.Errorf("read as %s, want %s\nsource %q, status %q, words %+v\n%s", a.Kind, want, a.Source, a.Status, weigh(a.Text), a.Text)
			})
		}
	}
}
