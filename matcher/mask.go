package matcher

import (
	"regexp"
	"strings"
)

// A mask finds what differs from one alert of a kind to the next and so says
// nothing about its cause. Where the pattern has a group, only that is masked.
type mask struct {
	pattern *regexp.Regexp
	only    func(string) bool // nil: every match
}

// masks go one after the other over a text; each sees what is left by those
// before it. No match may cross a line.
var masks = []mask{
	// Emoji as Slack writes them; never the ":" inside host:port or job:rate:sum.
	{regexp.MustCompile(`(?:^|[^\pL\pN:/.])((?::[a-z+\-][a-z0-9_+\-]*:)+)`), nil},
	// The front of a link and its parameters; host and path stay.
	{regexp.MustCompile(`[a-z]{2,8}://(?:www\.)?`), nil},
	{regexp.MustCompile(`\?[A-Za-z0-9_.\-]+=[^\s"')>|]*`), nil},
	// Dates and times, also of syslog and klog.
	{regexp.MustCompile(`\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?: ?UTC|Z|[+-]\d{2}:?\d{2}\b)?`), nil},
	{regexp.MustCompile(`\b[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+`), nil},
	{regexp.MustCompile(`\b(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d )?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\b`), nil},
	// What Kubernetes appends to the name of a pod: replica set and pod, replica
	// set, or pod. It draws from letters and digits that spell no words.
	{regexp.MustCompile(`[a-z0-9](-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5})\b`), nil},
	{regexp.MustCompile(`[a-z0-9](-[bcdfghjklmnpqrstvwxz2456789]{8,10}|-[bcdfghjklmnpqrstvwxz2456789]{5})\b`), hasDigit},
	// UUIDs, addresses (also with port or prefix length), hashes.
	{regexp.MustCompile(`\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b`), nil},
	{regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)?\b`), nil},
	{regexp.MustCompile(`\[?\b(?:(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}\b|(?:[0-9A-Fa-f]{1,4}:)+:(?:[0-9A-Fa-f]{1,4}:)*(?:[0-9A-Fa-f]{1,4}\b)?)\]?`), nil},
	{regexp.MustCompile(`\b(?:0x)?[0-9A-Fa-f]{7,}\b`), hasDigit},
	// Durations, sizes, rates, and numbers too long to be a code.
	{regexp.MustCompile(`(?:\b|[+\-])\d+(?:[.,]\d+)*(?:e[+-]\d+)?(?: ?(?:%|(?:ns|us|µs|ms|s|sec|secs|m|min|mins|h|hr|hrs|d|seconds?|minutes?|hours?|days?|[KMGTP]i?B?|[kmg]b|bytes|[KMG]bps)\b)|(?:h\d+)?(?:m\d+(?:\.\d+)?)?s\b)`), nil},
	{regexp.MustCompile(`\d+\.\d{3,}\b|\b\d{6,}\b`), nil},
	// The name before a label's value. A name before a number stays: exit_code=137.
	{regexp.MustCompile(`\b([A-Za-z_][A-Za-z0-9_.]*)(?:=~?|!=|!~)["'A-Za-z/(]`), nil},
}

// masked is text with spaces in the place of everything masks find. It is as long
// as text, so that places in the one are places in the other.
func masked(text string) string {
	out := []byte(text)
	for _, m := range masks {
		for _, at := range m.pattern.FindAllSubmatchIndex(out, -1) {
			start, end := at[0], at[1]
			if len(at) > 2 {
				start, end = at[2], at[3]
			}
			if m.only == nil || m.only(string(out[start:end])) {
				for i := start; i < end; i++ {
					out[i] = ' '
				}
			}
		}
	}
	return string(out)
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
