package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestStats holds what eval prints against the figures of the last change: of the labelled
// alerts beside the repository, without which that part is skipped, and of the alerts in it
// that tell a symptom and no hint of a cause, for which no case is right.
func TestStats(t *testing.T) {
	t.Parallel()
	labels := root + "/matcher/testdata/eval/"
	for stats, alerts := range map[string]string{
		"testdata/stats.txt":    root + "/../shared/eval/alerts-dev.jsonl",
		"testdata/symptoms.txt": labels + "symptoms.jsonl",
	} {
		t.Run(filepath.Base(alerts), func(t *testing.T) {
			if _, err := os.Stat(alerts); err != nil {
				t.Skip(err)
			}
			var out, errs bytes.Buffer
			if code := run(t.Context(), []string{"eval", "--alerts", alerts, "--qrels", labels + "dev.qrels"}, none, nil, &out, &errs); code != 0 {
				t.Fatalf("status %d: %s", code, &errs)
			}
			compareStats(t, stats, out.String())
		})
	}
}
