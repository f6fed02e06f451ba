package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The service is shut off from the machine as far as systemd can do it.
func TestSystemdUnit(t *testing.T) {
	t.Parallel()
	unit := root + "/deploy/systemd/incidentlib.service"
	analyze := needed(t, "systemd-analyze")
	out, err := exec.Command(analyze, "security", "--offline=yes", "--threshold=20", unit).CombinedOutput()
	if err != nil {
		t.Errorf("exposed more than 2.0: %v\n%s", err, out)
	}
	out, _ = exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "is not executable") && strings.Contains(line, "incidentlib.service") { // it is not installed here
			t.Error(strings.TrimSpace(line))
		}
	}
}

// needed finds a program; a test that lacks it is skipped, or fails where all must run.
func needed(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	switch {
	case err == nil:
	case os.Getenv("INCIDENTLIB_ALL_TESTS") != "":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	return path
}
