package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// queued has changes wait while another one is under way, so that they come together; it returns
// what became of each.
func queued(t *testing.T, s *Store, changes ...func(context.Context, *sql.Tx) error) []error {
	t.Helper()
	began, goOn := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	all.Go(func() {
		err := s.together.run(t.Context(), func(context.Context, *sql.Tx) error { began <- true; <-goOn; return nil })
		if err != nil {
			t.Error(err)
		}
	})
	<-began
	errs := make([]error, len(changes))
	for i, do := range changes {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[i] = p.(error)
				}
			}()
			errs[i] = s.together.run(t.Context(), do)
		})
		for waiting := 0; waiting <= i; time.Sleep(time.Millisecond) {
			s.together.mu.Lock()
			waiting = len(s.together.waiting)
			s.together.mu.Unlock()
		}
	}
	goOn <- true
	all.Wait()
	return errs
}

// Changes that come together are kept together, and one that fails, or panics, or was given up
// spoils no other.
func TestTogether(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "bot.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	transactions := map[*sql.Tx]bool{}
	set := func(what string, then func() error) func(context.Context, *sql.Tx) error {
		return func(ctx context.Context, tx *sql.Tx) error {
			transactions[tx] = true
			if _, err := changed(ctx, tx, what); err != nil {
				return err
			}
			return then()
		}
	}
	fine := func() error { return nil }
	if errs := queued(t, s, set("a", fine), set("b", fine), set("c", fine)); errors.Join(errs...) != nil || len(transactions) != 1 {
		t.Errorf("%v in %d transactions, want one", errs, len(transactions))
	}
	clear(transactions)
	lost := func() error { return ErrLost }
	if errs := queued(t, s, set("x", fine), set("x", lost), set("x", fine), set("x", fine)); len(transactions) != 3 || errs[1] != ErrLost {
		t.Errorf("%v in %d transactions, want all, all but one, and that one", errs, len(transactions))
	}
	errs := queued(t, s, set("a", fine), set("b", lost), set("c", func() error { panic("no") }), set("d", fine))
	if errs[0] != nil || errs[1] != ErrLost || errs[2] == nil || errs[2].(*Panic).Value != "no" || errs[3] != nil {
		t.Errorf("%v", errs)
	}
	got, err := s.Changes(t.Context())
	if want := "map[a:2 b:1 c:1 d:1 x:3]"; fmt.Sprint(got) != want || err != nil {
		t.Errorf("kept %v, %v; want %s", got, err, want)
	}
}

// Who gives up waiting hears so at once, and what had not begun is not done.
func TestGivenUp(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "bot.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	errs := queued(t, s, func(context.Context, *sql.Tx) error {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		return s.together.run(ctx, func(context.Context, *sql.Tx) error { // behind the one it is called from
			t.Error("what was given up was done")
			return nil
		})
	})
	if !errors.Is(errs[0], context.DeadlineExceeded) {
		t.Errorf("%v", errs)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// A query that runs within itself, or that failed, does no harm to the statements that are kept.
func TestKeptStatements(t *testing.T) {
	s, err := Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const query, wrong = `SELECT value FROM json_each($1)`, `SELECT json($1)`
	err = s.update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for range 3 {
			var seen []string
			outer, err := tx.QueryContext(ctx, query, `["a","b"]`)
			if err != nil {
				return err
			}
			for outer.Next() {
				var v string
				if err := outer.Scan(&v); err != nil {
					return err
				}
				inner, err := tx.QueryContext(ctx, query, `["`+v+`1","`+v+`2"]`)
				if err != nil {
					return err
				}
				more, err := each(inner, scanText)
				if err != nil {
					return err
				}
				seen = append(seen, more...)
			}
			if err := errors.Join(outer.Err(), outer.Close()); err != nil {
				return err
			}
			if got := strings.Join(seen, " "); got != "a1 a2 b1 b2" {
				t.Errorf("%s", got)
			}
			var text string
			if err := tx.QueryRowContext(ctx, wrong, `{`).Scan(&text); err == nil {
				t.Error("half an object is JSON")
			}
			if err := tx.QueryRowContext(ctx, wrong, `{}`).Scan(&text); err != nil || text != `{}` {
				t.Errorf("%s, %v", text, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
