package matcher

import "bytes"

// outside says whether no word goes on at i.
func outside(line []byte, i int) bool { return i == 0 || !isWord(line[i-1]) }

// byteAt is 0 beyond the end.
func byteAt(line []byte, i int) byte {
	if i >= len(line) {
		return 0
	}
	return line[i]
}

// hexes counts the hexadecimal digits from i on, up to most.
func hexes(line []byte, i, most int) int {
	n := 0
	for n < most && isHex(byteAt(line, i+n)) {
		n++
	}
	return n
}

// bytesIn is a set of bytes that is quick to ask.
type bytesIn [256]bool

func bytesOf(list string) (in bytesIn) {
	for i := range len(list) {
		in[list[i]] = true
	}
	return in
}

var (
	hexBytes  = bytesOf("0123456789abcdefABCDEF")
	wordBytes = bytesOf("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	// podLetters are what Kubernetes draws the tails of names from.
	podLetters = bytesOf("bcdfghjklmnpqrstvwxz2456789")
	// unitLetters are the first bytes of the units of measures, and "e" of an exponent.
	unitLetters = bytesOf("%nuµmshdgbkKMGTPe")

	// What masks begin with.
	digitBytes  = bytesOf("0123456789")
	signedBytes = bytesOf("0123456789+-")
	capitals    = bytesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	timeBytes   = bytesOf("0123456789JFMASOND")
	ip6Bytes    = bytesOf("[0123456789abcdefABCDEF")
	colonByte   = bytesOf(":")
	dashByte    = bytesOf("-")
)

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHex(b byte) bool { return hexBytes[b] }

func isWord(b byte) bool { return wordBytes[b] }

func hasDigit(s []byte) bool { return bytes.ContainsAny(s, "0123456789") }
