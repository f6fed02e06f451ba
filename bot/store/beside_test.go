package store_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// Who looks after a state makes none, and does not change one under a bot of another version.
func TestOpenBeside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "bot.db")
	if _, err := store.OpenBeside(t.Context(), path); !errors.Is(err, store.ErrNone) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was made: %v", err)
	}
	shared(t, func(t *testing.T, name string) {
		bot := open(t, name)
		accept(t, bot, item("C1", "a", 1))
		s := beside(t, name)
		must(t, s.CheckForm(t.Context()))
		if load, err := s.Load(t.Context()); load.Waiting != 1 || err != nil {
			t.Errorf("load: %+v, %v", load, err)
		}
		accept(t, bot, item("C1", "b", 2))
		if found, err := s.Drop(t.Context(), t1, "a"); !found || err != nil {
			t.Errorf("dropped: %v, %v", found, err)
		}
		next(t, bot, take(t, bot, "p1", hour), "", "b")
	})
}

func TestOpenBesideAnotherForm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot.db")
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	script, err := os.ReadFile("testdata/form1.sql")
	must(t, err)
	_, err = db.Exec(string(script))
	must(t, err)
	s := beside(t, path)
	wantError(t, s.CheckForm(t.Context()), "form 1, of an older version")
	must(t, s.Backup(t.Context(), path+".backup", false))
	var form int
	must(t, db.QueryRow(`SELECT version FROM schema_version`).Scan(&form))
	if form != 1 {
		t.Errorf("it is in form %d now, want 1 as before", form)
	}
	_, err = db.Exec(`UPDATE schema_version SET version = 99`)
	must(t, err)
	wantError(t, s.CheckForm(t.Context()), "form 99, of a newer version")
}

func TestOpenBesideEmptyPostgres(t *testing.T) {
	if err := beside(t, storetest.Postgres(t)).CheckForm(t.Context()); !errors.Is(err, store.ErrNone) || !strings.Contains(err.Error(), "incidentlib serve") {
		t.Errorf("an empty database: %v", err)
	}
}

func TestFindAndDrop(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s *store.Store) {
		other := item("C1", "a", 4)
		other.Workspace = store.Workspace{Team: "T2"}
		accept(t, s, item("C1", "a", 1), item("C1", "b", 2), item("C1", "c", 3), other)
		holds, err := s.Take(t.Context(), "p1", 10, hour)
		must(t, err)
		h := holds[0]
		if h.Workspace != t1 {
			h = holds[1]
		}
		next(t, s, h, "", "a")
		must(t, s.Bury(t.Context(), h, "a", errors.New("no")))
		found, err := s.Find(t.Context(), "a")
		if err != nil || len(found) != 2 || !found[0].Dead || found[1].Dead || found[1].Workspace.Team != "T2" {
			t.Errorf("found %+v, %v", found, err)
		}
		for id, want := range map[string]bool{"a": true, "b": true, "x": false} {
			if dropped, err := s.Drop(t.Context(), t1, id); dropped != want || err != nil {
				t.Errorf("dropped %s: %v, %v", id, dropped, err)
			}
			if found, err := s.Redrive(t.Context(), t1, id); found || err != nil {
				t.Errorf("%s was dropped and redriven: %v, %v", id, found, err)
			}
		}
		if fresh := accept(t, s, item("C1", "a", 5)); fresh[0] {
			t.Error("what was dropped is taken anew")
		}
		next(t, s, h, "", "c")
		next(t, s, h, "c", "")
	})
}

func beside(t *testing.T, name string) *store.Store {
	t.Helper()
	s, err := store.OpenBeside(t.Context(), name)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}
