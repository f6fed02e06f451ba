package matcher

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestCodec(t *testing.T) {
	archives, _ := filepath.Glob("testdata/codec/*.txtar")
	if len(archives) == 0 {
		t.Fatal("no archives in testdata/codec")
	}
	for _, path := range archives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			in, want := codecFixture(t, path, "in.json"), codecFixture(t, path, "want.json")
			if diff := cmp.Diff(string(want), string(roundTrip(t, in))); diff != "" {
				t.Errorf("round trip (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(string(want), string(roundTrip(t, want))); diff != "" {
				t.Errorf("second round trip (-want +got):\n%s", diff)
			}
			sameJSON(t, in, want)
		})
	}
}

func TestCodecPublicCases(t *testing.T) {
	paths, _ := filepath.Glob("../../shared/seeds/IL-*.json")
	if len(paths) == 0 {
		t.Skip("no cases of the public library beside the repository")
	}
	for _, path := range paths {
		in, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sameJSON(t, in, roundTrip(t, in))
	}
}

func TestMarshalJSONIsTheSameCase(t *testing.T) {
	in := codecFixture(t, "testdata/codec/unknown.txtar", "in.json")
	var c Case
	if err := json.Unmarshal(in, &c); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(map[string]any{"case": c, "title": c.Title})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Case, Title json.RawMessage }
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, in, got.Case)
	sameJSON(t, []byte(`{"ja":"満杯","en":"a < b && c > d"}`), got.Title)
}

// A field set after reading wins over what the file said of it.
func TestEncodeCaseAfterAChange(t *testing.T) {
	cases, faults := DecodeCases("a.json", []byte(`{"id":"A","title":"plain","lessons":null,"summary":"gone","note":1}`))
	if faults != nil {
		t.Fatal(faults)
	}
	c := cases[0]
	c.Title.Ko = "둘째 말"
	c.Lessons = Text{En: "learnt"}
	c.Summary = Text{}
	got, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"A","title":{"en":"plain","ko":"둘째 말"},"lessons":{"en":"learnt"},"note":1}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestUnmarshalJSON(t *testing.T) {
	c := Case{ID: "old", Org: "Acme"}
	if err := json.Unmarshal([]byte(`{"id":"new"}`), &c); err != nil || c.ID != "new" || c.Org != "" {
		t.Errorf("got %+v, %v; want only the new id", c, err)
	}
	err := json.Unmarshal([]byte(`{"id":"new","title":{"en":7},"date":8}`), &c)
	want := "title.en \"7\": write a text in quotes\ndate \"8\": write a text in quotes"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	text := Text{En: "kept"}
	if err := json.Unmarshal([]byte(`null`), &text); err != nil || text.En != "kept" {
		t.Errorf("null changed the text: %+v, %v", text, err)
	}
}

func TestText(t *testing.T) {
	both, en, ko := Text{En: "full", Ko: "가득"}, TextOf("full pool"), TextOf("DB 풀 full")
	for _, test := range []struct{ got, want string }{
		{both.In("ko"), "가득"}, {both.In("en"), "full"}, {both.In(""), "full"},
		{en.En, "full pool"}, {en.In("ko"), "full pool"},
		{ko.Ko, "DB 풀 full"}, {ko.In("en"), "DB 풀 full"},
		{Text{}.In("ko"), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
	if !(Text{}).Empty() || ko.Empty() || en.Empty() {
		t.Error("only a text with no words is empty")
	}
}

// FuzzDecodeCases holds that no input crashes the reader, that a case without
// faults comes out with all that went in, and that the second trip changes nothing.
func FuzzDecodeCases(f *testing.F) {
	for _, path := range []string{"whole", "unknown", "empty", "plain"} {
		f.Add(codecFixture(f, "testdata/codec/"+path+".txtar", "in.json"))
	}
	faults, err := txtar.ParseFile("testdata/faults.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range faults.Files {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		cases, faults := DecodeCases("in.json", in)
		_ = faults.Error()
		for _, c := range cases {
			first, err := EncodeCase(c)
			if err != nil {
				t.Fatal(err)
			}
			if again := roundTrip(t, first); !bytes.Equal(first, again) {
				t.Errorf("second round trip\n%s\nafter first\n%s", again, first)
			}
			if len(cases) == 1 && faults == nil && in[0] == '{' && !bytes.Contains(in, []byte("cases")) {
				sameJSON(t, in, first)
			}
		}
	})
}

func roundTrip(t *testing.T, in []byte) []byte {
	t.Helper()
	cases, faults := DecodeCases("in.json", in)
	if len(cases) != 1 || faults != nil {
		t.Fatalf("read %d cases, want one; faults: %v", len(cases), faults)
	}
	out, err := EncodeCase(cases[0])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameJSON compares two JSON texts by what they say, numbers by their digits.
func sameJSON(t *testing.T, a, b []byte) {
	t.Helper()
	read := func(data []byte) (v any) {
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		return v
	}
	if x, y := read(a), read(b); !reflect.DeepEqual(x, y) {
		t.Errorf("not the same (-a +b):\n%s", cmp.Diff(x, y))
	}
}

func codecFixture(t testing.TB, path, name string) []byte {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("%s has no section %s", path, name)
	return nil
}
