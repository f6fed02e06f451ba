//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"incidentlib/bot/store"
)

// A backup that root puts back belongs to the bot's user.
func TestRestoreByRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	data, backup := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "backup.db")
	st, err := store.Open(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	st.Close()
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(data, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string { return map[string]string{"INCIDENTLIB_DATA": data}[name] }
	var out bytes.Buffer
	if code := run(t.Context(), []string{"restore", backup}, env, nil, &out, &out); code != 0 {
		t.Fatalf("status %d: %s", code, &out)
	}
	files, err := os.ReadDir(data)
	if err != nil || len(files) < 2 { // the state and the lock
		t.Fatal(files, err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner != 65534 {
			t.Errorf("%s belongs to user %d, the folder to 65534", f.Name(), owner)
		}
	}
}
