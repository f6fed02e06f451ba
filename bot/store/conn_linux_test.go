package store

import (
	"os"
	"path/filepath"
	"testing"
)

// A query that fails in the middle of its rows leaves no statement behind: with one the file would
// stay open after Close.
func TestFailedRowsLeaveNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		rows, err := s.read.QueryContext(t.Context(), `SELECT json(value) FROM json_each($1)`, `["{}","{"]`)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := each(rows, scanText); err == nil {
			t.Errorf("half an object is JSON: %v", got)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	open, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range open {
		if to, _ := os.Readlink(fd); to == path {
			t.Errorf("%s is still open", path)
		}
	}
}
