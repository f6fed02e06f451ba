package matcher

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// What follows says where the matches of a mask can begin in a line, by a look at the bytes
// around one that can be the first of it: a pattern takes a hundred times as long to say no. They
// may say yes where nothing matches, never no where something does.

// dateBegins looks for a year.
func dateBegins(line []byte, i int) bool {
	return (byteAt(line, i+4) == '-' || byteAt(line, i+4) == '/') && outside(line, i)
}

// klogBegins looks for the severity and date of klog: I0102.
func klogBegins(line []byte, i int) bool {
	return isDigit(byteAt(line, i+1)) && outside(line, i)
}

// timeBegins looks for a time or the name of a month.
func timeBegins(line []byte, i int) bool {
	if isUpper(line[i]) {
		return byteAt(line, i+3) == ' ' && outside(line, i)
	}
	return (byteAt(line, i+1) == ':' || byteAt(line, i+2) == ':') && outside(line, i)
}

// tailBegins looks for a dash behind a name and five letters of a tail.
func tailBegins(line []byte, i int) bool {
	if i == 0 || !isDigit(line[i-1]) && !isLower(line[i-1]) {
		return false
	}
	for n := 1; n <= 5; n++ {
		if !podLetters[byteAt(line, i+n)] {
			return false
		}
	}
	return true
}

// emojiBegins looks for the name of an emoji, and that the colon before is not part of one.
func emojiBegins(line []byte, i int) bool {
	if next := byteAt(line, i+1); !isLower(next) && next != '+' && next != '-' {
		return false
	}
	before, _ := utf8.DecodeLastRune(line[:i])
	return i == 0 || before != ':' && before != '/' && before != '.' && !unicode.IsLetter(before) && !unicode.IsNumber(before)
}

// uuidBegins looks for the first dash.
func uuidBegins(line []byte, i int) bool {
	return byteAt(line, i+8) == '-' && outside(line, i)
}

// hashBegins looks for seven hexadecimal digits.
func hashBegins(line []byte, i int) bool {
	if !outside(line, i) {
		return false
	}
	if byteAt(line, i+1) == 'x' {
		i += 2
	}
	return hexes(line, i, 7) == 7
}

// ip4Begins looks for one to three digits and a dot.
func ip4Begins(line []byte, i int) bool {
	return bytes.IndexByte(line[i:min(i+4, len(line))], '.') > 0 && outside(line, i)
}

// ip6Begins looks for one to four hexadecimal digits and a colon, also behind a bracket.
func ip6Begins(line []byte, i int) bool {
	if line[i] == '[' {
		i++
	} else if !outside(line, i) {
		return false
	}
	n := hexes(line, i, 4)
	return n > 0 && byteAt(line, i+n) == ':'
}

// measureBegins looks for a number, maybe with a sign, and the first letter of a unit, maybe
// behind a space.
func measureBegins(line []byte, i int) bool {
	if line[i] == '-' || line[i] == '+' {
		i++
		if !isDigit(byteAt(line, i)) {
			return false
		}
	} else if !outside(line, i) {
		return false
	}
	for i < len(line) && (isDigit(line[i]) || (line[i] == '.' || line[i] == ',') && isDigit(byteAt(line, i+1))) {
		i++
	}
	if byteAt(line, i) == ' ' {
		i++
	}
	return unitLetters[byteAt(line, i)]
}

// fractionBegins looks for the first of some digits, also within a word.
func fractionBegins(line []byte, i int) bool {
	return i == 0 || !isDigit(line[i-1])
}

// countBegins looks for six digits.
func countBegins(line []byte, i int) bool {
	return isDigit(byteAt(line, i+5)) && outside(line, i)
}
