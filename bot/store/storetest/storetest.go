// Package storetest gives tests a real PostgreSQL to keep their state in.
package storetest

import (
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver called "pgx"
)

// shared is the cluster of this test process.
var shared struct {
	sync.Mutex
	server  string   // the address of a server where databases may be made
	cluster *Cluster // which ends when nobody has it any more
	err     error
}

// Postgres returns the address of an empty PostgreSQL database that this test has to itself.
// It lies in a cluster that the first such test of a process starts and that ends with the
// process, or on the server that INCIDENTLIB_TEST_POSTGRES names. Where there is no PostgreSQL
// the test is skipped; with INCIDENTLIB_ALL_TESTS it fails.
func Postgres(t testing.TB) string {
	t.Helper()
	shared.Lock()
	if shared.server == "" && shared.err == nil {
		shared.server = os.Getenv("INCIDENTLIB_TEST_POSTGRES")
		if shared.server == "" {
			if shared.cluster, shared.err = start(); shared.err == nil {
				shared.server = shared.cluster.address
			}
		}
	}
	server, err := shared.server, shared.err
	shared.Unlock()
	orSkip(t, err)
	return database(t, server)
}

// New starts a cluster for one test, which may stop it and start it again.
func New(t testing.TB) *Cluster {
	t.Helper()
	c, err := start()
	orSkip(t, err)
	t.Cleanup(c.end)
	return c
}

func orSkip(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("INCIDENTLIB_ALL_TESTS") != "":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
}

// Database makes an empty database in the cluster and returns its address.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	return database(t, c.address)
}

func database(t testing.TB, server string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text()[:12])
	do := func(query string) error {
		db, err := sql.Open("pgx", server)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = db.Exec(query)
		return err
	}
	if err := do("CREATE DATABASE " + name); err != nil {
		t.Fatalf("make a database for the test: %v", err)
	}
	if os.Getenv("INCIDENTLIB_TEST_POSTGRES") != "" { // our own goes as a whole
		t.Cleanup(func() { do("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)") })
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}
