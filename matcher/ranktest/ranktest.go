// Package ranktest reads ranking tests a person can read aloud.
//
// A test is a text archive. Its files are cases in YAML ("case K1") and alerts,
// named by what they must find: "find K1 first", "find K1 in three", "find K1
// before K2", "find nothing". An archive without cases asks the library its
// caller hands over.
package ranktest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/matcher"
)

// top is how many matches are asked for: enough to see what came before what.
const top = 10

// Stats counts what the archives of one folder asked and got.
type Stats struct{ Known, First, Three, Unknown, Quiet int }

func (s Stats) String() string {
	return fmt.Sprintf("alerts %d: %d with a known case, %d with none\nright case first %d/%d, in first three %d/%d\nnothing found where nothing is %d/%d\n",
		s.Known+s.Unknown, s.Known, s.Unknown, s.First, s.Known, s.Three, s.Known, s.Quiet, s.Unknown)
}

// Run runs every archive of dir as a test of its own, with shared for those that
// bring no cases, and compares the counts with dir/stats.txt, or rewrites it.
func Run(t *testing.T, dir string, shared *matcher.Library, update bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	statsFile := filepath.Join(dir, "stats.txt")
	var s Stats
	for _, file := range files {
		if file != statsFile {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { archive(t, file, shared, &s) })
		}
	}
	if s.Known+s.Unknown == 0 {
		t.Fatalf("no alerts in %s", dir)
	}
	if update {
		if err := os.WriteFile(statsFile, []byte(s.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(statsFile)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), s.String()); d != "" {
		t.Errorf("%s (-want +got), rewrite it with -update:\n%s", statsFile, d)
	}
}

func archive(t *testing.T, file string, l *matcher.Library, s *Stats) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []*matcher.Case
	for _, f := range a.Files {
		if id, ok := strings.CutPrefix(f.Name, "case "); ok {
			cases = append(cases, readCase(t, id, f.Data))
		}
	}
	if len(cases) > 0 {
		if l, err = matcher.NewLibrary(cases); err != nil {
			t.Fatal(err)
		}
		defer l.Close()
	}
	for _, f := range a.Files {
		if want, ok := strings.CutPrefix(f.Name, "find "); ok {
			find(t, l, want, string(f.Data), s)
		}
	}
}

func readCase(t *testing.T, id string, data []byte) *matcher.Case {
	t.Helper()
	members := map[string]any{}
	if err := yaml.Unmarshal(data, &members); err != nil {
		t.Fatalf("case %s: %v", id, err)
	}
	members["id"] = id
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatalf("case %s: %v", id, err)
	}
	c := new(matcher.Case)
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatalf("case %s: %v", id, err)
	}
	return c
}

func find(t *testing.T, l *matcher.Library, want, text string, s *Stats) {
	t.Helper()
	title, _, _ := strings.Cut(text, "\n")
	matches, err := l.Find(context.Background(), matcher.Alert{Kind: matcher.Problem, Title: title, Text: text}, top)
	if err != nil {
		t.Errorf("find %s: %v", want, err)
		return
	}
	var ids []string
	for _, m := range matches {
		ids = append(ids, m.Case.ID)
	}
	if !s.count(strings.Fields(want), ids) {
		t.Errorf("find %s: found %v for\n%s", want, ids, text)
	}
}

// count adds one alert and reports whether it found what it must.
func (s *Stats) count(want, ids []string) bool {
	if want[0] == "nothing" {
		s.Unknown++
		if len(ids) == 0 {
			s.Quiet++
		}
		return len(ids) == 0
	}
	at := slices.Index(ids, want[0])
	s.Known++
	if at == 0 {
		s.First++
	}
	if at >= 0 && at < 3 {
		s.Three++
	}
	switch strings.Join(want[1:min(3, len(want))], " ") {
	case "first":
		return at == 0
	case "in three":
		return at >= 0 && at < 3
	default: // before another
		other := slices.Index(ids, want[len(want)-1])
		return at >= 0 && (other < 0 || at < other)
	}
}
