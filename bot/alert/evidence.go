package alert

import (
	"regexp"
	"strings"
)

// evidence weighs the words of a message that no tool vouches for.
type evidence struct {
	failure   int // something fails, in whatever words
	technical int // it happens in software or machines
	chat      int // people talk, plan, report, celebrate
	success   int // it went well
}

// failing reports whether the words speak of a failure in a system. A coffee
// machine that is down is none, nor is a talk about an outage. Where many things
// of a system are named, a passing word about lunch weighs less; and a plain
// statement about a system, without a trace of talk or success, is taken for a
// report of what is wrong with it: people in a hurry write "the primary fenced
// itself and both replicas think they are followers".
func (e evidence) failing() bool {
	switch {
	case e.technical == 0:
		return e.failure >= 2 && e.chat+e.success == 0 // "everything is down"
	case e.failure == 0:
		return e.technical >= 2 && e.chat == 0 && e.success == 0
	}
	return e.failure+min(e.technical, 8)/2 > e.chat+e.success
}

// weigh reads text for evidence of each sort. A failure that is denied, as in
// "0 incidents", counts for success.
func weigh(text string) evidence {
	denials := 0
	for _, f := range vocabulary["denied"] {
		found := f.words.all(text, -1)
		denials += min(len(found), 2)
		text = without(text, found)
	}
	errors := weight("error", text)
	e := evidence{
		failure:   errors + weight("failure", text),
		technical: weight("technical", text),
		chat:      weight("chat", text),
		success:   weight("success", text) + denials,
	}
	if errors > 0 {
		e.technical++
	}
	if isLog(text) {
		e.failure += 2
		e.technical++
	}
	return e
}

// without is text with a space in the place of each of these pieces.
func without(text string, pieces [][]int) string {
	var rest strings.Builder
	from := 0
	for _, p := range pieces {
		rest.WriteString(text[from:p[0]] + " ")
		from = p[1]
	}
	return rest.String() + text[from:]
}

// isLog says whether a line of text begins as one of a log does.
func isLog(text string) bool {
	for line := 0; ; {
		if logLine.MatchString(text[line:]) {
			return true
		}
		end := strings.IndexByte(text[line:], '\n')
		if end < 0 {
			return false
		}
		line += end + 1
	}
}

// logLine matches the beginning of a line of a log: a time, a level, a process.
var logLine = regexp.MustCompile(`\A(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d |\[[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:|\[ *\d+\.\d{3,}\]|[EWIF]\d{4} \d\d:\d\d|\[?(?:ERROR|FATAL|PANIC|WARN(?:ING)?|SEVERE|CRITICAL)\]?[: ]|(?i:error|fatal|warning|panic)\b[^\n:]{0,40}: |curl: \(|(?:time|ts|level)=|\{"\w+":|kernel: |[\w.]+(?:Exception|Error): |Error \d+|Traceback |thread '|goroutine \d+|\s+at [\w.$]+\()`)
