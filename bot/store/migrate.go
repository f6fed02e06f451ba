package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// The tables come about by numbered steps, each run once, in one transaction with all that
// are missing. schema.sql tells what they come to; a test holds it against them.
//
//go:embed migrations/*.sql
var migrations embed.FS

// steps returns the texts of the migrations in their order.
func steps() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql") // sorted by name, so by number
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return nil, err
		}
		out = append(out, string(text))
	}
	return out, nil
}

// migrate brings the tables to the form of this program, whoever else may be doing the same
// at this moment. A failed step leaves everything as it was.
func (s *Store) migrate(ctx context.Context) error {
	todo, err := steps()
	if err != nil {
		return err
	}
	return s.updateSlowly(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := s.engine.alone(ctx, tx); err != nil {
			return err
		}
		got, err := formOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := known(got, 0); err != nil || got == len(todo) {
			return err
		}
		for i, step := range todo[got:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return fmt.Errorf("bring form %d up to %d: %w", got+i, got+i+1, err)
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE schema_version SET version = $1`, len(todo))
		return err
	})
}

// known refuses tables of a form below least, or newer than this program's.
func known(form, least int) error {
	todo, err := steps()
	switch {
	case err != nil:
		return err
	case form < least:
		return fmt.Errorf("form %d, which no version has written: the state is damaged or not the bot's. Restore a backup, or use another", form)
	case form > len(todo):
		return fmt.Errorf("written by a newer version (form %d, this program knows %d): upgrade, or use another state", form, len(todo))
	}
	return nil
}

// formOf says in which form the tables are; 0 is an empty database.
func formOf(ctx context.Context, tx *sql.Tx) (form int, err error) {
	_, err = tx.ExecContext(ctx, `
		CREATE TABLE IF NOT EXISTS schema_version (
			only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
			version  INTEGER NOT NULL
		)`)
	if err != nil {
		return 0, err
	}
	if _, err = tx.ExecContext(ctx, `INSERT INTO schema_version (only_row, version) VALUES (1, 0) ON CONFLICT DO NOTHING`); err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `SELECT version FROM schema_version`).Scan(&form)
	return form, err
}
