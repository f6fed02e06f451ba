package store_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"incidentlib/bot/store"
)

const (
	otherJob   = "INCIDENTLIB_TEST_JOB"
	otherPlace = "INCIDENTLIB_TEST_PLACE"
)

// jobs is what another process of this test program does, when TestOther runs in it.
var jobs = map[string]func(t *testing.T, place string){
	"lock": func(t *testing.T, place string) {
		_, err := store.Lock(place)
		must(t, err)
		fmt.Println("ready")
		select {}
	},
	"accept": func(t *testing.T, place string) {
		s := open(t, place)
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
		fmt.Println(acceptAll(t, s))
	},
	"work": func(t *testing.T, place string) { worker(t, place) },
}

func TestOther(t *testing.T) {
	if job := os.Getenv(otherJob); job != "" {
		jobs[job](t, os.Getenv(otherPlace))
	}
}

// other is another process.
type other struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func begin(t testing.TB, job, place string) *other {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	o := &other{Cmd: exec.Command(exe, "-test.run=^TestOther$")}
	o.Env = append(os.Environ(), otherJob+"="+job, otherPlace+"="+place)
	o.Stderr = os.Stderr
	o.in, err = o.StdinPipe()
	must(t, err)
	out, err := o.StdoutPipe()
	must(t, err)
	o.out = bufio.NewReader(out)
	must(t, o.Start())
	t.Cleanup(func() {
		o.Process.Kill()
		o.Wait()
	})
	return o
}

func (o *other) says(t testing.TB) string {
	t.Helper()
	line, err := o.out.ReadString('\n')
	if err != nil {
		t.Errorf("the other process says %q, %v", line, err)
	}
	return strings.TrimSpace(line)
}

// Two processes that take in the same: each item is new to one of them.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	shared(t, func(t *testing.T, name string) {
		o := begin(t, "accept", name)
		s := open(t, name)
		if word := o.says(t); word != "ready" {
			t.Fatalf("the other process said %q, want ready", word)
		}
		o.in.Close() // now both begin
		ours := acceptAll(t, s)
		theirs, err := strconv.Atoi(o.says(t))
		if err != nil || ours+theirs != 60 {
			t.Errorf("%d were new here and %d there, %v, want 60 together", ours, theirs, err)
		}
	})
}

func acceptAll(t *testing.T, s *store.Store) (fresh int) {
	for i := range 60 {
		if accept(t, s, item("C1", fmt.Sprint(i), i))[0] {
			fresh++
		}
	}
	return fresh
}

// Everybody may open a state that is not there yet.
func TestOpenTogether(t *testing.T) {
	for range 3 {
		shared(t, func(t *testing.T, name string) {
			var wg sync.WaitGroup
			for range 10 {
				wg.Go(func() {
					s, err := store.Open(t.Context(), name)
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
		})
	}
}

func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	o := begin(t, "lock", dir)
	if word := o.says(t); word != "ready" {
		t.Fatalf("the other process said %q, want ready", word)
	}
	for range 2 {
		_, err := store.Lock(dir)
		wantError(t, err, dir, fmt.Sprintf("in use by process %d; stop it", o.Process.Pid))
	}
	must(t, o.Process.Kill())
	o.Wait()
	unlock, err := store.Lock(dir)
	must(t, err)
	_, err = store.Lock(dir)
	wantError(t, err, fmt.Sprintf("in use by process %d;", os.Getpid()))
	must(t, unlock())
	unlock, err = store.Lock(dir)
	must(t, err)
	must(t, unlock())
}
