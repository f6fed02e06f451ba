package alert

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"incidentlib/matcher"
)

// chooseTitle takes the line that names the alert out of the others: the first
// telling line of a message that was forwarded, whose part shared is; else the
// title of the first attachment or a header; else the first telling line.
func chooseTitle(lines []line, shared int) (first line, rest []line) {
	at := slices.IndexFunc(lines, func(l line) bool { return shared > 0 && l.part == shared && telling(l.text) })
	if at < 0 {
		at = slices.IndexFunc(lines, func(l line) bool { return l.role == title && telling(l.text) })
	}
	if at < 0 {
		at = slices.IndexFunc(lines, func(l line) bool { return telling(l.text) })
	}
	at = max(at, 0)
	rest = append(slices.Clone(lines[:at]), lines[at+1:]...)
	return lines[at], rest
}

// telling reports whether a line names something, and is not just "Firing",
// "Labels:" or a mark.
func telling(s string) bool {
	s = bareTitle(s)
	if heading.MatchString(s) {
		return false
	}
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2
}

var heading = regexp.MustCompile(`(?i)^(?:(?:alerts? )?(?:firing|resolved)|labels|annotations|alert details|details|summary|notified|value|messages|issues|[\d,]+ alerts? (?:firing|resolved)|#?\d* ?\w+ priority issue (?:is|was) \w+)[:!.]*$`)

// statusPrefix matches what tools put before the name of an alert. The status is
// read apart (status.go), so the title is better without.
var statusPrefix = regexp.MustCompile(`(?i)^(?:` +
	`\[(?:firing|resolved|alerting|ok|no ?data|problem|recovery)[^\]]*\]|` +
	`\[(?:alert|monitor alert|triggered|recovered|warn(?:ing)?)\]|` +
	`(?:new|closed|acknowledged|escalated) alert:|` +
	`(?:re-?triggered|triggered|recovered|resolved|acknowledged|warn|no data)(?: #\d+)?:|` +
	`(?:triggered|resolved|acknowledged) (?:\[#\d+\]|#\d+:?)|` +
	`(?:problem|resolved)(?: in [\d dhms]+)?:|` +
	`\*\* ?(?:problem|recovery|acknowledgement) (?:host|service) alert:|` +
	`(?:problem|recovery) - |` +
	`alarm:|cloudwatch alarm \||alert firing|alert resolved|` +
	`\[(?:장애|경보|경고|심각|알람|복구|해소|정상화|해결)[^\]]*\]|` +
	`#\d+:|\[#\d+\]` +
	`)\s*`)

// bareTitle removes status words, numbers of tickets and quotation marks from
// around the name of an alert: "[FIRING:1] DiskFull" is "DiskFull". When nothing
// would be left the title stays as it is.
func bareTitle(s string) string {
	t := s
	for range 4 {
		next := strings.TrimSpace(statusPrefix.ReplaceAllString(t, ""))
		if next == t {
			break
		}
		t = next
	}
	t = strings.TrimSpace(strings.TrimSuffix(account.ReplaceAllString(t, ""), "**"))
	if name := messageOf(t); name != "" {
		t = name
	}
	if strings.Trim(t, `:-–—."' `) == "" {
		return s
	}
	if len(t) > 2 && t[0] == '"' && strings.IndexByte(t[1:], '"') == len(t)-2 {
		t = t[1 : len(t)-1]
	}
	return t
}

// account matches the number of an AWS account behind the name of an alarm.
var account = regexp.MustCompile(` \| Account: \d+$`)

// messageOf returns what a structured log line says, in one line, or "".
func messageOf(s string) string {
	if !strings.HasPrefix(s, "{") || !strings.HasSuffix(s, "}") {
		return ""
	}
	var m map[string]any
	if json.Unmarshal([]byte(s), &m) != nil {
		return ""
	}
	for _, name := range []string{"msg", "message", "error", "err", "event"} {
		v := matcher.HideSecrets(tidy(object(m).text(name))) // JSON's escapes are undone only here
		if v = strings.Join(strings.Fields(v), " "); v != "" {
			return v
		}
	}
	return ""
}
