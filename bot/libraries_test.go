package bot

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"incidentlib/matcher"
	"incidentlib/seeds"
)

// BenchmarkLibraries measures what the library of each workspace costs beside the program's: with
// cases of its own, with votes, and with cases that a channel must not hear of. Each op makes one
// of them. For the figures:
//
//	go test ./bot -run '^$' -bench Libraries -benchtime 1x
func BenchmarkLibraries(b *testing.B) {
	shipped, err := seeds.Bundled()
	if err != nil {
		b.Fatal(err)
	}
	words, err := seeds.Vocabulary()
	if err != nil {
		b.Fatal(err)
	}
	heap := func() float64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / 1e6
	}
	none := heap()
	base, err := matcher.NewLibraryWith(shipped, words)
	if err != nil {
		b.Fatal(err)
	}
	defer base.Close()
	b.Logf("%d shipped cases: %.1f MB", len(shipped), heap()-none)
	kind := func(name string, from *matcher.Library, add func(n int) (*matcher.Library, error)) {
		b.Run(name, func(b *testing.B) {
			before, kept := heap(), make([]*matcher.Library, 0, b.N)
			b.ResetTimer()
			for n := range b.N {
				l, err := add(n)
				if err != nil {
					b.Fatal(err)
				}
				kept = append(kept, l)
			}
			b.StopTimer()
			b.ReportMetric((heap()-before)/float64(b.N), "MB")
			start := time.Now()
			for _, l := range kept {
				if _, err := l.Find(b.Context(), matcher.Alert{Kind: matcher.Problem, Text: kafkaAlert}, Finds); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(time.Since(start).Microseconds())/1000/float64(b.N), "find-ms")
			for _, l := range kept {
				if l != from {
					l.Close()
				}
			}
		})
	}
	for _, n := range []int{0, 1, 100, 1000, 10_000} {
		kind(fmt.Sprint("own-", n), base, func(int) (*matcher.Library, error) {
			if n == 0 {
				return base, nil
			}
			return base.With(ownLike(shipped, n)...)
		})
	}
	kind("votes-5000", base, func(int) (*matcher.Library, error) {
		votes := make([]matcher.Vote, 5000)
		for i := range votes {
			a := matcher.Alert{Text: fmt.Sprint(kafkaAlert, " on rack ", i)}
			votes[i] = matcher.Vote{Case: shipped[i%50].ID, Alert: matcher.Sketch(a), Weight: 1, Person: fmt.Sprint("U", i)}
		}
		return base.Heeding(votes), nil
	})
	kind("hiding-100", base, func(int) (*matcher.Library, error) {
		var ids []string
		for _, c := range shipped[:100] {
			ids = append(ids, c.ID)
		}
		return base.Hiding(ids), nil
	})
}

// ownLike makes n own cases of the length of shipped ones, in their words.
func ownLike(shipped []*matcher.Case, n int) []*matcher.Case {
	own := make([]*matcher.Case, n)
	for i := range own {
		c := *shipped[i%len(shipped)]
		c.ID, c.Title.En = fmt.Sprintf("OWN-%05d", i), fmt.Sprint(c.Title.En, " at site ", i)
		own[i] = &c
	}
	return own
}
