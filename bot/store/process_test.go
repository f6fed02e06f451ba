package store_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"incidentlib/bot/store"
)

const otherProcess = "INCIDENTLIB_TEST_OTHER_PROCESS"

// Two processes on one file: a second bot started by mistake, or while the
// first is being replaced, must not answer what the first has answered.
func TestTwoProcesses(t *testing.T) {
	if path := os.Getenv(otherProcess); path != "" {
		s := open(t, path)
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
		fmt.Println(claimAll(t, s))
		return
	}
	path := filepath.Join(t.TempDir(), "bot.db")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run=^TestTwoProcesses$")
	cmd.Env = append(os.Environ(), otherProcess+"="+path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	if word := ""; !scanned(out, &word) || word != "ready" {
		t.Fatalf("the other process said %q, want ready", word)
	}
	in.Close() // now both begin
	ours, theirs := claimAll(t, s), 0
	if !scanned(out, &theirs) {
		t.Error("the other process said no number")
	}
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the other process: %v", err)
	}
	if ours+theirs != claims {
		t.Errorf("the processes were first %d and %d times, want %d together", ours, theirs, claims)
	}
}

func scanned(out io.Reader, to any) bool {
	_, err := fmt.Fscan(out, to)
	return err == nil
}

const claims = 60

func claimAll(t *testing.T, s *store.Store) (firsts int) {
	for i := range claims {
		first, err := s.Claim(t.Context(), message(fmt.Sprint(i)), noon)
		if err != nil {
			t.Fatal(err)
		}
		if first {
			firsts++
		}
	}
	return firsts
}

// Everybody may open a file that is not there yet.
func TestOpenTogether(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "bot.db")
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				s, err := store.Open(t.Context(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}
