package matcher

import (
	"bytes"
	"regexp"
)

// topFrames is how many frames of a stack trace are read. Those below say how any request of
// the program is served, and would drown the exception and where it was thrown.
const topFrames = 3

// frame matches a line of a stack trace as runtimes print it: JVM, .NET and JavaScript, Python,
// PHP and gdb, Ruby, Go.
var frame = regexp.MustCompile(`^\s*(?:at [\w$.<>/\[\] ]+[(:]|at \S+:\d+|File "[^"]+", line \d+|#\d+ +\S|from \S+:\d+:in |\S+\.(?:go|rb|py|jsx?|tsx?|java|kt|scala|php):\d+)`)

// trimTrace blanks, line by line in text, what stands in a trace below its top frames. A line
// that is no frame, such as the cause of an exception, begins a trace anew.
func trimTrace(text []byte) {
	frames := 0
	for start := 0; start < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := text[start:end]
		switch {
		case !bytes.ContainsAny(line, ":(\"") || !frame.Match(line[:min(len(line), 300)]):
			frames = 0
		case frames >= topFrames:
			for i := range line {
				line[i] = ' '
			}
		default:
			frames++
		}
		start = end + 1
	}
}
