//go:build !windows

package store

import (
	"errors"
	"os"
)

// syncFolder makes the names in a folder survive a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
