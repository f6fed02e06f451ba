package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

var (
	// ErrNone says that there is no state of that name.
	ErrNone = errors.New("there is no state")
	// ErrOlder says that Open would bring the tables up to date.
	ErrOlder = errors.New("of an older version")
)

// OpenBeside opens a state for somebody who looks after it, perhaps while a bot works with it:
// unlike Open it makes no state, with ErrNone when there is none, and leaves the tables in the
// form they have. Only Backup works on any form; for all else it must be this program's, as
// CheckForm says.
func OpenBeside(ctx context.Context, name string) (*Store, error) {
	shown, open := "state file "+name, openSQLite
	if IsPostgres(name) {
		shown, open = "state in PostgreSQL", openPostgres
	} else if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: it is made by the first incidentlib serve with these settings", shown, ErrNone)
	}
	s, err := open(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	return s, nil
}

// CheckForm says whether the tables are in another form than this program's: nil when they are
// not.
func (s *Store) CheckForm(ctx context.Context) error {
	known, err := steps()
	if err != nil {
		return err
	}
	var form int
	err = s.read.QueryRowContext(ctx, `SELECT version FROM schema_version`).Scan(&form)
	switch {
	case errors.Is(err, sql.ErrNoRows), pgCode(err) == "42P01": // no such table
		return fmt.Errorf("%w in PostgreSQL: it is made by the first incidentlib serve with these settings", ErrNone)
	case err != nil:
		return s.engine.trouble(err)
	case form < len(known):
		return fmt.Errorf("the state is in form %d, %w, and this program's is %d: incidentlib serve brings it up to date; until then use the version that wrote it", form, ErrOlder, len(known))
	case form > len(known):
		return fmt.Errorf("the state is in form %d, of a newer version, and this program's is %d: use the version that wrote it", form, len(known))
	}
	return nil
}
