package matcher

import "bytes"

// A sign is a set of what a line may hold: to look for it is far cheaper than a pattern.
type sign uint16

const (
	digit    sign = 1 << iota
	dash          // "-"
	equals        // "="
	question      // "?"
	colons        // two of ":" or more
	slashes       // "://"
	clock         // a digit, ":" or "-" or "/", a digit
	dotted        // a digit, ".", a digit
	longRun       // six digits, or seven hexadecimal ones, or more in a row
)

// signsOf reads a line once. Most of its bytes are letters that can be of no sign.
func signsOf(line []byte) (s sign) {
	colon, run := 0, 0
	for i, c := range line {
		if isHex(c) {
			if run++; run >= 6 {
				s |= longRun
			}
			if isDigit(c) {
				s |= digit
			}
			continue
		}
		run = 0
		if c > '?' {
			continue
		}
		between := i > 0 && i+1 < len(line) && isDigit(line[i-1]) && isDigit(line[i+1])
		switch c {
		case '-', '/':
			if c == '-' {
				s |= dash
			}
			if between {
				s |= clock
			}
		case '=':
			s |= equals
		case '?':
			s |= question
		case '.':
			if between {
				s |= dotted
			}
		case ':':
			if colon++; colon > 1 {
				s |= colons
			}
			if between {
				s |= clock
			}
			if bytes.HasPrefix(line[i:], []byte("://")) {
				s |= slashes
			}
		}
	}
	return s
}
