package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rooms are the parts of the program, and what each may import of ours, in its
// tests as well. A room in a room, such as bot/alert, has a line of its own.
var rooms = map[string][]string{
	"cmd":           {"bot", "bot/alert", "bot/digest", "bot/schedule", "bot/store", "bot/workspace", "config", "matcher", "seeds"},
	"bot":           {"bot/alert", "bot/digest", "bot/schedule", "bot/store", "bot/workspace", "matcher", "seeds"},
	"bot/alert":     {"matcher"},
	"bot/store":     {"matcher"},
	"bot/digest":    {"bot/schedule", "bot/store", "matcher"},
	"bot/schedule":  {},
	"bot/workspace": {},
	"config":        {},
	"matcher":       {},
	"seeds":         {"matcher"},
}

func TestImports(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		imports := strings.Fields(line)
		from := room(imports[0])
		if from == "" {
			t.Errorf("%s lies in no room: give it a line in the table", imports[0])
		}
		for _, path := range imports[1:] {
			to := room(path)
			if strings.HasPrefix(path, "incidentlib/") && to != from && !slices.Contains(rooms[from], to) {
				t.Errorf("%s imports %s: %s may import only %q", imports[0], path, from, rooms[from])
			}
		}
	}
}

// The program knows the time zones where the machine does not: Windows and small images have none.
func TestZonesAreBuiltIn(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(strings.Fields(string(out)), "time/tzdata") {
		t.Error("the program does not carry time/tzdata")
	}
}

// room is the innermost room a package of ours lies in, "" for none.
func room(path string) string {
	path, _ = strings.CutPrefix(path, "incidentlib/")
	for ; path != "."; path = filepath.Dir(path) {
		if _, ok := rooms[path]; ok {
			return path
		}
	}
	return ""
}

// root is the folder of the whole project, seen from here.
const root = "../.."

// What works on one machine only must not be in the project: the folder it lies
// in there, and the address packages were fetched from.
func TestNoMachinePaths(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	paths := regexp.QuoteMeta(here) + `\b`
	everywhere := []string{"/", "/tmp", "/home", "/root", "/opt", "/srv", "/usr", "/var", "/mnt", "/data"}
	if parent := filepath.Dir(here); !slices.Contains(everywhere, parent) {
		paths += "|" + regexp.QuoteMeta(parent) + "/"
	}
	bad := regexp.MustCompile(`(^|[^\w.-])(` + paths + `)|"resolved":\s+"http`)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "node_modules"}, d.Name()) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if binary := bytes.IndexByte(data, 0) >= 0; binary {
			return nil
		}
		for number, line := range bytes.Split(data, []byte("\n")) {
			if found := bad.Find(line); found != nil {
				t.Errorf("%s:%d: %s", path, number+1, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
