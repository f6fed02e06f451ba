package matcher

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
)

// maxSketch is how many words of an alert its sketch has. Few alerts have more; of those the
// words with the smallest hashes are taken, which are the same ones for alerts like it.
const maxSketch = 512

// Sketch is what votes need of an alert to tell later which alerts are like it: its words as
// short hashes, without their order and without what varies from alert to alert. Nobody can read
// the alert in it, though who guesses a word can see whether it may be there. It is plain ASCII,
// at most 2,731 bytes, and "" for an alert without words.
func Sketch(a Alert) string {
	text := head(clean(head(alertText(a), maxAlert)), maxAlert)
	s := sketchOf(words(masked(text)))
	raw := make([]byte, 0, 4*len(s))
	for _, h := range s {
		raw = binary.BigEndian.AppendUint32(raw, h)
	}
	return base64.RawStdEncoding.EncodeToString(raw)
}

// A sketch is the hashes of words, each once, smallest first.
type sketch []uint32

// readSketch reads what Sketch wrote. Anything else is a sketch without words.
func readSketch(text string) sketch {
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(raw)%4 != 0 || len(raw) > 4*maxSketch {
		return nil
	}
	s := make(sketch, len(raw)/4)
	for i := range s {
		s[i] = binary.BigEndian.Uint32(raw[4*i:])
		if i > 0 && s[i] <= s[i-1] {
			return nil
		}
	}
	return s
}

func sketchOf(found []word) sketch {
	var s sketch
	for _, w := range found {
		if !w.whole {
			s = append(s, hashed(w.term))
		}
	}
	slices.Sort(s)
	s = slices.Compact(s)
	return slices.Clone(s[:min(len(s), maxSketch)])
}

// weightBits of a hash say how many tenths its word weighs, for the rest does not tell.
const weightBits = 15

// hashed is a term as a sketch has it. That two of the words of two alerts are taken for one by
// mistake happens once in thousands of alerts, and does little there.
func hashed(term string) uint32 {
	sum := sha256.Sum256([]byte(term))
	return binary.BigEndian.Uint32(sum[:])&^weightBits | uint32(math.Round(10*frameWeight(term)))
}

func weightOf(hash uint32) float64 { return float64(hash&weightBits) / 10 }

// overlap is the share of the words of both that both have, by weight, 0 to 1. Of alerts with
// more words than a sketch has it is that of the words that both sketches tell of.
func (s sketch) overlap(t sketch) float64 {
	end := min(s.end(), t.end())
	s, t = s.upTo(end), t.upTo(end)
	both, all := 0.0, 0.0
	for _, h := range s {
		for ; len(t) > 0 && t[0] < h; t = t[1:] {
			all += weightOf(t[0])
		}
		if len(t) > 0 && t[0] == h {
			both += weightOf(h)
			t = t[1:]
		}
		all += weightOf(h)
	}
	for _, h := range t {
		all += weightOf(h)
	}
	return both / max(all, leastTold)
}

// end is the last hash of which s tells whether the alert has it.
func (s sketch) end() uint32 {
	if len(s) < maxSketch {
		return math.MaxUint32
	}
	return s[len(s)-1]
}

func (s sketch) upTo(end uint32) sketch {
	n, found := slices.BinarySearch(s, end)
	if found {
		n++
	}
	return s[:n]
}
