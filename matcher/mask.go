package matcher

import (
	"bytes"
	"regexp"
	"strings"
)

// A mask finds what differs from one alert of a kind to the next and so says
// nothing about its cause. Where the pattern has a group, only that is masked.
type mask struct {
	sign    sign // a line without it has no match
	pattern *regexp.Regexp
	only    func(string) bool // nil: every match
	// begins says where a match can begin; the pattern is then only tried there, which is
	// far cheaper than to look for it everywhere. nil: anywhere.
	begins func(line []byte, i int) bool
}

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

func signsOf(line []byte) (s sign) {
	colon, run := 0, 0
	for i, c := range line {
		number := isDigit(c)
		if number || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' {
			if run++; run >= 6 {
				s |= longRun
			}
		} else {
			run = 0
		}
		if number {
			s |= digit
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

// masks go one after the other over a text; each sees what is left by those
// before it. No match may cross a line.
var masks = []mask{
	// Emoji as Slack writes them; never the ":" inside host:port or job:rate:sum.
	{colons, regexp.MustCompile(`(?:^|[^\pL\pN:/.])((?::[a-z+\-][a-z0-9_+\-]*:)+)`), nil, nil},
	// The front of a link and its parameters; host and path stay.
	{slashes, regexp.MustCompile(`[a-z]{2,8}://(?:www\.)?`), nil, nil},
	{question | equals, regexp.MustCompile(`\?[A-Za-z0-9_.\-]+=[^\s"')>|]*`), nil, nil},
	// Dates and times, also of syslog and klog.
	{clock, regexp.MustCompile(`\A\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?: ?UTC|Z|[+-]\d{2}:?\d{2}\b)?`), nil, numberBegins},
	{clock, regexp.MustCompile(`\A[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+`), nil, wordBegins},
	{clock, regexp.MustCompile(`\A(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d )?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\b`), nil, timeBegins},
	// What Kubernetes appends to the name of a pod: replica set and pod, replica
	// set, or pod. It draws from letters and digits that spell no words.
	{dash, regexp.MustCompile(`\A-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b`), nil, tailBegins},
	{dash, regexp.MustCompile(`\A-(?:[bcdfghjklmnpqrstvwxz2456789]{8,10}|[bcdfghjklmnpqrstvwxz2456789]{5})\b`), hasDigit, tailBegins},
	// UUIDs, addresses (also with port or prefix length), hashes.
	{dash | longRun, regexp.MustCompile(`\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b`), nil, nil},
	{dotted, regexp.MustCompile(`\A\d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)?\b`), nil, numberBegins},
	{colons, regexp.MustCompile(`\[?\b(?:(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}\b|(?:[0-9A-Fa-f]{1,4}:)+:(?:[0-9A-Fa-f]{1,4}:)*(?:[0-9A-Fa-f]{1,4}\b)?)\]?`), nil, nil},
	{digit | longRun, regexp.MustCompile(`\b(?:0x)?[0-9A-Fa-f]{7,}\b`), hasDigit, nil},
	// Durations, sizes, rates, and numbers too long to be a code.
	{digit, regexp.MustCompile(`\A[+\-]?\d+(?:[.,]\d+)*(?:e[+-]\d+)?(?: ?(?:%|(?:ns|us|µs|ms|s|sec|secs|m|min|mins|h|hr|hrs|d|seconds?|minutes?|hours?|days?|[KMGTP]i?B?|[kmg]b|bytes|[KMG]bps)\b)|(?:h\d+)?(?:m\d+(?:\.\d+)?)?s\b)`), nil, signedBegins},
	{dotted, regexp.MustCompile(`\d+\.\d{3,}\b`), nil, nil},
	{digit | longRun, regexp.MustCompile(`\A\d{6,}\b`), nil, numberBegins},
	// The name before a label's value. A name before a number stays: exit_code=137.
	{equals, regexp.MustCompile(`\b([A-Za-z_][A-Za-z0-9_.]*)(?:=~?|!=|!~)["'A-Za-z/(]`), nil, nil},
}

// masked is text with spaces in the place of everything masks find, and of the lower frames
// of stack traces. It is as long as text, so that places in the one are places in the other.
func masked(text string) string {
	out := []byte(text)
	trimTrace(out)
	for start := 0; start < len(out); {
		end := start + 1
		for end < len(out) && out[end-1] != '\n' {
			end++
		}
		maskLine(out[start:end])
		start = end
	}
	return string(out)
}

func maskLine(line []byte) {
	signs := signsOf(line)
	if signs == 0 {
		return
	}
	for i := range masks {
		m := &masks[i]
		if signs&m.sign != m.sign {
			continue
		}
		if m.begins != nil {
			m.anchored(line)
			continue
		}
		for _, at := range m.pattern.FindAllSubmatchIndex(line, -1) {
			start, end := at[0], at[1]
			if len(at) > 2 {
				start, end = at[2], at[3]
			}
			m.blank(line[start:end])
		}
	}
}

// anchored masks line where a match begins.
func (m *mask) anchored(line []byte) {
	for i := 0; i < len(line); i++ {
		if !m.begins(line, i) {
			continue
		}
		if at := m.pattern.FindIndex(line[i:]); at != nil {
			m.blank(line[i : i+at[1]])
			i += at[1] - 1
		}
	}
}

// blank puts spaces in the place of found.
func (m *mask) blank(found []byte) {
	if m.only == nil || m.only(string(found)) {
		for i := range found {
			found[i] = ' '
		}
	}
}

// numberBegins says whether a number begins at i, and not within a word.
func numberBegins(line []byte, i int) bool {
	return isDigit(line[i]) && (i == 0 || !isWord(line[i-1]))
}

// wordBegins says whether a word begins at i with a capital.
func wordBegins(line []byte, i int) bool { return isUpper(line[i]) && (i == 0 || !isWord(line[i-1])) }

// timeBegins says whether a time or the name of a month may begin at i.
func timeBegins(line []byte, i int) bool { return numberBegins(line, i) || wordBegins(line, i) }

// signedBegins does so for a number that may have a sign.
func signedBegins(line []byte, i int) bool {
	return numberBegins(line, i) || (line[i] == '-' || line[i] == '+') && i+1 < len(line) && isDigit(line[i+1])
}

// tailBegins says whether a dash stands at i, behind a name.
func tailBegins(line []byte, i int) bool {
	return line[i] == '-' && i > 0 && (isDigit(line[i-1]) || isLower(line[i-1]))
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isWord(b byte) bool { return b == '_' || isDigit(b) || isLower(b) || isUpper(b) }

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
