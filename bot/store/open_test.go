package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"incidentlib/bot/store"
)

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder with a ? and a #", "bot%20.db")
	s := open(t, path)
	if first, err := s.Claim(t.Context(), message("100.1"), noon); !first || err != nil {
		t.Fatal(first, err)
	}
	if first, err := open(t, path).Claim(t.Context(), message("100.1"), noon); first || err != nil {
		t.Errorf("Claim after opening again = %v, %v; want false", first, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the state file has mode %v (%v), want -rw-------", info.Mode(), err)
	}
}

func TestOpenFaults(t *testing.T) {
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(notes, []byte(strings.Repeat("This is not a database. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	ofForm := func(name string, form int) string {
		path := filepath.Join(dir, name)
		open(t, path)
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(`UPDATE schema_version SET version = $1`, form); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for path, want := range map[string]string{
		notes:                            "file is not a database",
		ofForm("newer.db", 99):           "written by a newer version",
		ofForm("zero.db", 0):             "form 0, which no version has written",
		ofForm("below.db", -1):           "form -1, which no version has written",
		dir:                              "is a directory",
		filepath.Join(notes, "inner.db"): "not a directory",
	} {
		_, err := store.Open(t.Context(), path)
		wantError(t, err, path, want)
	}
}
