package store

import (
	"context"
	"database/sql"
	"fmt"
)

// changed notes, in the transaction of a change, that something that processes keep in memory
// is no longer what it was.
func changed(ctx context.Context, tx *sql.Tx, what string) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO changes (what, n) VALUES ($1, 1) ON CONFLICT (what) DO UPDATE SET n = changes.n + 1`, what)
	return err
}

// Changes counts the changes of each kind of thing so far. A process that keeps such things
// in memory asks now and then, and reads anew what has a higher count than before.
func (s *Store) Changes(ctx context.Context) (map[string]int64, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT what, n FROM changes`)
	if err != nil {
		return nil, fmt.Errorf("look for changes: %w", err)
	}
	defer rows.Close()
	out := map[string]int64{}
	for rows.Next() {
		var what string
		var n int64
		if err := rows.Scan(&what, &n); err != nil {
			return nil, fmt.Errorf("look for changes: %w", err)
		}
		out[what] = n
	}
	return out, rows.Err()
}
