package alert

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"incidentlib/matcher"
)

// shared is where data that is not part of this repository may stand beside it.
var shared = filepath.Join("..", "..", "..", "shared")

// TestKindsOfEvaluationSet counts how often Kind is wrong over labelled messages.
// The bounds are below what is reached today, so that they catch a fall.
func TestKindsOfEvaluationSet(t *testing.T) {
	f, err := os.Open(filepath.Join(shared, "eval", "alerts-dev.jsonl"))
	if err != nil {
		t.Skip("no evaluation set beside the repository")
	}
	defer f.Close()
	var alerts, negatives, missed, spoken int
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			ID       string          `json:"id"`
			Payload  json.RawMessage `json:"payload"`
			Negative bool            `json:"negative"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		a := readPayload(t, row.Payload)
		switch {
		case !row.Negative:
			alerts++
			if a.Kind != matcher.Problem {
				missed++
				t.Logf("alert %s read as %s: %q", row.ID, a.Kind, a.Title)
			}
		default:
			negatives++
			if a.Kind == matcher.Problem {
				spoken++
				t.Logf("negative %s read as an alert: %q", row.ID, a.Title)
			}
		}
	}
	t.Logf("alerts read as such: %d of %d; negatives not: %d of %d", alerts-missed, alerts, negatives-spoken, negatives)
	if missed*100 > alerts*2 {
		t.Errorf("%d of %d alerts missed, want at most 2 %%", missed, alerts)
	}
	if spoken*100 > negatives*15 {
		t.Errorf("%d of %d negatives taken for alerts, want at most 15 %%", spoken, negatives)
	}
}

// readPayload reads a payload that is a string or a message object.
func readPayload(t *testing.T, payload json.RawMessage) matcher.Alert {
	t.Helper()
	var text string
	if json.Unmarshal(payload, &text) == nil {
		payload = []byte(text)
	}
	a, err := ReadAny(payload)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
