package seeds

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"incidentlib/matcher"
)

var rewrite = flag.Bool("rewrite", false, "write the bundled cases again as Write would")

// Every bundled case is without fault, in a file of its own name, and formatted
// as Write would format it, so that a later change shows only what changed.
func TestBundled(t *testing.T) {
	cases, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no case is bundled")
	}
	for _, c := range cases {
		name := "cases/" + c.ID + ".json"
		found, err := fs.ReadFile(bundled, name)
		if err != nil {
			t.Errorf("case %s is not in a file of that name: %v", c.ID, err)
			continue
		}
		want, err := matcher.EncodeCase(c)
		if err != nil {
			t.Fatal(err)
		}
		diff := cmp.Diff(string(want), string(found))
		if diff != "" && *rewrite {
			err = os.WriteFile(name, want, 0o644)
		} else if diff != "" {
			t.Errorf("%s is not formatted as it would be written; run go test ./seeds -rewrite (-want +got):\n%s", name, diff)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A key the schema does not know is kept, so a mistyped one would go unseen.
func TestBundledKeys(t *testing.T) {
	type schema matcher.Case // without the reader that keeps unknown keys
	paths, err := fs.Glob(bundled, "cases/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := fs.ReadFile(bundled, path)
		if err != nil {
			t.Fatal(err)
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		if err := dec.Decode(new(schema)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}
