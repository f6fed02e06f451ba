package alert

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// BenchmarkRead reads the messages of the tests, each once in a round.
func BenchmarkRead(b *testing.B) {
	files, err := filepath.Glob("testdata/kind/*.txtar")
	if err != nil || len(files) == 0 {
		b.Fatalf("no messages: %v", err)
	}
	var messages [][]byte
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range ar.Files {
			messages = append(messages, f.Data)
		}
	}
	for b.Loop() {
		for _, m := range messages {
			if _, err := ReadAny(m); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(messages)), "µs/message")
}
