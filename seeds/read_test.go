package seeds

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"incidentlib/matcher"
)

// Each archive is a folder; its last two sections are the cases read from it, a
// line each, and the faults.
func TestReadFS(t *testing.T) {
	archives, _ := filepath.Glob("testdata/folders/*.txtar")
	if len(archives) == 0 {
		t.Fatal("no archives in testdata/folders")
	}
	for _, path := range archives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			folder, want := fstest.MapFS{}, map[string]string{}
			for _, f := range archive.Files {
				if f.Name == "want" || f.Name == "faults" {
					want[f.Name] = string(f.Data)
				} else {
					folder[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			cases, err := ReadFS(folder)
			if diff := cmp.Diff(want["want"], oneALine(t, cases)); diff != "" {
				t.Errorf("cases (-want +got):\n%s", diff)
			}
			got := ""
			if err != nil {
				got = err.Error() + "\n"
			}
			if diff := cmp.Diff(want["faults"], got); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseOddBytes(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"bom.json", "\uFEFF{\"id\":\"A\",\r\n\"title\":\"x\"}\r\n", `{"id":"A","title":"x"}`},
		{"bom.yaml", "\uFEFFid: A\r\ntitle: x\r\nsummary: |\r\n  one\r\n  two\r\n", `{"id":"A","title":"x","summary":"one\ntwo"}`},
		{"bom.md", "\uFEFF---\r\nid: A\r\n---\r\n# x\r\none\r\ntwo\r\n", `{"id":"A","title":"x","summary":"one\ntwo"}`},
		{"blanks.md", "---\r\ntitle: Kafka disk full\r\n--- \r\nline1\u2028line2\r\n", `{"id":"blanks","title":"Kafka disk full","summary":"line1\nline2"}`},
		{"returns.md", "---\rtitle: Kafka disk full\r---\rbody\r", `{"id":"returns","title":"Kafka disk full","summary":"body"}`},
		{"separator.json", "{\"id\":\"A\",\"title\":\"x\",\"summary\":\"one\u2028two\"}", `{"id":"A","title":"x","summary":"one\u2028two"}`},
		{"separator.yaml", "id: A\ntitle: x\nsummary: one\u2028two\n", `{"id":"A","title":"x","summary":"one\u2028two"}`},
		{"separator.md", "# x\u2028one\u2029## Trigger\u2028two", `{"id":"separator","title":"x","summary":"one","trigger":"two"}`},
		{"tags.yaml", "id: !!str 7\ntitle: !ours x\nquoted: \"a\\tb\"\noctal: 0o17\nbig: .inf\n? key\n: true\n", `{"id":"7","title":"x","big":".inf","key":true,"octal":"0o17","quoted":"a\tb"}`},
	} {
		cases, err := Parse(test.name, []byte(test.data))
		if got := strings.TrimSpace(oneALine(t, cases)); got != test.want || err != nil {
			t.Errorf("%s: %v\ngot  %s\nwant %s", test.name, err, got, test.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"large.json", strings.Repeat(" ", MaxFile+1), "large.json: is larger than 1048576 bytes; split it into one file a case"},
		{"large.md", strings.Repeat(" ", MaxFile+1), "large.md: is larger than 1048576 bytes; split it into one file a case"},
		{"latin.yaml", "title: caf\xe9", "latin.yaml: is not UTF-8; save the file as UTF-8"},
		{"latin.md", "# caf\xe9", "latin.md: is not UTF-8; save the file as UTF-8"},
		{"deep.yaml", strings.Repeat("[", 500_000), "deep.yaml: nests too deep or has too many keys; split it into one file a case"},
		{"dashes.yaml", strings.Repeat("- ", 500_000), "dashes.yaml: nests too deep or has too many keys; split it into one file a case"},
		{"keys.yaml", strings.Repeat("a: \n", 200_000), "keys.yaml: nests too deep or has too many keys; split it into one file a case"},
		{"front.md", "---\n" + strings.Repeat("[", 500_000) + "\n---\n", "front.md: nests too deep or has too many keys; split it into one file a case"},
		{"colons.md", "---\ndate: 2026-03-01\ntitle: Postmortem: Kafka disk full: part 2\n---\nbody\n", "colons.md:3: is not YAML: mapping value is not allowed in this context; put quotes around a value that has a colon in it"},
		{"scalar.yaml", "just words", "scalar.yaml:1: `\"just words\"`: write a case, or a list of cases"},
	} {
		cases, err := Parse(test.name, []byte(test.data))
		if err == nil || err.Error() != test.want || len(cases) != 0 {
			t.Errorf("%s: %d cases and\ngot  %v\nwant %s", test.name, len(cases), err, test.want)
		}
	}
}

func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// As Kubernetes mounts a ConfigMap: links into a hidden folder.
	if err := os.Mkdir(filepath.Join(dir, "..data"), 0o700); err != nil {
		t.Fatal(err)
	}
	write("..data/a.json", `{"id":"A","title":"x"}`)
	if err := os.Symlink("..data/a.json", filepath.Join(dir, "a.json")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := os.Symlink("nowhere.json", filepath.Join(dir, "broken.json")); err != nil {
		t.Fatal(err)
	}
	write("c.json", `{"id":"C"}`)

	cases, err := ReadDir(dir)
	want := filepath.Join(dir, "broken.json") + ": cannot be read: no such file or directory\n" +
		filepath.Join(dir, "c.json") + ": title: is missing; write what broke and why in one line"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if got := oneALine(t, cases); got != `{"id":"A","title":"x"}`+"\n" {
		t.Errorf("read %s", got)
	}
	if _, ok := errors.AsType[matcher.Faults](err); !ok {
		t.Errorf("the error is %T, want Faults", err)
	}

	cases, err = ReadDir(filepath.Join(dir, "a.json"))
	if len(cases) != 1 || err != nil {
		t.Errorf("a single file gave %d cases and %v", len(cases), err)
	}
	_, err = ReadDir(filepath.Join(dir, "missing"))
	if _, ok := errors.AsType[matcher.Faults](err); ok || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing folder gave %v", err)
	}
}

func TestMerge(t *testing.T) {
	own := []*matcher.Case{{ID: "INC-1"}, {ID: "il-2", Org: "ours"}}
	bundled := []*matcher.Case{{ID: "IL-1"}, {ID: "IL-2", Org: "theirs"}, {ID: "IL-3"}}
	var got []string
	for _, c := range Merge(own, bundled) {
		got = append(got, c.ID+c.Org)
	}
	if diff := cmp.Diff([]string{"INC-1", "il-2ours", "IL-1", "IL-3"}, got); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
}

// FuzzParse holds that no file crashes a reader, and that what was read without
// fault can be written and read again.
func FuzzParse(f *testing.F) {
	archives, _ := filepath.Glob("testdata/folders/*.txtar")
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(filepath.Ext(file.Name), file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, ext string, data []byte) {
		cases, _ := Parse("in"+ext, data)
		for _, c := range cases {
			out, err := matcher.EncodeCase(c)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Parse("out.json", out); err != nil {
				t.Errorf("%v in %s", err, out)
			}
		}
	})
}

func oneALine(t *testing.T, cases []*matcher.Case) string {
	t.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, c := range cases {
		if err := enc.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
