package seeds

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"incidentlib/matcher"
)

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "for", "it")
	c := &matcher.Case{ID: "INC-1", Title: matcher.Text{En: "a < b", Ko: "가득"}}
	for _, org := range []string{"", "Acme"} { // the second replaces the first
		c.Org = org
		if err := Write(dir, c); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "INC-1.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"id\": \"INC-1\",\n  \"org\": \"Acme\",\n  \"title\": {\n    \"en\": \"a < b\",\n    \"ko\": \"가득\"\n  }\n}\n"
	if string(data) != want {
		t.Errorf("wrote\n%s\nwant\n%s", data, want)
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 1 {
		t.Errorf("%d files in the folder, want only the case", len(files))
	}
	cases, err := ReadDir(dir)
	if err != nil || len(cases) != 1 || cases[0].Org != "Acme" {
		t.Errorf("read back %v, %v", cases, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"", "../up", "a/b", `a\b`, ".hidden", "nul\x00"} {
		err := Write(dir, &matcher.Case{ID: id, Title: matcher.Text{En: "x"}})
		if _, ok := errors.AsType[matcher.Faults](err); !ok {
			t.Errorf("id %q gave %v, want Faults", id, err)
		}
	}
	// The name is taken by a folder: the error says so and no half file stays.
	if err := os.Mkdir(filepath.Join(dir, "A.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, &matcher.Case{ID: "A", Title: matcher.Text{En: "x"}}); err == nil {
		t.Error("wrote over a folder")
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 1 {
		t.Errorf("%d entries in the folder, want only the one made", len(files))
	}
}
