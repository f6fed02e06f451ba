package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"incidentlib/bot/store"
	"incidentlib/config"
)

type backupCmd struct {
	To string `arg:"" optional:"" help:"File to write, or the folder for a file with the date in its name; the working folder unless given." placeholder:"FILE|DIR"`
}

func (backupCmd) Help() string {
	return `Copies what the bot remembers, as it is at one moment, beside a running bot; the settings say
where it is. The copy is checked, only its owner can read it, and no file is overwritten. A
state in PostgreSQL is left to PostgreSQL's own tools: the command to use is printed, and the
status is 1.

Examples:

    incidentlib backup
    incidentlib backup /var/backups/incidentlib/
    incidentlib backup before-upgrade.db`
}

func (c backupCmd) Run(ctx context.Context, w world) error {
	settings, err := config.Load(w.config, withoutSlack(w.getenv))
	if err != nil {
		return err
	}
	if settings.Database != "" {
		return pgBackup(w.stdout, settings.Database.Reveal())
	}
	began := time.Now()
	to, err := c.file(began)
	if err != nil {
		return err
	}
	st, err := store.OpenBeside(ctx, stateFile(settings))
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Backup(ctx, to, false); err != nil {
		return err
	}
	info, err := os.Stat(to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "%s: %s, in %.1f s\nPut it back with: incidentlib restore %s\n", to, size(info.Size()), time.Since(began).Seconds(), shellWord(to))
	return err
}

// file is the file to write.
func (c backupCmd) file(now time.Time) (string, error) {
	dated := "incidentlib-" + now.UTC().Format("20060102T150405Z") + ".db"
	if c.To == "" {
		return dated, nil
	}
	info, err := os.Stat(c.To)
	switch {
	case err == nil && info.IsDir():
		return filepath.Join(c.To, dated), nil
	case err == nil:
		return c.To, nil // which Backup refuses
	case !errors.Is(err, os.ErrNotExist):
		return "", err
	case os.IsPathSeparator(c.To[len(c.To)-1]):
		return "", fmt.Errorf("%s: there is no such folder; make it first", c.To)
	}
	if _, err := os.Stat(filepath.Dir(c.To)); err != nil {
		return "", fmt.Errorf("%w; make the folder first", err)
	}
	return c.To, nil
}

// pgBackup prints how PostgreSQL copies the database; that it was not copied is an error.
func pgBackup(out io.Writer, database string) error {
	_, err := fmt.Fprintf(out, "pg_dump --format=custom --file=incidentlib.dump --dbname=%s\n", shellWord(withoutPassword(database)))
	return errors.Join(err, errors.New("the state is in PostgreSQL, and nothing was copied: use the command above. It reads the password from PGPASSWORD or ~/.pgpass"))
}

// withoutPassword is the address of a database without what would let somebody in.
func withoutPassword(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		return "postgres://…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	for name := range q {
		if strings.Contains(strings.ToLower(name), "password") {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// shellWord writes a text so that a shell reads it as one word.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-:@%+=,", r))
	}
	if text != "" && strings.IndexFunc(text, plain) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
