package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"incidentlib/bot/store"
	"incidentlib/bot/store/powercut"
)

// A data folder that was made, with those above it, is there after a power cut: what is kept in
// it is synced, and would be gone with its name.
func TestFolderAfterPowerCut(t *testing.T) {
	root := t.TempDir()
	disk := powercut.New(t, root)
	for _, dir := range []string{filepath.Join(root, "srv", "bot", "data"), filepath.Join(root, "data")} {
		unlock, err := store.Lock(dir)
		must(t, err)
		must(t, unlock())
		disk.Cut(t, 0)
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	made := filepath.Join(root, "made") // by a process that was killed before it synced
	must(t, os.Mkdir(made, 0o700))
	unlock, err := store.Lock(made)
	must(t, err)
	must(t, unlock())
	disk.Cut(t, 0)
	if _, err := os.Stat(made); err != nil {
		t.Error(err)
	}
}
