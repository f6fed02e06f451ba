package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain puts the program on the PATH under its name, for all tests that run it. More tests
// than there are processors run at once: most of what many do is wait.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "4") // the command line goes before that
	testscript.Main(m, map[string]func(){"incidentlib": main})
}

// The scripts are the manual of the command line: what one types, what one sees.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true, UpdateScripts: *update,
		Setup: func(e *testscript.Env) error { e.Setenv("GOGC", "off"); return nil }}) // commands end before it matters
}

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

func none(string) string { return "" }

func TestEveryCommandHasAnExample(t *testing.T) {
	parser, err := kong.New(&cli{}, vars)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range parser.Model.Leaves(true) {
		var out, errs bytes.Buffer
		args := append(strings.Fields(node.Path()), "--help")
		if code := run(t.Context(), args, none, nil, &out, &errs); code != 0 || !strings.Contains(out.String(), "Example") {
			t.Errorf("incidentlib %s: status %d, help without an example:\n%s%s", strings.Join(args, " "), code, &out, &errs)
		}
	}
}

// The same message and library give the same bytes, apart from the time it took.
func TestMatchIsRepeatable(t *testing.T) {
	t.Parallel()
	match := func() string {
		var out, errs bytes.Buffer
		args := []string{"match", "--json", "--top", "10", "dns lookups time out, conntrack table full, pods OOMKilled on all nodes"}
		if code := run(t.Context(), args, none, nil, &out, &errs); code != 0 {
			t.Fatalf("status %d: %s", code, &errs)
		}
		return regexp.MustCompile(`"took_us": \d+`).ReplaceAllString(out.String(), "")
	}
	first := match()
	for range 3 {
		if again := match(); again != first {
			t.Fatalf("first %s\nthen %s", first, again)
		}
	}
}

// Ctrl-C ends a program that waits for somebody to type.
func TestInterruptedWhileReading(t *testing.T) {
	typed, keyboard := io.Pipe()
	defer keyboard.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	var errs bytes.Buffer
	ended := make(chan int)
	go func() {
		code := run(ctx, []string{"match", "-"}, none, typed, io.Discard, &errs)
		typed.Close()
		ended <- code
	}()
	if _, err := keyboard.Write([]byte("half a line")); err != nil {
		t.Fatal(err)
	}
	cancel(errors.New("interrupted"))
	if code := <-ended; code != 1 || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("status %d, %s", code, &errs)
	}
}
