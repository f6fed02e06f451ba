package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"
)

// create makes a state file when there is none. It is made under another name and linked to
// its own when it is whole: a file that is there and empty is damage, and no new state.
func create(ctx context.Context, path string) error {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a directory")
	case err == nil && info.Size() == 0:
		return fmt.Errorf("it is empty, which a state never is. If it never held anything remove it: %w", errDamaged)
	case err == nil:
		return nil
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	if rest := unfinished(path); rest != "" {
		return fmt.Errorf("it is gone, but %s beside it is not: %w", rest, errDamaged)
	}
	made, err := makeEmpty(ctx, path)
	if err != nil {
		return err
	}
	defer os.Remove(made)
	if err := settle(made, path, false); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

// unfinished names the file beside a state that holds part of it while it is in use, "" when
// there is none.
func unfinished(path string) string {
	for _, part := range []string{"-wal", "-journal"} {
		if info, err := os.Stat(path + part); err == nil && info.Size() > 0 {
			return path + part
		}
	}
	return ""
}

// makeEmpty makes an empty state beside path, under a name of its own.
func makeEmpty(ctx context.Context, path string) (made string, err error) {
	if made, err = newFile(path); err != nil {
		return "", err
	}
	db, err := connect(fileDSN(made)+journal, 1)
	if err != nil {
		return "", err
	}
	s := liteStore(made, db, db)
	if err := errors.Join(s.migrate(ctx), s.Close()); err != nil {
		return "", errors.Join(liteTrouble(err), os.Remove(made))
	}
	return made, nil
}

// recheck is checkup for a state that may be in use, or whose last process was killed while
// SQLite wrote a journal, as when it turned a restored file to WAL. Such a file cannot be read
// before what was begun in it is undone, which SQLite does when it may write.
func recheck(ctx context.Context, path string) error {
	err := checkup(ctx, path)
	if liteCode(err) != sqlite3.SQLITE_READONLY {
		return err
	}
	db, err := connect(fileDSN(path), 1)
	if err != nil {
		return err
	}
	err = patiently(ctx, func() error { _, err := db.ExecContext(ctx, `PRAGMA schema_version`); return err })
	if err := errors.Join(err, db.Close()); err != nil {
		return liteTrouble(err)
	}
	return checkup(ctx, path)
}

// checkup looks whether a file is whole and one of ours, and changes nothing in it. SQLite
// keeps no checksums, so it finds damage to the structure and not every changed byte; backups
// are what helps against those.
func checkup(ctx context.Context, path string) error {
	if info, err := os.Stat(path); err != nil {
		return err
	} else if log, _ := os.Stat(path + "-wal"); info.Size()%512 != 0 && (log == nil || log.Size() == 0) {
		return fmt.Errorf("%w (it ends in the middle of a page)", errDamaged) // SQLite would think of zeros there
	}
	db, err := connect(fileDSN(path)+"mode=ro&", 1)
	if err != nil {
		return err
	}
	defer db.Close()
	var found string
	err = patiently(ctx, func() error { return db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found) })
	if err != nil {
		return liteTrouble(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w (%s)", errDamaged, found)
	}
	var form int
	if err := db.QueryRowContext(ctx, `SELECT version FROM schema_version`).Scan(&form); err != nil {
		return fmt.Errorf("it has none of incidentlib's tables; use another file, or put a backup in its place with: incidentlib restore BACKUP (%w)", liteTrouble(err))
	}
	return known(form, 1)
}
