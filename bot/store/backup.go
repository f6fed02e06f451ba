package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Backup writes a copy of the state, as it is at one moment, into a file that only its owner
// can read; the store goes on working meanwhile. A file that is there is replaced only when
// replace is set. The path has the whole copy or what it had before.
//
// A state in PostgreSQL is copied with PostgreSQL's own means; Backup only says how.
func (s *Store) Backup(ctx context.Context, path string, replace bool) error {
	if s.engine.skip != "" {
		return errors.New("the state is in PostgreSQL; back it up with: pg_dump --format=custom --file=FILE DATABASE_URL")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) && !replace {
		return errors.Join(fmt.Errorf("%s is there already and stays as it is; name another file", path), err)
	}
	made, err := newFile(path)
	if err != nil {
		return err
	}
	defer os.Remove(made)
	if _, err := s.read.ExecContext(ctx, `VACUUM INTO $1`, made); err != nil {
		return fmt.Errorf("copy to %s: %w", path, liteTrouble(err))
	}
	if err := checkup(ctx, made); err != nil {
		return fmt.Errorf("copy to %s: %w", path, err)
	}
	if err := settle(made, path, replace); err != nil {
		return err
	}
	return nil
}

// newFile makes an empty file in the folder of path, to be filled and renamed.
func newFile(path string) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "new-*.db") // 0600
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// settle gives a whole file its name, in a way that a power cut leaves either this file or the
// one before.
func settle(made, path string, replace bool) error {
	f, err := os.OpenFile(made, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if replace {
		err = os.Rename(made, path)
	} else {
		err = link(made, path)
	}
	return errors.Join(err, syncFolder(filepath.Dir(path)))
}

// link renames a file unless the new name is taken. Where the file system knows no links, it
// may overwrite what somebody put there at that very moment.
func link(made, path string) error {
	err := os.Link(made, path)
	if err == nil {
		return os.Remove(made)
	}
	if _, there := os.Lstat(path); there == nil {
		return &os.LinkError{Op: "link", Old: made, New: path, Err: os.ErrExist}
	}
	return os.Rename(made, path)
}

// Restore puts a backup in the place of a state file. It looks at the backup first and refuses
// one that is damaged or of a newer version. The file that was there stays beside it under the
// name that aside gives, "" when there was none. No process may use the data folder meanwhile.
func Restore(ctx context.Context, backup, path string) (aside string, err error) {
	dir := filepath.Dir(path)
	unlock, err := Lock(dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if err := backupFit(ctx, backup); err != nil {
		return "", fmt.Errorf("backup %s: %w", backup, err)
	}
	made, err := copyTo(backup, path)
	if err != nil {
		return "", err
	}
	defer os.Remove(made)
	if aside, err = setAside(path, time.Now().UTC()); err != nil {
		return "", err
	}
	if err := settle(made, path, false); err != nil {
		return aside, err
	}
	return aside, nil
}

// backupFit says what is wrong with a file as a backup.
func backupFit(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Size() == 0:
		return errors.New("it is no file, or an empty one")
	}
	if rest := unfinished(path); rest != "" {
		return fmt.Errorf("it is a state in use, for %s lies beside it; make a backup of it with: incidentlib backup", rest)
	}
	return checkup(ctx, path)
}

// copyTo copies a file to a new one beside path, and returns its name.
func copyTo(from, path string) (made string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	if made, err = newFile(path); err != nil {
		return "", err
	}
	out, err := os.OpenFile(made, os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return "", errors.Join(err, os.Remove(made))
	}
	return made, nil
}

// setAside renames a state file and what belongs to it, for somebody to look at later. What is
// not yet in the file itself moves along: it is of no use to any other.
func setAside(path string, now time.Time) (aside string, err error) {
	name := path + now.Format(".20060102T150405.000Z")
	for _, part := range []string{"-wal", "-shm", "-journal", ""} {
		err := os.Rename(path+part, name+part)
		if err == nil {
			aside = name
		} else if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}
