package storetest

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// The cluster ends with the process that started it, even one that was killed.
func TestEndsWithTheProcess(t *testing.T) {
	if os.Getenv("INCIDENTLIB_TEST_CLUSTER") != "" {
		c := New(t)
		fmt.Println(c.dir)
		select {}
	}
	if _, err := programs(); err != nil {
		orSkip(t, err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^TestEndsWithTheProcess$")
	cmd.Env = append(os.Environ(), "INCIDENTLIB_TEST_CLUSTER=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var dir string
	if _, err := fmt.Fscan(out, &dir); err != nil {
		rest, _ := io.ReadAll(out)
		t.Fatalf("%v: %s", err, rest)
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "postmaster.pid")); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	for range 3000 {
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s is still there", dir)
}

func TestEmptyDatabases(t *testing.T) {
	a, b := Postgres(t), Postgres(t)
	if a == b {
		t.Fatalf("both have %s", a)
	}
	db, err := sql.Open("pgx", a)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var tables int
	if err := db.QueryRow(`SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'`).Scan(&tables); err != nil || tables != 0 {
		t.Errorf("%d tables, %v", tables, err)
	}
}
