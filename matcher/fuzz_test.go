package matcher

import (
	"math"
	"testing"
)

// Whatever is asked, a search ends with finite scores whose evidence adds up to them, and the
// library is as good for the next one.
func FuzzSearch(f *testing.F) {
	v := &Vocabulary{
		Symptoms:   []Term{{Slug: "disk-full", Aliases: []string{"disk full", "디스크 가득"}, Implies: []string{"service-down"}}},
		Components: []Term{{Slug: "cilium"}},
		Mechanisms: []Term{{Slug: "conntrack-full", Name: Text{En: "table full"}, Says: []string{"conntrack table full, dropping packet", "연결 테이블이 가득 찼다"}}, {Slug: "disk-full", Says: []string{"no space left on device"}}},
		Ambiguous:  []Ambiguity{{Phrase: "full", Means: []string{"disk-full"}, Near: []Near{{Words: []string{"table"}}}}},
	}
	c := martian()
	c.Mechanisms, c.Examples = []string{"conntrack-full"}, Examples{Differ: []string{"conntrack table full on a router"}}
	l, err := NewLibraryWith(append(others(), c), v)
	if err != nil {
		f.Fatal(err)
	}
	l = l.Heeding([]Vote{
		{"IL-1", Sketch(Alert{Text: "martian source"}), -1, "U1"}, {"K1", Sketch(Alert{Text: "Kafka broker disk full"}), 1, "U1"},
	})
	for _, text := range []string{
		"martian source 10.0.0.1", `component:cilium -"a b" since:2020`, "-", `"`, `-"`, `org:"`, "a:b -c:d", "디스크 가득 -테이블", "\xff\x00:\"",
		"at a.b(c.go:1)\nat a.b(c.go:1)\nat a.b(c.go:1)\nat a.b(c.go:1)", "lang:ko " + string(make([]byte, 5000)),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSearch(text)
		if err != nil {
			s = Search{Words: text}
		}
		found, err := l.Search(t.Context(), s, 3)
		if err != nil || len(found) > 3 {
			t.Fatalf("%d cases, %v", len(found), err)
		}
		for _, m := range found {
			sum := 0.0
			for _, e := range m.Evidence {
				sum += e.Weight
			}
			if math.IsNaN(m.Score) || math.Abs(sum-m.Score) > 1e-6 || m.Coverage < 0 || m.Coverage > 1 || m.Meaning < 0 || m.Meaning > 1 {
				t.Errorf("%s: score %v, evidence %v, coverage %v, meaning %v", m.Case.ID, m.Score, sum, m.Coverage, m.Meaning)
			}
		}
		if s := readSketch(Sketch(Alert{Text: text})); len(s) > 0 && s.overlap(s) > 1+1e-9 || len(s) > maxSketch || len(readSketch(text)) > maxSketch {
			t.Errorf("%d words in the sketch, %v like itself", len(s), s.overlap(s))
		}
		if again := find(t, l, Alert{Text: "martian source"}, 1); ids(again) != "IL-1" {
			t.Errorf("afterwards the next alert finds %s", ids(again))
		}
	})
}
