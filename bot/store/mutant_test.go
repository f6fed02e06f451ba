package store_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"

	"incidentlib/bot/store"
)

// mutator opens SQLite databases in memory whose queries it sees and may change.
type mutator struct {
	seen   []string // queries with a condition on the workspace, in the order of their first use
	query  string   // the one to change
	column string   // the condition to leave out of it
	begun  bool     // whether it changes it already
}

func (m *mutator) Connect(context.Context) (driver.Conn, error) {
	d, err := store.LiteDriver()
	if err != nil {
		return nil, err
	}
	c, err := d.Open("file::memory:?_txlock=immediate")
	return mutantConn{c, m}, err
}

func (m *mutator) Driver() driver.Driver { return &sqlite.Driver{} }

func (m *mutator) rewrite(query string) string {
	if !strings.Contains(query, "enterprise = $1") {
		return query
	}
	if !slices.Contains(m.seen, query) {
		m.seen = append(m.seen, query)
	}
	if query != m.query || !m.begun {
		return query
	}
	number := map[string]string{"enterprise": "$1", "team": "$2"}[m.column]
	return strings.ReplaceAll(query, m.column+" = "+number, number+" = "+number)
}

type mutantConn struct {
	driver.Conn
	m *mutator
}

func (c mutantConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	return c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
}

func (c mutantConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, c.m.rewrite(query), args)
}

func (c mutantConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, c.m.rewrite(query), args)
}

// Each query has the workspace in it: the store is used for one workspace, alone and among
// others with all the same keys, and nothing may be different. Then the same with each query
// that has a condition on the workspace robbed of it, which must make a difference.
func TestMutants(t *testing.T) {
	whole := &mutator{}
	alone, _ := use(t, whole)
	if diff := difference(t, alone, whole); diff != "" {
		t.Fatalf("the workspace sees others, or changes them: %s", diff)
	}
	if len(whole.seen) < 45 {
		t.Errorf("only %d queries have a condition on the workspace", len(whole.seen))
	}
	for _, query := range whole.seen {
		for _, column := range []string{"enterprise", "team"} {
			if diff := difference(t, alone, &mutator{query: query, column: column}); diff == "" {
				t.Errorf("nobody notices that the %s is missing in: %s", column, query)
			}
		}
	}
}

// stamps are times of the store's own clock.
var stamps = regexp.MustCompile(`\b1[0-9]{12}\b`)

var mine = store.Workspace{Enterprise: "E5", Team: "T5"}

// difference uses a store for a workspace among others, and says what is different for it from
// when it is alone, or what became different for the others.
func difference(t *testing.T, alone []string, m *mutator) string {
	among, others := use(t, m, store.Workspace{Enterprise: "E1", Team: "T5"}, store.Workspace{Enterprise: "E5", Team: "T1"},
		store.Workspace{Enterprise: "E9", Team: "T5"}, store.Workspace{Enterprise: "E5", Team: "T9"})
	return cmp.Diff(alone, among) + others
}

func use(t *testing.T, m *mutator, others ...store.Workspace) (results []string, changed string) {
	db := sql.OpenDB(m)
	db.SetMaxOpenConns(1)
	defer db.Close()
	s, err := store.On(t.Context(), db)
	must(t, err)
	for _, w := range append(others, mine) {
		for _, err := range fill(t.Context(), s, w) {
			must(t, err)
		}
	}
	holds, err := s.Take(t.Context(), "p1", 100, hour)
	must(t, err)
	before := rowsOf(t, db)
	m.begun = true
	for i, do := range deeds(t.Context(), s, holds) {
		got, err := do()
		text, _ := json.Marshal(got)
		results = append(results, fmt.Sprintf("%d: %s %v", i, stamps.ReplaceAll(text, nil), err))
	}
	return results, cmp.Diff(before, rowsOf(t, db))
}

// rowsOf reads the rows of all workspaces but mine.
func rowsOf(t *testing.T, db *sql.DB) (out []string) {
	for _, table := range lines(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('schema_version', 'changes')`) {
		rows, err := db.Query(`SELECT * FROM ` + table + ` WHERE enterprise <> 'E5' OR team <> 'T5'`)
		must(t, err)
		columns, err := rows.Columns()
		must(t, err)
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			must(t, rows.Scan(into...))
			out = append(out, fmt.Sprint(table, values))
		}
		must(t, rows.Err())
	}
	return out
}

// fill gives a workspace one of everything; what can tell of the workspace does.
func fill(ctx context.Context, s *store.Store, w store.Workspace) []error {
	at := noon
	if w != mine {
		at = noon.Add(time.Minute)
	}
	key := func(ts string) store.MessageKey { return store.MessageKey{Workspace: w, Channel: "C1", TS: ts} }
	record := func(ts, reason, told string) error {
		r := store.Record{Key: key(ts), Fingerprint: "f", Title: w.String(), Reason: reason, ToldIn: told}
		if told == "" {
			r.ReplyTS = "9" + ts
		}
		return s.Finish(ctx, r, at)
	}
	it := func(id, lane string) store.Item {
		return store.Item{Workspace: w, ID: id, Lane: lane, Kind: "event", Payload: fmt.Sprintf(`{"C1":"1.1","w":"%s"}`, w), Seq: int64(len(id))}
	}
	items := []store.Item{it("a", "C1"), it("bb", "C1"), it("dead", "CD")}
	if w != mine {
		items = append(items, it("other", "C1"), it("lost", "CL"), it("edit", "edit/C1"))
	} else {
		items = append(items, it("lost", "CL"))
	}
	_, err := s.Accept(ctx, items)
	var by string
	if err == nil {
		by = "filler " + w.String()
		holds, err := s.Take(ctx, by, 100, hour)
		if err != nil {
			return []error{err}
		}
		for _, h := range holds {
			if h.Lane == "CD" {
				if err := s.Bury(ctx, h, "dead", errors.New("no")); err != nil {
					return []error{err}
				}
			}
		}
	}
	_, voted := s.Vote(ctx, store.Vote{Key: key("1.1"), CaseID: "IL-1", Person: "U1", For: w == mine, At: at})
	_, v1 := s.SaveCase(ctx, store.OwnCase{Workspace: w, ID: "OWN-1", Body: `{}`, Channel: "C1", At: at})
	_, v2 := s.SaveCase(ctx, store.OwnCase{Workspace: w, ID: "OWN-1", Body: `{"v":2}`, Author: w.String(), Channel: "C1", At: at})
	_, v3 := error(nil), error(nil)
	if w != mine {
		_, v2b := s.SaveCase(ctx, store.OwnCase{Workspace: w, ID: "OWN-1", Body: `{"v":2.5}`, Author: "U8", At: at})
		_, v3 = s.SaveCase(ctx, store.OwnCase{Workspace: w, ID: "OWN-1", Body: `{"v":3}`, Channel: "C1", Author: "U9", At: noon})
		v3 = errors.Join(v2b, v3)
	}
	noted := errors.Join(
		s.AddNote(ctx, store.Note{Key: key("1.1"), CaseID: "IL-1", Body: w.String(), At: at}),
		s.AddNote(ctx, store.Note{Key: key("1.8"), CaseID: "IL-1", Body: w.String(), At: at}))
	errs := []error{
		err, voted, v1, v2, v3, noted,
		record("1.1", "answered", ""), record("1.2", "storm", ""), record("1.3", "gathered", "1.2"), record("1.5", "repeat", "1.1"),
		s.Posted(ctx, key("1.1"), "reply", w.String()),
		s.Refused(ctx, store.Limit{Workspace: w, Method: "m", Channel: "C1"}, time.Minute),
		s.Set(ctx, w, "C1", "n", w.String(), "U1", at),
		s.Mute(ctx, store.Mute{Workspace: w, Channel: "C1", Fingerprint: "f", By: w.String(), At: at}),
		s.Subscribe(ctx, store.Schedule{Workspace: w, Channel: "C1", Kind: "weekly", By: w.String(), Next: noon}),
		s.Audit(ctx, store.Deed{Workspace: w, ID: "d", Actor: w.String(), At: at}),
		s.Audit(ctx, store.Deed{Workspace: w, ID: "m", Action: "mute", Subject: "C1 noise", At: at}),
		s.Release(ctx, by),
	}
	if w != mine {
		return append(errs, s.Left(ctx, w, "gone", at), s.Set(ctx, w, "C1", "theirs", "x", "U1", at), record("1.6", "repeat", "1.1"), begun(ctx, s, w, key("1.4")))
	}
	return errs
}

// begun leaves an effect that was begun once.
func begun(ctx context.Context, s *store.Store, w store.Workspace, key store.MessageKey) error {
	_, err := s.Accept(ctx, []store.Item{{Workspace: w, ID: "begin", Lane: "B", Kind: "event", Payload: "x"}})
	if err != nil {
		return err
	}
	holds, err := s.Take(ctx, "b", 100, hour)
	if err != nil {
		return err
	}
	for _, h := range holds {
		if h.Lane == "B" && h.Workspace == w {
			_, err = s.Begin(ctx, h, key, "reply")
		}
	}
	return errors.Join(err, s.Release(ctx, "b"))
}

// deeds is the use of each method for my workspace.
func deeds(ctx context.Context, s *store.Store, holds []store.Hold) []func() (any, error) {
	held := map[string]store.Hold{}
	for _, h := range holds {
		if h.Workspace == mine {
			held[h.Lane] = h
		}
	}
	key := func(ts string) store.MessageKey { return store.MessageKey{Workspace: mine, Channel: "C1", TS: ts} }
	limit := store.Limit{Workspace: mine, Method: "m", Channel: "C2"}
	nothing := func(err error) (any, error) { return nil, err }
	item := func(it store.Item, ok bool, err error) (any, error) {
		it.AcceptedAt = time.Time{}
		return []any{it, ok}, err
	}
	no := errors.New("no")
	return []func() (any, error){
		func() (any, error) { return found2(s.Get(ctx, key("1.1"))) },
		func() (any, error) { return found2(s.LastAnswered(ctx, mine, "C1", "f", noon)) },
		func() (any, error) { return s.ToldIn(ctx, key("1.2")) },
		func() (any, error) { return s.Replies(ctx, mine, "C1", noon) },
		func() (any, error) { return found2(s.LastGathering(ctx, mine, "C1", noon)) },
		func() (any, error) { return found2(s.ByReply(ctx, mine, "C1", "91.1")) },
		func() (any, error) { return s.Votes(ctx, mine, noon) },
		func() (any, error) { return s.LastVotes(ctx, mine, "C1", noon, 20) },
		func() (any, error) { return s.Polls(ctx, mine, noon) },
		func() (any, error) { return s.Outcomes(ctx, mine, time.Time{}) },
		func() (any, error) {
			yes, no, err := s.VotesOn(ctx, key("1.1"), "IL-1")
			return []int{yes, no}, err
		},
		func() (any, error) { return s.Known(ctx, mine, "other") },
		func() (any, error) { return s.Settings(ctx, mine) },
		func() (any, error) { return found2(s.OwnCase(ctx, mine, "OWN-1")) },
		func() (any, error) { return s.OwnCases(ctx, mine) },
		func() (any, error) { return s.History(ctx, mine, "OWN-1") },
		func() (any, error) { return s.Notes(ctx, mine, "IL-1", "C1", 10) },
		func() (any, error) { return found2(s.MuteOf(ctx, mine, "C1", "f", noon)) },
		func() (any, error) { return s.Mutes(ctx, mine, "C1", noon) },
		func() (any, error) { return s.Schedules(ctx, mine) },
		func() (any, error) { return s.Deeds(ctx, mine, 10) },
		func() (any, error) { return s.Gone(ctx, mine, noon) },

		func() (any, error) { return nothing(s.Showed(ctx, key("1.1"), "shown")) },
		func() (any, error) { return nothing(s.Resolve(ctx, key("1.1"), noon.Add(hour))) },
		func() (any, error) { return nothing(s.Resolve(ctx, key("1.6"), noon)) },
		func() (any, error) {
			return s.Repeat(ctx, key("1.1"), store.Record{Key: key("1.6"), Reason: "repeat"}, noon)
		},
		func() (any, error) {
			return s.Vote(ctx, store.Vote{Key: key("1.1"), CaseID: "IL-1", Person: "U1", For: false, At: noon})
		},
		func() (any, error) {
			return s.Vote(ctx, store.Vote{Key: key("1.1"), CaseID: "IL-1", Person: "U1", For: false, At: noon})
		},
		func() (any, error) { return item(s.Next(ctx, held["C1"], "")) },
		func() (any, error) { return nothing(s.Renew(ctx, held["C1"], 2*hour)) },
		func() (any, error) { return s.Begin(ctx, held["C1"], key("1.1"), "reply") },
		func() (any, error) { return s.Begin(ctx, held["C1"], key("1.7"), "reply") },
		func() (any, error) { return nothing(s.Unposted(ctx, key("1.4"), "reply")) },
		func() (any, error) { return nothing(s.Later(ctx, held["C1"], "a", 0, no)) },
		func() (any, error) { return item(s.Next(ctx, held["C1"], "a")) },
		func() (any, error) { return nothing(s.Renew(ctx, held["C1"], hour)) },
		func() (any, error) { return nothing(s.Bury(ctx, held["CL"], "lost", no)) },
		func() (any, error) { return item(s.Next(ctx, held["CL"], "")) },
		func() (any, error) { return s.Redrive(ctx, mine, "dead") },
		func() (any, error) { return s.Redrive(ctx, mine, "dead") },
		func() (any, error) {
			wait, err := s.Turn(ctx, limit, time.Second)
			return wait > 0, err
		},
		func() (any, error) {
			is := store.Schedule{Workspace: mine, Channel: "C1", Kind: "weekly", Next: noon}
			return s.Advance(ctx, is, noon.Add(hour), "2026-W10")
		},
		func() (any, error) { return s.DropNote(ctx, key("1.8")) },
		func() (any, error) { return s.Forget(ctx, mine, "C1", "1.1") },
		func() (any, error) { return s.Forget(ctx, mine, "C1", "") },
		func() (any, error) { return nothing(s.Set(ctx, mine, "C1", "n", "", "U1", noon)) },
		func() (any, error) {
			return nothing(s.Mute(ctx, store.Mute{Workspace: mine, Channel: "C1", Fingerprint: "f", At: noon}))
		},
		func() (any, error) { return s.Unmute(ctx, mine, "C1", "f") },
		func() (any, error) { return s.Unsubscribe(ctx, mine, "C1", "weekly") },
		func() (any, error) {
			return s.SaveCase(ctx, store.OwnCase{Workspace: mine, ID: "OWN-1", Body: `{"v":3}`, Author: "U9", At: noon})
		},
		func() (any, error) {
			_, err := s.Accept(ctx, []store.Item{{Workspace: mine, ID: "late", Lane: "C1", Kind: "event", Payload: `["C1"]`}})
			return nil, err
		},
		func() (any, error) { return nothing(s.Renamed(ctx, mine, "C1", "C2")) },
		func() (any, error) {
			holds, err := s.Take(ctx, "p2", 100, hour)
			lanes := []string{}
			for _, h := range holds {
				if h.Workspace == mine {
					lanes = append(lanes, h.Lane)
				}
			}
			return lanes, errors.Join(err, s.Release(ctx, "p2"))
		},
	}
}

func found2[T any](v T, ok bool, err error) (any, error) { return []any{v, ok}, err }
