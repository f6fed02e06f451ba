package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"incidentlib/bot/store"
)

// On a full disk nothing is accepted, and everything says why, while what was accepted can
// still be done; when there is room again it goes on, and nothing is lost.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("cannot make a small disk: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	s, err := store.Open(t.Context(), filepath.Join(dir, "bot.db"))
	must(t, err)
	defer func() { s.Close() }()
	kept := 0
	for ; err == nil; kept++ {
		if kept > 1000 {
			t.Fatal("the disk does not fill")
		}
		it := item("C1", fmt.Sprint(kept), kept)
		it.Payload = strings.Repeat("x", 50_000)
		_, err = s.Accept(t.Context(), []store.Item{it})
	}
	kept-- // the last one was refused
	wantError(t, err, "the disk is full")
	wantError(t, s.Check(t.Context()), "the disk is full")
	h := take(t, s, "p1", hour)
	next(t, s, h, "", "0")
	finish(t, s, answered(message("1.0"), "f"), noon)
	next(t, s, h, "0", "1")

	junk := filepath.Join(dir, "junk") // to the last byte
	os.WriteFile(junk, make([]byte, 8<<20), 0o600)
	for i := 0; err != nil && i < 1000; i++ {
		r := answered(message(fmt.Sprint("2.", i)), "f")
		r.Reply = strings.Repeat("x", 60_000)
		if err = s.Finish(t.Context(), r, noon); err != nil {
			break
		}
		err = fmt.Errorf("it was kept")
	}
	wantError(t, err, "the disk is full")
	must(t, os.Remove(junk))
	must(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT, "size=30m"))
	must(t, s.Check(t.Context()))
	accept(t, s, item("C1", "last", 10_000))
	must(t, s.Close())
	s, err = store.Open(t.Context(), filepath.Join(dir, "bot.db"))
	must(t, err)
	for i := range kept {
		if known, err := s.Known(t.Context(), t1, fmt.Sprint(i)); !known || err != nil {
			t.Errorf("%d of %d was lost: %v", i, kept, err)
		}
	}
	next(t, s, h, "1", "2")
	get(t, s, message("1.0"))
}
