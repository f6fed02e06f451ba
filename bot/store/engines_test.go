package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// places are the kinds of state there are; each returns the name of a new one.
var places = map[string]func(testing.TB) string{
	"memory":     func(testing.TB) string { return ":memory:" },
	"file":       func(t testing.TB) string { return filepath.Join(t.TempDir(), "state", "bot.db") },
	"PostgreSQL": storetest.Postgres,
}

// onEach runs a test on every kind of state: what the store promises, it promises on all.
func onEach(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	for name, place := range places {
		t.Run(name, func(t *testing.T) { test(t, open(t, place(t))) })
	}
}

// shared runs a test on every kind of state that several stores can have open.
func shared(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	for _, name := range []string{"file", "PostgreSQL"} {
		t.Run(name, func(t *testing.T) { test(t, places[name](t)) })
	}
}

func open(t testing.TB, name string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// must stops a test at an error that has no place in it.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
