package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

func TestBackup(t *testing.T) {
	path := filled(t)
	s := open(t, path)
	backup := filepath.Join(t.TempDir(), "copy.db")
	var writers sync.WaitGroup
	writers.Go(func() { // it goes on working
		for i := range 50 {
			if _, err := s.Accept(t.Context(), []store.Item{item("C2", fmt.Sprint("b", i), i)}); err != nil {
				t.Error(err)
			}
		}
	})
	err := s.Backup(t.Context(), backup, false)
	writers.Wait()
	must(t, err)
	info, err := os.Stat(backup)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has mode %v (%v), want -rw-------", info.Mode(), err)
	}
	wantError(t, s.Backup(t.Context(), backup, false), backup, "there already")
	finish(t, s, answered(message("2.1"), ""), noon)
	must(t, s.Backup(t.Context(), backup, true))
	get(t, open(t, backup), message("2.1"))
	wantError(t, s.Backup(t.Context(), filepath.Join(backup, "x"), false), "not a directory")
	entries, err := os.ReadDir(filepath.Dir(backup))
	must(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "copy.db") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	memory := open(t, ":memory:")
	finish(t, memory, answered(message("3.1"), ""), noon)
	must(t, memory.Backup(t.Context(), backup+"2", false))
	get(t, open(t, backup+"2"), message("3.1"))
}

func TestBackupOfPostgres(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	wantError(t, s.Backup(t.Context(), filepath.Join(t.TempDir(), "x"), false), "pg_dump")
}

func TestRestore(t *testing.T) {
	path := filled(t)
	dir := filepath.Dir(path)
	backup := filepath.Join(t.TempDir(), "copy.db")
	s, err := store.Open(t.Context(), path)
	must(t, err)
	must(t, s.Backup(t.Context(), backup, false))
	finish(t, s, answered(message("2.1"), ""), noon) // lost by the restore
	must(t, s.Close())
	must(t, os.WriteFile(path+"-wal", []byte("left by a crash"), 0o600))

	unlock, err := store.Lock(dir)
	must(t, err)
	_, err = store.Restore(t.Context(), backup, path)
	wantError(t, err, dir, "in use by process")
	must(t, unlock())

	bad := filepath.Join(t.TempDir(), "bad.db")
	whole, err := os.ReadFile(backup)
	must(t, err)
	for want, data := range map[string][]byte{"damaged": whole[:len(whole)/2], "no file, or an empty one": nil} {
		must(t, os.WriteFile(bad, data, 0o600))
		_, err := store.Restore(t.Context(), bad, path)
		wantError(t, err, bad, want)
	}
	_, err = store.Restore(t.Context(), filepath.Join(dir, "nowhere"), path)
	wantError(t, err, "nowhere")
	live := filepath.Join(t.TempDir(), "live.db")
	finish(t, open(t, live), answered(message("1.1"), ""), noon)
	_, err = store.Restore(t.Context(), live, path)
	wantError(t, err, "incidentlib backup")

	aside, err := store.Restore(t.Context(), backup, path)
	must(t, err)
	if kept, err := os.ReadFile(aside + "-wal"); err != nil || string(kept) != "left by a crash" {
		t.Errorf("%q, %v", kept, err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the old log lies beside the new file: %v", err)
	}
	restored := open(t, path)
	get(t, restored, message("1.7"))
	if _, ok, err := restored.Get(t.Context(), message("2.1")); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	must(t, os.Remove(aside+"-wal"))
	get(t, open(t, aside), message("2.1"))

	fresh := filepath.Join(t.TempDir(), "new", "bot.db")
	if aside, err := store.Restore(t.Context(), backup, fresh); aside != "" || err != nil {
		t.Errorf("%q, %v", aside, err)
	}
	get(t, open(t, fresh), message("1.7"))
}
