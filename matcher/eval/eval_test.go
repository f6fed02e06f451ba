package eval

import (
	"math"
	"testing"
)

func TestScore(t *testing.T) {
	good := map[string]int{"A": 2, "B": 1}
	results := []Result{
		{Labels: map[string]string{"lang": "en"}, Grades: good, Ranked: []string{"A", "X"}, Spoke: true, Confidence: 0.95},
		{Labels: map[string]string{"lang": "ko"}, Grades: good, Ranked: []string{"X", "Y", "B"}, Spoke: true, Confidence: 0.85},
		{Labels: map[string]string{"lang": "en"}, Grades: good, Ranked: []string{"X", "Y", "Z", "A"}, Confidence: 0.15},
		{Labels: map[string]string{"lang": "en"}, Grades: good},
		{Labels: map[string]string{"lang": "en"}, Ranked: []string{"X"}, Spoke: true, Confidence: 0.95}, // the library has none
		{Negative: true, NearMiss: true, Spoke: true},
		{Negative: true, NearMiss: true},
		{Negative: true},
	}
	r := Score(results, "lang")
	if r.Alerts != 4 || r.Uncovered != 1 {
		t.Errorf("%d alerts with a case, %d without; want 4 and 1", r.Alerts, r.Uncovered)
	}
	for name, c := range map[string]struct {
		got      Share
		hits, of int
	}{
		"hit@1": {r.Hit1, 1, 4}, "hit@3": {r.Hit3, 2, 4}, "answered": {r.Answered, 2, 4},
		"precision": {r.Precision, 1, 3}, "false": {r.False, 1, 3}, "near": {r.NearMiss, 1, 2},
	} {
		if c.got.Hits != c.hits || c.got.Of != c.of {
			t.Errorf("%s: %d of %d, want %d of %d", name, c.got.Hits, c.got.Of, c.hits, c.of)
		}
	}
	if want := round((1 + 1.0/3 + 1.0/4) / 4); r.MRR != want {
		t.Errorf("MRR %v, want %v", r.MRR, want)
	}
	// Bins: 0.95 twice, once right (off by 0.9); 0.85 wrong (0.85); 0.15 wrong (0.15).
	if want := round((0.9 + 0.85 + 0.15) / 4); r.Calibration != want {
		t.Errorf("calibration %v, want %v", r.Calibration, want)
	}
	if ko := r.Splits["lang"]["ko"]; ko.Alerts != 1 || ko.Hit3.Hits != 1 || ko.Hit1.Hits != 0 {
		t.Errorf("Korean split: %+v", ko)
	}
	if got := r.Values("lang"); len(got) != 2 || got[0] != "en" {
		t.Errorf("values of lang: %v", got)
	}
}

func TestShareInterval(t *testing.T) {
	s := share(8, 10) // Wilson: 0.490 to 0.943
	if math.Abs(s.Low-0.490) > 0.001 || math.Abs(s.High-0.943) > 0.001 || s.Mean != 0.8 {
		t.Errorf("8 of 10: %+v", s)
	}
	if s := share(0, 0); s.Mean != 0 || s.High != 0 {
		t.Errorf("0 of 0: %+v", s)
	}
}
