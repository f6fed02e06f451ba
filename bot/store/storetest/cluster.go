package storetest

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Cluster is a PostgreSQL server with its data in a temporary folder. It listens on loopback.
type Cluster struct {
	bin     string // the folder of PostgreSQL's programs
	dir     string
	port    int
	address string
	guard   *exec.Cmd
	alive   io.Closer // closed, also by the end of this process, it ends the cluster
}

// guarding ends a cluster as soon as the process that it is for has ended, however that came.
const guarding = `read -r _; "$1/pg_ctl" -D "$2/data" -m immediate -s stop; rm -rf "$2"`

func start() (*Cluster, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "incidentlib-postgres-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{bin: bin, dir: dir}
	if err := c.begin(); err != nil {
		c.end()
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	return c, nil
}

func (c *Cluster) begin() error {
	if err := give(c.dir); err != nil {
		return err
	}
	c.guard = asUser(exec.Command("sh", "-c", guarding, "guard", c.bin, c.dir))
	c.guard.Dir = "/"
	alive, err := c.guard.StdinPipe()
	if err != nil {
		return err
	}
	c.alive = alive
	if err := c.guard.Start(); err != nil {
		return err
	}
	password := rand.Text()
	secret := filepath.Join(c.dir, "password")
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		return err
	}
	if err := give(secret); err != nil {
		return err
	}
	err = c.run("initdb", "-D", filepath.Join(c.dir, "data"), "-U", "tester", "-A", "scram-sha-256", "--pwfile", secret,
		"-E", "UTF8", "--no-locale", "--no-sync")
	if err != nil {
		return err
	}
	for try := 0; ; try++ { // somebody else may take the port first
		if c.port, err = freePort(); err != nil {
			return err
		}
		if err = c.launch(); err == nil || try == 5 {
			break
		}
	}
	c.address = fmt.Sprintf("postgres://tester:%s@127.0.0.1:%d/postgres?sslmode=disable", password, c.port)
	return err
}

func (c *Cluster) launch() error {
	options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories=%s -c max_connections=300", c.port, c.dir)
	return c.run("pg_ctl", "-D", filepath.Join(c.dir, "data"), "-l", filepath.Join(c.dir, "log"), "-o", options, "-w", "-t", "60", "-s", "start")
}

// run runs one of PostgreSQL's programs. What a server says goes to its log: a pipe that it
// kept open would be waited for.
func (c *Cluster) run(program string, args ...string) error {
	out, err := os.CreateTemp("", "incidentlib-output-")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := asUser(exec.Command(filepath.Join(c.bin, program), args...))
	cmd.Dir, cmd.Stdout, cmd.Stderr = "/", out, out
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
		return fmt.Errorf("%s: %w\n%s%s", program, err, said, log)
	}
	return nil
}

// Stop stops the server at once, as a crash would.
func (c *Cluster) Stop(t testing.TB) {
	t.Helper()
	if err := c.run("pg_ctl", "-D", filepath.Join(c.dir, "data"), "-m", "immediate", "-s", "stop"); err != nil {
		t.Fatal(err)
	}
}

// Start starts it again.
func (c *Cluster) Start(t testing.TB) {
	t.Helper()
	if err := c.launch(); err != nil {
		t.Fatal(err)
	}
}

// Freeze has all processes of the server stand still, as a machine that hangs would, until
// resume is called.
func (c *Cluster) Freeze(t testing.TB) (resume func()) {
	t.Helper()
	pids, err := c.processes()
	if err == nil {
		err = signalAll(pids, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { signalAll(pids, false) }
}

// processes lists the server's processes.
func (c *Cluster) processes() ([]int, error) {
	text, err := os.ReadFile(filepath.Join(c.dir, "data", "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("ps", "-o", "pid=", "--ppid", first).Output()
	if err != nil {
		return nil, err
	}
	pids := []int{postmaster}
	for _, field := range strings.Fields(string(out)) {
		if pid, err := strconv.Atoi(field); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// Port is where the server listens on 127.0.0.1.
func (c *Cluster) Port() int { return c.port }

func (c *Cluster) end() {
	if c.alive == nil {
		os.RemoveAll(c.dir)
		return
	}
	c.alive.Close()
	if c.guard.Process != nil {
		_ = c.guard.Wait()
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// programs finds the folder of PostgreSQL's programs: the newest that is installed, or the one
// on the PATH.
func programs() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		newest := found[0]
		for _, path := range found {
			if len(path) > len(newest) || len(path) == len(newest) && strings.Compare(path, newest) > 0 {
				newest = path
			}
		}
		return filepath.Dir(newest), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("no PostgreSQL is installed")
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	return filepath.Dir(path), nil
}
