package alert

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"incidentlib/matcher"
)

// TestSamples reads every recorded payload of Slack that stands beside the
// repository: none is an error, and reading twice gives the same.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared, "slack", "samples", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no recorded payloads beside the repository")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ReadAny(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		again, _ := ReadAny(data)
		if diff := cmp.Diff(a, again); diff != "" {
			t.Errorf("%s reads otherwise the second time:\n%s", file, diff)
		}
		if (a.Kind == matcher.Empty) != (a.Text == "") || (a.Title == "") != (a.Text == "") {
			t.Errorf("%s: kind %q, title %q, text %q", file, a.Kind, a.Title, a.Text)
		}
	}
}

// TestReports reads the messages of collected bug reports about alert parsing,
// where they stand beside the repository. The same shapes are in testdata/read.
func TestReports(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shared, "reports-dev.jsonl"))
	if err != nil {
		t.Skip("no reports beside the repository")
	}
	want := map[string]matcher.Kind{
		"R001": matcher.Problem, "R002": matcher.Problem, "R003": matcher.Problem, "R004": matcher.Problem,
		"R006": matcher.Recovery, "R007": matcher.Problem, "R008": matcher.Problem, "R009": matcher.Problem,
		"R011": matcher.Problem, "R012": matcher.Problem, "R013": matcher.Problem,
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	for dec.More() {
		var r struct{ ID, Input string }
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		kind, ok := want[r.ID]
		if !ok {
			continue
		}
		delete(want, r.ID)
		a, err := ReadAny([]byte(r.Input))
		if err != nil || a.Kind != kind {
			t.Errorf("%s is read as %s (%v), want %s: %s", r.ID, a.Kind, err, kind, a.Text)
		}
	}
	for id := range want {
		t.Errorf("no report %s", id)
	}
}

// TestRefusals lists what Read refuses, each with a reason that names the remedy.
func TestRefusals(t *testing.T) {
	for raw, want := range map[string]string{
		`[]`:          "read Slack message: a JSON array, want an object with text, attachments or blocks",
		`null`:        "read Slack message: a JSON null, want an object with text, attachments or blocks",
		`"disk full"`: "read Slack message: a JSON string, want an object with text, attachments or blocks",
		`{} {}`:       "read Slack message: more than one JSON value; send one message object",
		``:            "read Slack message: not JSON: EOF",
		string(slices.Repeat([]byte(" "), maxRaw+1)): "read Slack message: message is 4194305 bytes, over the limit of 4194304; send the alert alone",
	} {
		a, err := Read([]byte(raw))
		if err == nil || err.Error() != want {
			t.Errorf("Read(%.20q) fails with %v, want %s", raw, err, want)
		}
		if a.Kind != matcher.Empty {
			t.Errorf("Read(%.20q) gives a %q", raw, a.Kind)
		}
	}
}
