package store

import (
	"errors"
	"os"
	"path/filepath"
)

// makeFolder makes a folder, and those above it that are missing, so that a power cut does not
// take them with all that was kept in them since.
func makeFolder(dir string) error {
	parent := filepath.Dir(dir)
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		syncFolder(parent) // who made it may have been killed before; somebody else's parent may not let us, and need not
		return nil
	}
	if parent != dir {
		if err := makeFolder(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return syncFolder(parent)
}
