package main

import (
	"log/slog"
	"os"
	"runtime"
	"syscall"
	"testing"
	"weak"

	"incidentlib/bot"
	"incidentlib/bot/store"
	"incidentlib/config"
	"incidentlib/matcher"
)

// However often the cases are read anew, those of long ago are closed and nothing holds them.
func TestReloadLetsGoOfOldCases(t *testing.T) {
	c := config.Library{Folders: []string{"testdata/own"}}
	first, err := openLibrary(c, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	b, err := bot.New(first, st, bot.Options{})
	if err != nil {
		t.Fatal(err)
	}
	filtered, err := matcher.ParseSearch("since:2000")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Search(t.Context(), filtered, 1); err != nil {
		t.Fatal(err)
	}
	asked, ended := make(chan os.Signal), make(chan struct{})
	go func() {
		reload(t.Context(), asked, b, first, c, slog.New(slog.NewTextHandler(t.Output(), nil)))
		close(ended)
	}()
	for range 3 {
		asked <- syscall.SIGHUP // taken once the one before is done with
	}
	if _, err := first.Search(t.Context(), filtered, 1); err == nil {
		t.Error("the first cases are not closed, two changes later")
	}
	held := weak.Make(first)
	first = nil
	runtime.GC()
	if held.Value() != nil {
		t.Error("the first cases are still held, two changes later")
	}
	close(asked)
	<-ended
}
