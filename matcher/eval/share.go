package eval

import "math"

// Share is a proportion with its 95 % interval (Wilson's).
type Share struct {
	Hits int     `json:"hits"`
	Of   int     `json:"of"`
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// ShareOf is hits of so many, with the interval; of nothing it is zero.
func ShareOf(hits, of int) Share { return share(hits, of) }

// share is a proportion with Wilson's interval; of nothing it is zero.
func share(hits, of int) Share {
	s := Share{Hits: hits, Of: of}
	if of == 0 {
		return s
	}
	const z = 1.96
	n, p := float64(of), float64(hits)/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	s.Mean, s.Low, s.High = round(p), round(math.Max(0, middle-half)), round(math.Min(1, middle+half))
	return s
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
