package store_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// PostgreSQL goes away and comes back: meanwhile nothing is accepted, and everything says so
// soon; then it goes on, without opening anything again.
func TestPostgresAway(t *testing.T) {
	t.Parallel()
	cluster := storetest.New(t)
	dsn := cluster.Database(t)
	s := open(t, dsn)
	accept(t, s, item("C1", "a", 1))
	h := take(t, s, "p1", hour)
	next(t, s, h, "", "a")
	u, err := url.Parse(dsn)
	must(t, err)
	password, _ := u.User.Password()

	cluster.Stop(t)
	for name, call := range map[string]func(context.Context) error{
		"Check":  s.Check,
		"Accept": func(ctx context.Context) error { _, err := s.Accept(ctx, []store.Item{item("C1", "b", 2)}); return err },
		"Load":   func(ctx context.Context) error { _, err := s.Load(ctx); return err },
		"Open":   func(ctx context.Context) error { _, err := store.Open(ctx, dsn); return err },
	} {
		began := time.Now()
		err := call(t.Context())
		if err == nil || time.Since(began) > 30*time.Second {
			t.Errorf("%s: %v after %v", name, err, time.Since(began))
		}
		if err != nil && strings.Contains(err.Error(), password) {
			t.Errorf("%s tells the password: %v", name, err)
		}
	}
	cluster.Start(t)
	must(t, s.Check(t.Context()))
	accept(t, s, item("C1", "b", 2))
	next(t, s, h, "a", "b") // the hold is the database's and outlives it
	next(t, s, h, "b", "")
}

// A server that takes connections and then says nothing is not waited for beyond ctx.
func TestPostgresSilent(t *testing.T) {
	t.Parallel()
	cluster := storetest.New(t)
	s := open(t, cluster.Database(t))
	must(t, s.Check(t.Context()))
	resume := cluster.Freeze(t)
	defer resume()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := s.Check(ctx); err == nil || time.Since(began) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	resume()
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	must(t, s.Check(ctx))
}

// With several hosts the one that can be written to is found.
func TestPostgresHosts(t *testing.T) {
	t.Parallel()
	dead, alive := storetest.New(t), storetest.New(t)
	u, err := url.Parse(alive.Database(t))
	must(t, err)
	dead.Stop(t)
	u.Host = fmt.Sprintf("127.0.0.1:%d,127.0.0.1:%d", dead.Port(), alive.Port())
	q := u.Query()
	q.Set("target_session_attrs", "read-write")
	u.RawQuery = q.Encode()
	must(t, open(t, u.String()).Check(t.Context()))
}

func TestPostgresAddress(t *testing.T) {
	for _, dsn := range []string{
		"postgres://bot:geheim@[::1/db", "postgres://bot:geheim@127.0.0.1:1/db?sslmode=nonsense",
		"postgresql://bot:geheim@127.0.0.1:1/db?connect_timeout=2", "postgres://bot:ge%heim@127.0.0.1/db",
	} {
		_, err := store.Open(t.Context(), dsn)
		if err == nil || strings.Contains(err.Error(), "heim") || !strings.HasPrefix(err.Error(), "state in PostgreSQL: ") {
			t.Errorf("%v", err)
		}
	}
}
