package matcher

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// numbered is a text of so many words that are not found elsewhere, with no numbers in them.
func numbered(prefix string, from, to int) string {
	letters := strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i", "9", "k")
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "%sx%sx\n", prefix, letters.Replace(fmt.Sprintf("%05d", i)))
	}
	return b.String()
}

// What is kept of an alert is as like the alert as the alert itself, however long it is and
// wherever its words stand: the same part of it counts on both sides.
func TestVoteOnAnyAlert(t *testing.T) {
	l := newLibrary(t, append(others(), titled("A", "Redis memory full"), titled("B", "Redis memory full twice"))...)
	text := "Redis memory full on cache-7\n"
	for name, alert := range map[string]Alert{
		"long":                {Text: text + numbered("word", 0, 1500)},
		"longer than is read": {Text: text + numbered("word", 0, 20_000)},
		"in Korean":           {Text: text + strings.Repeat("메모리가 부족합니다 연결이 끊어졌습니다 ", 500)},
		"most in its labels":  {Text: text, Title: "the cache cluster of the checkout", Labels: []Label{{"job", "exporter of the cache"}, {"pod", "checkout frontend replica"}, {"reason", "allocation refused by policy"}}},
		"a group":             {Text: text, Members: []string{"eviction of sessions begins", "replica lags behind primary", "allocation refused by policy"}},
		"with stop words, codes and joined words": {Text: text + "it is not the status 503 of core dns: OOMKilled, exit code 137, the shop_front of it"},
	} {
		kept := Sketch(alert)
		if len(kept) > 2731 || strings.Contains(kept, "edis") {
			t.Errorf("%s: %d bytes are kept: %.80s", name, len(kept), kept)
		}
		plain, moved := find(t, l, alert, 2), find(t, l.Heeding([]Vote{{"A", kept, -1, ""}}), alert, 2)
		if ids(plain) != "A B" || ids(moved) != "B A" || moved[1].Score > plain[0].Score*(1-voteStep)+1e-6 {
			t.Errorf("%s: %s, and after a vote against the first %s", name, ids(plain), ids(moved))
		}
	}
}

func TestSketchOverlap(t *testing.T) {
	of := func(parts ...string) sketch { return readSketch(Sketch(Alert{Text: strings.Join(parts, "")})) }
	for _, test := range []struct {
		name      string
		a, b      sketch
		want, off float64
	}{
		{"nothing", nil, nil, 0, 0},
		{"one word weighs too little to be alike", of("firing"), of("firing"), 0.2 / leastTold, 1e-9},
		{"half of the words", of(numbered("w", 0, 30)), of(numbered("w", 10, 40)), 0.5, 1e-9},
		{"words of the frame count less", of(numbered("w", 0, 4), "firing"), of(numbered("w", 0, 4), "500"), 4 / 5.2, 1e-9},
		{"long and the same", of(numbered("w", 0, 3000)), of(numbered("w", 0, 3000)), 1, 1e-9},
		{"long, six in ten", of(numbered("w", 0, 2400)), of(numbered("w", 600, 3000)), 0.6, 0.06},
		{"long, none", of(numbered("w", 0, 2400)), of(numbered("v", 0, 2400)), 0, 0.01},
		{"long and a third of it", of(numbered("w", 0, 1200)), of(numbered("w", 0, 400)), 1.0 / 3, 0.06},
	} {
		for _, got := range []float64{test.a.overlap(test.b), test.b.overlap(test.a)} {
			if math.Abs(got-test.want) > test.off {
				t.Errorf("%s: %.3f, not %.3f", test.name, got, test.want)
			}
		}
	}
}

func TestReadSketch(t *testing.T) {
	for _, text := range []string{"disk full", "DiskFull", "AAAAAQAAAAE", "AAAAAgAAAAE", strings.Repeat("A", 3000), "AAAAA"} {
		if s := readSketch(text); len(s) > 0 {
			t.Errorf("%.20q is read as %v", text, s)
		}
	}
	if Sketch(Alert{}) != "" {
		t.Error("an alert without words has a sketch")
	}
}
