package store_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"incidentlib/bot/store"
	"incidentlib/bot/store/storetest"
)

// schema.sql tells what the migrations come to.
func TestSchemaIsTold(t *testing.T) {
	text, err := os.ReadFile("schema.sql")
	must(t, err)
	t.Run("file", func(t *testing.T) {
		made := filepath.Join(t.TempDir(), "made.db")
		open(t, made)
		told := raw(t, filepath.Join(t.TempDir(), "told.db"))
		sh(t, told, string(text))
		if diff := cmp.Diff(liteShape(t, told), liteShape(t, raw(t, made))); diff != "" {
			t.Errorf("-schema.sql +migrations: %s", diff)
		}
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		made := storetest.Postgres(t)
		open(t, made)
		told := pg(t, storetest.Postgres(t))
		sh(t, told, string(text))
		if diff := cmp.Diff(pgShape(t, told), pgShape(t, pg(t, made))); diff != "" {
			t.Errorf("-schema.sql +migrations: %s", diff)
		}
	})
}

func pg(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// lines reads rows of texts, sorted.
func lines(t testing.TB, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	must(t, err)
	defer rows.Close()
	var out []string
	for rows.Next() {
		var line string
		must(t, rows.Scan(&line))
		out = append(out, line)
	}
	must(t, rows.Err())
	slices.Sort(out)
	return out
}

func liteShape(t testing.TB, db *sql.DB) []string {
	return append(lines(t, db, `
		SELECT t.name || '.' || c.name || ' ' || c.type || ' not null ' || c."notnull" || ' default ' || COALESCE(c.dflt_value, '-') || ' key ' || c.pk
		FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`),
		lines(t, db, `SELECT REPLACE(sql, 'IF NOT EXISTS ', '') FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)...)
}

func pgShape(t testing.TB, db *sql.DB) []string {
	return append(lines(t, db, `
		SELECT table_name || '.' || column_name || ' ' || data_type || ' null ' || is_nullable || ' default ' || COALESCE(column_default, '-')
		FROM information_schema.columns WHERE table_schema = 'public'`),
		lines(t, db, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`)...)
}

// State files of all earlier forms are brought up and keep what they hold.
func TestEarlierForms(t *testing.T) {
	for form := 1; form <= 2; form++ {
		text, err := os.ReadFile(fmt.Sprintf("testdata/form%d.sql", form))
		must(t, err)
		path := filepath.Join(t.TempDir(), "bot.db")
		db := raw(t, path)
		sh(t, db, string(text))
		must(t, db.Close())
		for range 2 { // the second time there is nothing to bring up
			s := open(t, path)
			r := get(t, s, message("1.1"))
			if r.Title != "DiskFull" || r.Reason != "answered" || r.ToldIn != "" || r.FirstAt != time.UnixMilli(1).UTC() {
				t.Fatalf("form %d: %+v", form, r)
			}
			if form == 1 {
				continue
			}
			if r.Alert != "" || r.Seen != 3 || len(r.CaseIDs) != 1 || r.ResolvedAt != time.UnixMilli(7).UTC() {
				t.Errorf("%+v; the words of an alert are kept no longer", r)
			}
			cut := get(t, s, store.MessageKey{Workspace: store.Workspace{Enterprise: "E1", Team: "T1"}, Channel: "C1", TS: "1.3"})
			if cut.Reason != "interrupted" {
				t.Errorf("a claim without an ending has the reason %q", cut.Reason)
			}
			if yes, _, err := s.VotesOn(t.Context(), message("1.1"), "IL-0001"); yes != 1 || err != nil {
				t.Errorf("%d votes, %v", yes, err)
			}
		}
	}
}

// A step that fails leaves the old form as it was, in which the old program goes on.
func TestFailingStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot.db")
	text, err := os.ReadFile("testdata/form2.sql")
	must(t, err)
	db := raw(t, path)
	sh(t, db, string(text))
	sh(t, db, `CREATE TABLE schedules (what TEXT)`) // in the way of the last step
	before := liteShape(t, db)
	must(t, db.Close())
	_, err = store.Open(t.Context(), path)
	wantError(t, err, path, "bring form 3 up to 4", "schedules")
	db = raw(t, path)
	if diff := cmp.Diff(before, liteShape(t, db)); diff != "" {
		t.Errorf("-before +after: %s", diff)
	}
	if got := lines(t, db, `SELECT version || ' ' || (SELECT COUNT(*) FROM records WHERE reason = '') FROM schema_version`); got[0] != "2 1" {
		t.Errorf("form and open claims: %s", got)
	}
}

func TestFormsInPostgres(t *testing.T) {
	for form, want := range map[int]string{99: "written by a newer version", -1: "form -1, which no version has written"} {
		dsn := storetest.Postgres(t)
		s, err := store.Open(t.Context(), dsn)
		must(t, err)
		must(t, s.Close())
		sh(t, pg(t, dsn), `UPDATE schema_version SET version = $1`, form)
		_, err = store.Open(t.Context(), dsn)
		wantError(t, err, "state in PostgreSQL", want)
	}
}

// No query of ours forgets the workspace, or puts values into its text. Those that are for all
// workspaces are named here.
func TestWorkspaceInEveryQuery(t *testing.T) {
	forAll := []string{
		"DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s WHERE %s LIMIT %d)",         // by age
		"DELETE FROM votes WHERE at < $1",                                            // by age
		"UPDATE lanes SET held_by = '', held_until = 0 WHERE held_by = $1",           // what one process holds
		"UPDATE lanes SET held_by = '', held_until = 0, due_at = CASE WHEN due_at >", // at the start of the only process
		"UPDATE limits SET next_at = {now} + $1 WHERE next_at >",                     // at the start of the only process
		"WITH due AS MATERIALIZED",                                                   // work is taken from all
		"SELECT (SELECT COUNT(*) FROM inbox WHERE state = 'waiting')",                // how much work there is
		"SELECT enterprise, team, id, lane, kind, payload",                           // for the operator
		"SELECT enterprise, team, channel, kind, cron",                               // read with a condition, or what is due of all
	}
	tables := regexp.MustCompile(`(?i)\b(?:FROM|INTO|UPDATE|JOIN)\s+(inbox|lanes|effects|limits|workspaces|records|votes|audit|settings|own_cases|own_case_versions|notes|mutes|digests|schedules)\b`)
	texts := regexp.MustCompile("(?s)`[^`]*`")
	spaces := regexp.MustCompile(`\s+`)
	files, err := filepath.Glob("*.go")
	must(t, err)
	queries := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		must(t, err)
		for _, text := range texts.FindAllString(string(source), -1) {
			query := spaces.ReplaceAllString(strings.TrimSpace(strings.Trim(text, "`")), " ")
			if !tables.MatchString(query) || slices.ContainsFunc(forAll, func(known string) bool { return strings.HasPrefix(query, known) }) {
				continue
			}
			queries++
			if !strings.Contains(query, "enterprise") || !strings.Contains(query, "team") {
				t.Errorf("%s: no workspace in: %s", name, query)
			}
		}
	}
	if queries < 40 {
		t.Errorf("found only %d queries", queries)
	}
}
