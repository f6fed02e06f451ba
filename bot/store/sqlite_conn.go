package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"modernc.org/sqlite"
)

// liteNow and liteDated are the names that our SQL has for this moment in SQLite, in milliseconds:
// by the clock of leases and turns, and by that of the machine.
const (
	liteNow   = "now_ms"
	liteDated = "dated_ms"
)

// liteDriver is a driver of SQLite with two clocks. One process has the file, and its leases and
// turns must not end early or never when somebody sets the machine's clock: for them there is a
// steady one.
func liteDriver(steady func() time.Time) (*sqlite.Driver, error) {
	d := &sqlite.Driver{}
	clock := func(name string, now func() time.Time) error {
		return d.RegisterScalarFunction(name, 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
			return now().UnixMilli(), nil
		})
	}
	return d, errors.Join(clock(liteNow, steady), clock(liteDated, time.Now))
}

// steadyClock is a clock that begins with the machine's and follows nobody who sets that, nor a
// machine that sleeps.
func steadyClock() func() time.Time {
	start := time.Now()
	return func() time.Time { return start.Add(time.Since(start)) }
}

// liteConnector opens connections that keep their statements: to read SQL takes SQLite longer
// than to do what most of ours says.
type liteConnector struct {
	driver *sqlite.Driver
	dsn    string
}

func (c liteConnector) Driver() driver.Driver { return c.driver }

func (c liteConnector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	return &liteConn{conn.(connection), map[string]statement{}}, nil
}

// connection and statement are what the driver's can do.
type connection interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// liteConn keeps the statements that are not in use. There are as many as the program has
// queries: none is made of values.
type liteConn struct {
	connection
	kept map[string]statement
}

// statement takes a statement out of those that are kept, or prepares it.
func (c *liteConn) statement(ctx context.Context, query string) (statement, error) {
	if st, ok := c.kept[query]; ok {
		delete(c.kept, query)
		return st, nil
	}
	st, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return st.(statement), nil
}

// keep keeps a statement for the next time, unless the same one was in use twice.
func (c *liteConn) keep(query string, st statement) error {
	if _, ok := c.kept[query]; ok {
		return st.Close()
	}
	c.kept[query] = st
	return nil
}

func (c *liteConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	st, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	res, err := st.ExecContext(ctx, args)
	if err != nil {
		st.Close()
		return nil, err
	}
	return res, c.keep(query, st)
}

func (c *liteConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	st, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := st.QueryContext(ctx, args)
	if err != nil {
		st.Close()
		return nil, err
	}
	return &liteRows{rows, func(err error) error {
		if err != nil {
			return errors.Join(err, st.Close())
		}
		return c.keep(query, st)
	}}, nil
}

// Close ends the connection with its statements.
func (c *liteConn) Close() error {
	for _, st := range c.kept {
		st.Close()
	}
	clear(c.kept)
	return c.connection.Close()
}

// liteRows gives its statement back when it is closed.
type liteRows struct {
	driver.Rows
	done func(error) error
}

func (r *liteRows) Close() error { return r.done(r.Rows.Close()) }
