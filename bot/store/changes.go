package store

import (
	"context"
	"database/sql"
	"fmt"
)

// changed notes, in the transaction of a change, that something that processes keep in memory
// is no longer what it was, and returns how many changes of it there are now. Whoever changes
// the same waits until the transaction has ended.
func changed(ctx context.Context, tx *sql.Tx, what string) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `
		INSERT INTO changes (what, n) VALUES ($1, 1) ON CONFLICT (what) DO UPDATE SET n = changes.n + 1 RETURNING n`, what).Scan(&n)
	return n, err
}

// Changes counts the changes of each kind of thing so far. A process that keeps such things
// in memory asks now and then, and reads anew what has a higher count than before.
func (s *Store) Changes(ctx context.Context) (map[string]int64, error) {
	type count struct {
		what string
		n    int64
	}
	counts, err := all(ctx, s, func(scan scanner) (c count, err error) {
		err = scan(&c.what, &c.n)
		return c, err
	}, `SELECT what, n FROM changes`)
	if err != nil {
		return nil, fmt.Errorf("look for changes: %w", err)
	}
	out := map[string]int64{}
	for _, c := range counts {
		out[c.what] = c.n
	}
	return out, nil
}
