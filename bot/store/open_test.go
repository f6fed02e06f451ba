package store_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"incidentlib/bot/store"
)

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder with a ? and a #", "bot%20.db")
	finish(t, open(t, path), answered(message("100.1"), ""), noon)
	get(t, open(t, path), message("100.1"))
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the state file has mode %v (%v), want -rw-------", info.Mode(), err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "bot%20.db") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// raw opens a file as SQLite does, behind the store's back.
func raw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func sh(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%v in: %s", err, query)
	}
}

func TestOpenFaults(t *testing.T) {
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes.txt")
	must(t, os.WriteFile(notes, []byte(strings.Repeat("This is not a database. ", 100)), 0o600))
	empty := filepath.Join(dir, "empty.db")
	must(t, os.WriteFile(empty, nil, 0o600))
	gone := filepath.Join(dir, "gone.db")
	must(t, os.WriteFile(gone+"-wal", []byte("what was not yet in the file"), 0o600))
	halfGone := filepath.Join(dir, "half.db")
	must(t, os.WriteFile(halfGone+"-journal", []byte("what was to be undone"), 0o600))
	foreign := filepath.Join(dir, "foreign.db")
	sh(t, raw(t, foreign), `CREATE TABLE places (x); INSERT INTO places VALUES (1)`)
	ofForm := func(name string, form int) string {
		path := filepath.Join(dir, name)
		s, err := store.Open(t.Context(), path)
		must(t, err)
		must(t, s.Close())
		db := raw(t, path)
		sh(t, db, `UPDATE schema_version SET version = $1`, form)
		must(t, db.Close())
		return path
	}
	for path, want := range map[string]string{
		notes:                            "incidentlib restore",
		empty:                            "incidentlib restore",
		gone:                             "incidentlib restore",
		halfGone:                         "half.db-journal",
		foreign:                          "none of incidentlib's tables",
		ofForm("newer.db", 99):           "written by a newer version",
		ofForm("zero.db", 0):             "form 0, which no version has written",
		ofForm("below.db", -1):           "form -1, which no version has written",
		dir:                              "is a directory",
		filepath.Join(notes, "inner.db"): "not a directory",
	} {
		before, _ := os.ReadFile(path)
		_, err := store.Open(t.Context(), path)
		wantError(t, err, path, want)
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", path)
		}
	}
	if _, err := os.Stat(gone); !os.IsNotExist(err) {
		t.Errorf("%s was made anew: %v", gone, err)
	}
}

// filled makes a closed state file with something in it.
func filled(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "bot.db")
	s, err := store.Open(t.Context(), path)
	must(t, err)
	for i := range 200 {
		finish(t, s, answered(message(fmt.Sprint("1.", i)), fmt.Sprint("f", i)), noon)
		accept(t, s, item("C1", fmt.Sprint("a", i), i))
	}
	must(t, s.Close())
	return path
}

// A process that is killed while SQLite keeps a rollback journal leaves a file that is in the
// middle of a change. The next one undoes the change and goes on.
func TestKilledInTheMiddle(t *testing.T) {
	path := filled(t)
	db := raw(t, path)
	db.SetMaxOpenConns(1)
	sh(t, db, `PRAGMA journal_mode = DELETE`)
	sh(t, db, `PRAGMA cache_size = 1`) // what is changed is written before it is committed
	sh(t, db, `BEGIN IMMEDIATE`)
	sh(t, db, `DELETE FROM inbox`)
	cut := filepath.Join(t.TempDir(), "bot.db")
	for _, part := range []string{"", "-journal"} {
		data, err := os.ReadFile(path + part)
		must(t, err)
		must(t, os.WriteFile(cut+part, data, 0o600))
	}
	load, err := open(t, cut).Load(t.Context())
	if err != nil || load.Waiting != 200 {
		t.Errorf("%d of 200 items are left: %v", load.Waiting, err)
	}
}

// A file that is damaged in its structure is refused, and nobody touches it. A changed byte in
// a text is nothing that SQLite can see; such a file may be opened, or refused, but never
// crashes the program or is changed by being refused.
func TestDamaged(t *testing.T) {
	path := filled(t)
	whole, err := os.ReadFile(path)
	must(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	type damage struct {
		name   string
		data   []byte
		surely bool // refused
	}
	var all []damage
	for _, size := range []int{1, 50, 100, 4096, len(whole) / 2, len(whole) - 4096, len(whole) - 1} {
		all = append(all, damage{fmt.Sprintf("cut at %d", size), whole[:size], true})
	}
	for page := range len(whole) / 4096 {
		data := bytes.Clone(whole)
		clear(data[page*4096 : (page+1)*4096])
		all = append(all, damage{fmt.Sprintf("page %d zeroed", page), data, true})
	}
	for i := range 20 {
		data := bytes.Clone(whole)
		for range 16 {
			data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
		}
		all = append(all, damage{fmt.Sprintf("flips %d", i), data, false})
	}
	refused := 0
	for _, d := range all {
		must(t, os.WriteFile(path, d.data, 0o600))
		s, err := store.Open(t.Context(), path)
		if err == nil {
			must(t, s.Close())
			if d.surely {
				t.Errorf("%s: opened", d.name)
			}
			continue
		}
		refused++
		if d.surely {
			wantError(t, err, "incidentlib restore")
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, d.data) {
			t.Errorf("%s: the file was changed (%v)", d.name, err)
		}
	}
	t.Logf("%d of %d refused", refused, len(all))
}
