package matcher

import (
	"bytes"
	"regexp"
)

// A mask finds what differs from one alert of a kind to the next and so says
// nothing about its cause. Where the pattern has a group, only that is masked.
type mask struct {
	sign    sign // a line without it has no match
	pattern *regexp.Regexp
	only    func([]byte) bool // nil: every match
	// first and begins say where a match can begin, by its first byte and by what is around;
	// the pattern is then only tried there, which is far cheaper than to look for it
	// everywhere. nil: anywhere.
	first  *bytesIn
	begins func(line []byte, i int) bool
}

// masks go one after the other over a text; each sees what is left by those
// before it. No match may cross a line.
var masks = []mask{
	// Emoji as Slack writes them; never the ":" inside host:port or job:rate:sum.
	{colons, regexp.MustCompile(`\A(?::[a-z+\-][a-z0-9_+\-]*:)+`), nil, &colonByte, emojiBegins},
	// The front of a link and its parameters; host and path stay.
	{slashes, regexp.MustCompile(`[a-z]{2,8}://(?:www\.)?`), nil, nil, nil},
	{question | equals, regexp.MustCompile(`\?[A-Za-z0-9_.\-]+=[^\s"')>|]*`), nil, nil, nil},
	// Dates and times, also of syslog and klog.
	{clock, regexp.MustCompile(`\A\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?: ?UTC|Z|[+-]\d{2}:?\d{2}\b)?`), nil, &digitBytes, dateBegins},
	{clock, regexp.MustCompile(`\A[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+`), nil, &capitals, klogBegins},
	{clock, regexp.MustCompile(`\A(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d )?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\b`), nil, &timeBytes, timeBegins},
	// What Kubernetes appends to the name of a pod: replica set and pod, replica
	// set, or pod. It draws from letters and digits that spell no words.
	{dash, regexp.MustCompile(`\A-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b`), nil, &dashByte, tailBegins},
	{dash, regexp.MustCompile(`\A-(?:[bcdfghjklmnpqrstvwxz2456789]{8,10}|[bcdfghjklmnpqrstvwxz2456789]{5})\b`), hasDigit, &dashByte, tailBegins},
	// UUIDs, addresses (also with port or prefix length), hashes.
	{dash | longRun, regexp.MustCompile(`\A[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b`), nil, &hexBytes, uuidBegins},
	{dotted, regexp.MustCompile(`\A\d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)?\b`), nil, &digitBytes, ip4Begins},
	{colons, regexp.MustCompile(`\A\[?(?:(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}\b|(?:[0-9A-Fa-f]{1,4}:)+:(?:[0-9A-Fa-f]{1,4}:)*(?:[0-9A-Fa-f]{1,4}\b)?)\]?`), nil, &ip6Bytes, ip6Begins},
	{digit | longRun, regexp.MustCompile(`\A(?:0x)?[0-9A-Fa-f]{7,}\b`), hasDigit, &hexBytes, hashBegins},
	// Durations, sizes, rates, and numbers too long to be a code.
	{digit, regexp.MustCompile(`\A[+\-]?\d+(?:[.,]\d+)*(?:e[+-]\d+)?(?: ?(?:%|(?:ns|us|µs|ms|s|sec|secs|m|min|mins|h|hr|hrs|d|seconds?|minutes?|hours?|days?|[KMGTP]i?B?|[kmg]b|bytes|[KMG]bps)\b)|(?:h\d+)?(?:m\d+(?:\.\d+)?)?s\b)`), nil, &signedBytes, measureBegins},
	{dotted, regexp.MustCompile(`\A\d+\.\d{3,}\b`), nil, &digitBytes, fractionBegins},
	{digit | longRun, regexp.MustCompile(`\A\d{6,}\b`), nil, &digitBytes, countBegins},
	// The name before a label's value. A name before a number stays: exit_code=137.
	{equals, regexp.MustCompile(`\b([A-Za-z_][A-Za-z0-9_.]*)(?:=~?|!=|!~)["'A-Za-z/(]`), nil, nil, nil},
}

// masked is text with spaces in the place of everything masks find, and of the lower frames
// of stack traces. It is as long as text, so that places in the one are places in the other.
func masked(text string) string {
	out := []byte(text)
	trimTrace(out)
	for start := 0; start < len(out); {
		end := len(out)
		if n := bytes.IndexByte(out[start:], '\n'); n >= 0 {
			end = start + n + 1
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
		if !m.first[line[i]] || !m.begins(line, i) {
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
	if m.only == nil || m.only(found) {
		for i := range found {
			found[i] = ' '
		}
	}
}
