package alert

import (
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"incidentlib/matcher"
)

// Fingerprint names what the alert is about in 16 hexadecimal digits. Repeats of
// an alert, and its resolution, have the fingerprint of the first: values, times,
// durations, counts, ids and the random part of pod names do not enter it. The
// same alert on another host, instance or service has another. An empty alert
// has "".
//
// An alert with labels that say where it holds is named by its title and those
// labels; any other by all its lines, each kept once.
func Fingerprint(a matcher.Alert) string {
	if strings.TrimSpace(a.Text+a.Title) == "" {
		return ""
	}
	var parts []string
	if where := whereabouts(a.Labels); len(where) > 0 && a.Title != "" {
		parts = append(where, steady(a.Title))
	} else {
		for l := range strings.SplitSeq(a.Title+"\n"+a.Text, "\n") {
			if s := steady(bareTitle(l)); s != "" && !slices.Contains(parts, s) {
				parts = append(parts, s)
			}
			if len(parts) == 40 { // more only makes a repeat look new
				break
			}
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:8])
}

// places are the labels that tell one alert from the same alert elsewhere.
var places = []string{"alertname", "instance", "host", "hostname", "node", "service", "job", "namespace", "cluster", "region", "env", "environment", "pod", "deployment", "container", "device", "mountpoint", "queue", "topic", "database", "db", "shard", "project", "impacted entities", "alarmname"}

func whereabouts(labels []matcher.Label) []string {
	var out []string
	for _, l := range labels {
		name := strings.ToLower(lastName(l.Name))
		if !slices.Contains(places, name) {
			continue
		}
		if s := name + "=" + steady(l.Value); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

var (
	moment = regexp.MustCompile(`(?i)\d{4}[-/.]\d\d[-/.]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|GMT|KST|[+-]\d\d:?\d\d))?)?|\b(?:mon|tue|wed|thu|fri|sat|sun)?,? ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* +\d{1,2},?(?: \d{4})?|\b\d{1,2}/\d{1,2}/\d{2,4}\b`)
	// timeOfDay needs a boundary before it: in 10.20.0.2:53 there is no time of day.
	timeOfDay = regexp.MustCompile(`(?i)(^|[\s(\[,@~])\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:am|pm|utc|kst))?\b`)
	// since matches a span of time in words; "an hour ago" repeats "12 minutes ago".
	since = regexp.MustCompile(`(?i)\b(?:\d+(?:\.\d+)?|an?|a few|less than a) ?(?:ms|s|sec|second|m|min|minute|h|hr|hour|d|day|week)s?\b(?: ago)?`)
	uuid  = regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	// podHash matches what Kubernetes adds to the name of a pod; its alphabet has no vowels.
	podHash   = regexp.MustCompile(`-[0-9a-f]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b|-[bcdfghjklmnpqrstvwxz2456789]{8,10}(?:-[bcdfghjklmnpqrstvwxz2456789]{5})?\b`)
	hexID     = regexp.MustCompile(`(?i)\b(?:0x)?[0-9a-f]{8,}\b`)
	hostPort  = regexp.MustCompile(`^([\w.-]*[\w]):(\d{2,5})$`)
	number    = regexp.MustCompile(`(?i)^[#x~+±-]*\d[\d.,_/]*(?:e[+-]?\d+)?(?:%|[nuµm]?s|ms|sec|min|[kmgtp]i?b?(?:/s)?|b|h|d|st|nd|rd|th)?$`)
	hangulNum = regexp.MustCompile(`^[\d.,]+(%?\p{Hangul}.*)$`)
	stateNow  = regexp.MustCompile(`(?i)\b(?:firing|resolved|triggered|re-triggered|recovered|recovery|problem|alarm|ok|up|down|critical|warning|closed|acknowledged|new alert)\b`)
)

// steady writes s without what changes between repeats of one alert.
func steady(s string) string {
	for _, re := range []*regexp.Regexp{uuid, moment, since} {
		s = re.ReplaceAllString(s, "#")
	}
	s = timeOfDay.ReplaceAllString(s, "$1#")
	s = podHash.ReplaceAllStringFunc(s, func(h string) string {
		if strings.ContainsAny(h, "0123456789") {
			return "-#"
		}
		return h
	})
	s = hexID.ReplaceAllStringFunc(s, func(h string) string {
		if strings.ContainsAny(h, "0123456789") {
			return "#"
		}
		return h
	})
	s = stateNow.ReplaceAllString(s, " ")
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("=,()[]{}\"'`;|<>→*", r) }) {
		if w = steadyWord(strings.Trim(w, ".:!?-")); w != "" && w != "#" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// steadyWord keeps a word that names something and drops one that counts. A port
// names an instance unless the system lent it for one connection (32768 and up
// on Linux).
func steadyWord(w string) string {
	if _, err := netip.ParseAddr(w); err == nil {
		return w
	}
	if m := hostPort.FindStringSubmatch(w); m != nil && strings.ContainsAny(m[1], ".0123456789") && !number.MatchString(m[1]) || m != nil && isAddr(m[1]) {
		if len(m[2]) == 5 && m[2] >= "32768" {
			return m[1]
		}
		return w
	}
	if name, value, ok := strings.Cut(w, ":"); ok && number.MatchString(value) {
		return name
	}
	if number.MatchString(w) {
		return ""
	}
	return hangulNum.ReplaceAllString(w, "$1")
}

func isAddr(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil
}
