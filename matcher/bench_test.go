package matcher

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// manyCases makes n cases of about 400 words, some rare and most common, with a
// signal of their own. The same n gives the same cases.
func manyCases(n int) []*Case {
	r := rand.New(rand.NewPCG(1, 2))
	// A few words are everywhere and most are rare, as in any language.
	vocabulary := rand.NewZipf(r, 1.1, 8, 20_000)
	prose := func(words int) string {
		var b strings.Builder
		for range words {
			fmt.Fprintf(&b, "%s ", coined(vocabulary.Uint64()))
		}
		return b.String()
	}
	cases := make([]*Case, n)
	for i := range cases {
		cases[i] = &Case{
			ID:           fmt.Sprintf("B-%04d", i),
			Title:        Text{En: prose(8)},
			SymptomsText: Text{En: prose(150)},
			Summary:      Text{En: prose(250)},
			Components:   []string{coined(uint64(i % 60))},
			Signals:      []string{fmt.Sprintf("%s_%s_total", coined(uint64(i)), coined(uint64(i+1))), "failed to … " + prose(3)},
		}
	}
	return cases
}

// coined is the n-th made-up word.
func coined(n uint64) string {
	var b strings.Builder
	for n += 40; n > 0; n /= 40 {
		b.WriteString("bcdfghjklmnprstvwxyz"[n%20:][:1] + "aeiou"[n%5:][:1])
	}
	return b.String()
}

func benchmarkFind(b *testing.B, lines int) {
	cases := manyCases(500)
	l, err := NewLibrary(cases)
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	words := strings.Fields(cases[123].SymptomsText.En + cases[321].SymptomsText.En + cases[231].Summary.En)
	var text strings.Builder
	text.WriteString("[FIRING:1] " + cases[123].Signals[0] + " (10.2.3.4, payments-api-7d9f8b6c5d-x2x9z)\n")
	for i := range lines {
		text.WriteString(strings.Join(words[i*10%500:][:10], " ") + "\n")
	}
	a := Alert{Kind: Problem, Text: text.String()}
	b.ReportAllocs()
	for b.Loop() {
		matches, err := l.Find(b.Context(), a, 3)
		if err != nil || matches[0].Case != cases[123] {
			b.Fatal(err, matches)
		}
	}
}

func BenchmarkFindShort(b *testing.B) { benchmarkFind(b, 1) }
func BenchmarkFindAlert(b *testing.B) { benchmarkFind(b, 6) }
func BenchmarkFindTrace(b *testing.B) { benchmarkFind(b, 30) }

// Thousands of votes on alerts of one kind, each with a word of its own.
func BenchmarkFindVoted(b *testing.B) {
	cases := manyCases(500)
	l, err := NewLibrary(cases)
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	alert := cases[123].Signals[0] + " " + cases[123].Title.En + cases[321].Title.En
	l = l.Heeding(manyVotes(cases, alert, 5000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Find(b.Context(), Alert{Kind: Problem, Text: alert + " on one"}, 3); err != nil {
			b.Fatal(err)
		}
	}
}

// manyVotes are n votes on cases, for alerts that differ by a word.
func manyVotes(cases []*Case, alert string, n int) []Vote {
	out := make([]Vote, n)
	for i := range out {
		out[i] = Vote{cases[i%50].ID, Sketch(Alert{Text: alert + " on " + lettered(i)}), float64(i%3 - 1), ""}
	}
	return out
}

// lettered is a word of its own for each number.
func lettered(n int) string {
	return "v" + strings.Map(func(r rune) rune { return r - '0' + 'k' }, fmt.Sprint(n)) + "x"
}

func BenchmarkNewLibrary500(b *testing.B) {
	cases := manyCases(500)
	for b.Loop() {
		l, err := NewLibrary(cases)
		if err != nil {
			b.Fatal(err)
		}
		l.Close()
	}
}
