//go:build linux

package powercut

import (
	"bufio"
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver called "sqlite"
)

// After a cut there is what was synced, byte for byte, and nothing else.
func TestCut(t *testing.T) {
	dir := t.TempDir()
	d := New(t, dir)
	write := func(name, text string, sync ...string) {
		t.Helper()
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteAt([]byte(text), 0); err != nil {
			t.Fatal(err)
		}
		syncAll(t, f, dir, sync)
	}
	write("kept", "kept", "file", "folder")
	write("short", "short", "file", "folder")
	write("moved", "moved", "file", "folder")
	write("linked", "linked", "file", "folder")
	write("gone", "gone", "file", "folder")
	write("kept", "lost, and longer than before")
	write("named", "its bytes are lost", "folder")
	must(t, os.Truncate(filepath.Join(dir, "short"), 2))
	must(t, os.Rename(filepath.Join(dir, "moved"), filepath.Join(dir, "elsewhere")))
	must(t, os.Link(filepath.Join(dir, "linked"), filepath.Join(dir, "link")))
	must(t, os.Remove(filepath.Join(dir, "gone")))
	write("nameless", "its name is lost", "file")
	d.Cut(t, 0)
	if got, want := listed(t, dir), "gone=gone kept=kept linked=linked moved=moved named= short=short"; got != want {
		t.Errorf("there is %s\nwant %s", got, want)
	}
	must(t, os.Rename(filepath.Join(dir, "moved"), filepath.Join(dir, "kept")))
	must(t, os.Remove(filepath.Join(dir, "gone")))
	write("named", "!", "file", "folder")
	d.Cut(t, 0)
	if got, want := listed(t, dir), "kept=moved linked=linked named=! short=short"; got != want {
		t.Errorf("after the second cut there is %s\nwant %s", got, want)
	}
}

// A torn write leaves any of its pieces, each whole.
func TestTorn(t *testing.T) {
	safe, now := bytes.Repeat([]byte("a"), 2000), bytes.Repeat([]byte("b"), 5000)
	old, fresh := 0, 0
	for range 50 {
		for piece := range bytesIn(torn(safe, now, 512), 512) {
			switch piece[0] {
			case 'b':
				fresh++
			default:
				old++ // or a hole, where nothing was
			}
			if strings.Trim(piece, piece[:1]) != "" && !strings.HasPrefix(piece, "a") {
				t.Errorf("a piece is torn: %q", piece)
			}
		}
	}
	if old == 0 || fresh == 0 {
		t.Errorf("%d pieces are old and %d new, want some of both", old, fresh)
	}
}

func bytesIn(data []byte, piece int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for from := 0; from < len(data); from += piece {
			if !yield(string(data[from:min(from+piece, len(data))])) {
				return
			}
		}
	}
}

// When the power is to go after some changes, nothing changes after them.
func TestCutAfter(t *testing.T) {
	dir := t.TempDir()
	d := New(t, dir)
	gone := d.CutAfter(2)
	err := os.WriteFile(filepath.Join(dir, "a"), []byte("x"), 0o600) // a name, then bytes
	<-gone
	if err != nil || os.WriteFile(filepath.Join(dir, "b"), []byte("x"), 0o600) == nil {
		t.Errorf("the first two changes: %v; another worked", err)
	}
	d.Cut(t, 0)
	must(t, os.WriteFile(filepath.Join(dir, "b"), []byte("x"), 0o600))
}

// SQLite keeps on this disk what it promises to keep, and loses what it does not: a cut that
// loses nothing of the latter would prove nothing of the former.
func TestSQLite(t *testing.T) {
	if job := os.Getenv("INCIDENTLIB_TEST_JOB"); job != "" {
		insert(t, job, os.Getenv("INCIDENTLIB_TEST_PLACE"))
		return
	}
	for synchronous, keeps := range map[string]bool{"FULL": true, "OFF": false} {
		for _, piece := range []int{0, 512, 4096} {
			dir := t.TempDir()
			d := New(t, dir)
			begin(t, "FULL", dir, 1)
			d.Cut(t, 0)
			told := begin(t, synchronous, dir, 200) // and there may be more before it is killed
			d.Cut(t, piece)
			kept := begin(t, "FULL", dir, 1) - 1
			if keeps && kept < told || !keeps && piece == 0 && kept > told-200 {
				t.Errorf("synchronous=%s, pieces of %d: %d of %d rows are left", synchronous, piece, kept, told)
			}
			t.Logf("synchronous=%s, pieces of %d: %d of %d rows are left", synchronous, piece, kept, told)
		}
	}
}

// begin has another process insert rows, and kills it when so many were committed. It returns
// how many there are.
func begin(t *testing.T, synchronous, dir string, rows int) (count int) {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	cmd := exec.Command(exe, "-test.run=^TestSQLite$")
	cmd.Env = append(os.Environ(), "INCIDENTLIB_TEST_JOB="+synchronous, "INCIDENTLIB_TEST_PLACE="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	for range rows {
		if !lines.Scan() {
			return 0
		}
		if count, err = strconv.Atoi(lines.Text()); err != nil {
			return 0 // the file is damaged
		}
	}
	return count
}

// insert commits rows until it is killed, and tells after each how many there are.
func insert(t *testing.T, synchronous, dir string) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "test.db")+"?_journal_mode=WAL&_synchronous="+synchronous)
	must(t, err)
	db.SetMaxOpenConns(1)
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS rows (n INTEGER, filler TEXT)`)
	must(t, err)
	must(t, syncFolder(dir))
	for {
		_, err := db.Exec(`INSERT INTO rows SELECT COUNT(*), HEX(RANDOMBLOB(500)) FROM rows`)
		must(t, err)
		var count int
		must(t, db.QueryRow(`SELECT COUNT(*) FROM rows`).Scan(&count))
		fmt.Println(count)
	}
}

func syncAll(t *testing.T, f *os.File, dir string, what []string) {
	t.Helper()
	for _, w := range what {
		if w == "file" {
			must(t, f.Sync())
		} else {
			must(t, syncFolder(dir))
		}
	}
}

func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// listed tells all files of a folder and what is in them.
func listed(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		must(t, err)
		all = append(all, fmt.Sprintf("%s=%s", e.Name(), data))
	}
	return strings.Join(all, " ")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
