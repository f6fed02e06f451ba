package store_test

import (
	"fmt"
	"testing"

	"incidentlib/bot/store"
)

func benchmark(b *testing.B, run func(b *testing.B, s *store.Store)) {
	for _, name := range []string{"file", "PostgreSQL"} {
		b.Run(name, func(b *testing.B) {
			s := open(b, places[name](b))
			b.ResetTimer()
			run(b, s)
		})
	}
}

// Accepting what Slack delivers, one by one and in batches; a batch is one op of 50 items.
func BenchmarkAccept(b *testing.B) {
	for _, size := range []int{1, 50} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			benchmark(b, func(b *testing.B, s *store.Store) {
				for i := range b.N {
					batch := make([]store.Item, size)
					for j := range batch {
						batch[j] = item(fmt.Sprint("C", j%20), fmt.Sprint(i, "-", j), i*size+j)
					}
					accept(b, s, batch...)
				}
				b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "items/s")
			})
		})
	}
}

// One item from its arrival to its end: accept, take, next, and the end of its lane.
func BenchmarkItem(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store) {
		for i := range b.N {
			id := fmt.Sprint(i)
			accept(b, s, item("C1", id, i))
			h := take(b, s, "p1", hour)
			next(b, s, h, "", id)
			next(b, s, h, id, "")
		}
	})
}

// How long a start takes on a file with 100,000 items that were done.
func BenchmarkOpen(b *testing.B) {
	path := places["file"](b)
	s := open(b, path)
	for i := range 1000 {
		batch := make([]store.Item, 100)
		for j := range batch {
			batch[j] = item("C1", fmt.Sprint("item/", i, "/", j), i*100+j)
		}
		accept(b, s, batch...)
	}
	b.ResetTimer()
	for range b.N {
		s, err := store.Open(b.Context(), path)
		must(b, err)
		must(b, s.Close())
	}
}
