package storetest

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a second server that follows this one. From then on a commit is told to its
// client only when both have it.
func (c *Cluster) Standby(t testing.TB) *Cluster {
	t.Helper()
	dir, err := os.MkdirTemp("", "incidentlib-standby-")
	if err != nil {
		t.Fatal(err)
	}
	s := &Cluster{bin: c.bin, dir: dir}
	t.Cleanup(s.end)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(give(dir))
	s.guard = asUser(exec.Command("sh", "-c", guarding, "guard", s.bin, dir))
	s.guard.Dir = "/"
	s.alive, err = s.guard.StdinPipe()
	must(err)
	must(s.guard.Start())
	u, err := url.Parse(c.address)
	must(err)
	must(s.run("pg_basebackup", "-D", filepath.Join(dir, "data"), "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", c.address))
	s.port, err = freePort()
	must(err)
	must(s.launch())
	u.Host = "127.0.0.1:" + strconv.Itoa(s.port)
	s.address = u.String()
	must(c.exec(`ALTER SYSTEM SET synchronous_standby_names = '*'`))
	must(c.exec(`SELECT pg_reload_conf()`))
	for since := time.Now(); c.exec(`SELECT 1 / (SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync')`) != nil; time.Sleep(20 * time.Millisecond) {
		if time.Since(since) > 30*time.Second {
			t.Fatal("the standby does not follow")
		}
	}
	return s
}

// Promote makes a standby take over.
func (c *Cluster) Promote(t testing.TB) {
	t.Helper()
	if err := c.run("pg_ctl", "-D", filepath.Join(c.dir, "data"), "-w", "-t", "60", "-s", "promote"); err != nil {
		t.Fatal(err)
	}
}

func (c *Cluster) exec(query string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, query)
	return err
}
