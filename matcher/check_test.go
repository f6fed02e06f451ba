package matcher

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestFaults(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/faults.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		in, want := archive.Files[i], archive.Files[i+1]
		t.Run(in.Name, func(t *testing.T) {
			if want.Name != strings.TrimSuffix(in.Name, ".json")+".faults" {
				t.Fatalf("%s is followed by %s, want its faults", in.Name, want.Name)
			}
			_, faults := DecodeCases(in.Name, in.Data)
			if diff := cmp.Diff(strings.TrimSpace(string(want.Data)), faults.Error()); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

// Faults of one case do not cost the others in its file.
func TestDecodeCasesKeepsTheGoodOnes(t *testing.T) {
	cases, faults := DecodeCases("a.json", []byte("\uFEFF"+`[{"id":"A","title":"a"},{"id":"B"},{"id":"C","title":"c"}]`))
	if len(cases) != 2 || cases[0].ID != "A" || cases[1].ID != "C" || len(faults) != 1 {
		t.Errorf("got %d cases and %d faults (%v), want A, C and one fault", len(cases), len(faults), faults)
	}
}

func TestDecodeCasesNotUTF8(t *testing.T) {
	_, faults := DecodeCases("a.json", []byte("{\"id\":\"A\",\n\"title\":\"caf\xe9\"}"))
	if got, want := faults.Error(), `a.json:2:13: "\xe9\"}": is not UTF-8; save the file as UTF-8`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLimits(t *testing.T) {
	long := strings.Repeat("가", MaxText)
	ids := make([]string, MaxList+1)
	c := Case{
		ID:       strings.Repeat("x", MaxID+1),
		Title:    Text{En: long[:MaxLine+1]},
		Summary:  Text{En: long[:MaxText], Ko: long[:MaxText+1]},
		Symptoms: ids,
	}
	var got []string
	for _, f := range c.Validate() {
		got = append(got, f.Field+": "+f.Remedy)
		if n := len([]rune(f.Value)); n > 70 {
			t.Errorf("%s repeats %d characters of the value", f.Field, n)
		}
	}
	want := []string{
		"id: is 65 characters long; keep it to 64",
		"title.en: is 2001 bytes long; keep it to 2000",
		"summary.ko: is 64001 bytes long; keep it to 64000",
		"symptoms: holds 501 entries; keep it to 500",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}

	_, faults := DecodeCases("a.json", fmt.Appendf(nil, `{"id":"A","title":"x","domain":["a"%s]}`, strings.Repeat(`,"a"`, MaxList)))
	if len(faults) != 1 || faults[0].Remedy != "holds 501 entries; keep it to 500" {
		t.Errorf("long list: got %v", faults)
	}
	_, faults = DecodeCases("a.json", fmt.Appendf(nil, `[1%s]`, strings.Repeat(`,1`, MaxCases)))
	if len(faults) != 1 || faults[0].Remedy != "holds 10001 cases; keep a file to 10000" {
		t.Errorf("many cases: got %d faults, first %v", len(faults), faults[0])
	}
}

func TestFaultsErr(t *testing.T) {
	if err := (Faults{}).Err(); err != nil {
		t.Errorf("no faults give the error %v", err)
	}
	faults := Faults{{File: "b.json", Field: "id"}, {File: "a.yaml", Line: 9, Field: "url"}, {File: "a.yaml", Line: 2, Field: "title"}}
	faults.Sort()
	got := faults.Err().Error()
	if want := "a.yaml:2: title: \na.yaml:9: url: \nb.json: id: "; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
