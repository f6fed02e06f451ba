package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// LockName is the file in a data folder that the process which uses the folder has locked.
const LockName = "incidentlib.lock"

// errLocked says that another process has the lock.
var errLocked = errors.New("locked")

// Lock keeps other processes out of a data folder, which it makes when there is none, until
// unlock is called or the process ends, however it ends. When another process has the folder,
// the error says which.
func Lock(dir string) (unlock func() error, err error) {
	if err := makeFolder(dir); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, LockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	if err := lock(f); err != nil {
		defer f.Close()
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("data folder %s is in use by %s; stop it, or use another folder (data)", dir, holder(f))
		}
		return nil, fmt.Errorf("lock data folder %s: %w", dir, err)
	}
	if err := errors.Join(f.Truncate(0), writeAt0(f, strconv.Itoa(os.Getpid())+"\n")); err != nil {
		return nil, fmt.Errorf("lock data folder %s: %w", dir, errors.Join(err, f.Close()))
	}
	return f.Close, nil // the file stays: removing it could take it from under the next process
}

func writeAt0(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

// holder names the process that wrote its number into the lock file.
func holder(f *os.File) string {
	text, err := io.ReadAll(io.LimitReader(f, 32))
	pid := strings.TrimSpace(string(text))
	if _, bad := strconv.Atoi(pid); err != nil || bad != nil {
		return "another process"
	}
	return "process " + pid
}
