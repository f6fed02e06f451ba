package alert

import (
	"slices"
	"strconv"
	"strings"

	"incidentlib/matcher"
)

// severities maps the words of tools to ours. PagerDuty's urgency, Zabbix's
// Disaster to Information and the priorities P1 to P5 are among them.
var severities = map[string]string{
	"critical": "critical", "crit": "critical", "disaster": "critical", "fatal": "critical", "emergency": "critical", "emerg": "critical", "panic": "critical",
	"page": "critical", "blocker": "critical", "p0": "critical", "p1": "critical", "sev0": "critical", "sev1": "critical", "심각": "critical", "치명": "critical", "긴급": "critical",
	"error": "error", "err": "error", "high": "error", "major": "error", "severe": "error", "p2": "error", "sev2": "error", "높음": "error",
	"warning": "warning", "warn": "warning", "average": "warning", "medium": "warning", "moderate": "warning", "minor": "warning", "p3": "warning", "sev3": "warning", "경고": "warning", "보통": "warning",
	"info": "info", "information": "info", "informational": "info", "low": "info", "notice": "info", "debug": "info", "p4": "info", "p5": "info", "sev4": "info", "sev5": "info", "낮음": "info",
}

// severityNames are the labels that carry a severity, most trusted first.
var severityNames = []string{"severity", "level", "priority", "urgency", "sev", "심각도", "우선순위", "등급"}

// gravity finds a severity word in a title, or a level in a log line. "error" and
// "high" are no severity in a title: "High error rate".
var gravity = finderOf(`(?i)\b(critical|disaster|fatal|emergency|panic|warning|(?-i:P[0-5])|SEV[ -]?[0-5])\b|(심각|치명|긴급|경고)`)

var logLevel = finderOf(`\b(FATAL|PANIC|CRITICAL|EMERG|SEVERE|ERROR|WARN(?:ING)?)\b|\[(crit|emerg|error|warn)\]|level"?[=:]\s*"?(\w+)|(?m:^([EWF])\d{4} )`)

// severityOf reads a severity from labels, then from the title, then from the
// level of a log line, then, as a hint, from the colour. It returns "" when the
// message does not say.
func severityOf(d *draft, a matcher.Alert, first string) string {
	for _, name := range severityNames {
		for _, l := range a.Labels {
			if strings.EqualFold(lastName(l.Name), name) {
				if s := severityWord(l.Value); s != "" {
					return s
				}
			}
		}
	}
	for _, word := range gravity.words(first, 1) {
		if s := severityWord(word); s != "" {
			return s
		}
	}
	head := cutBytes(a.Text, 2_000)
	if s := severityWord(slices.MaxFunc(append(gravity.words(cutBytes(a.Text, 300), -1), ""), heavier)); s != "" {
		return s
	}
	if m := logLevel.submatch(head); m != nil {
		if s := severityWord(m[1] + m[2] + m[3] + klog(m[4])); s != "" {
			return s
		}
	}
	for _, c := range d.colors {
		if s := colorSeverity(c); s != "" {
			return s
		}
	}
	return ""
}

func severityWord(s string) string {
	s = strings.ToLower(strings.Trim(s, " `*[]()-"))
	if w, ok := severities[strings.NewReplacer(" ", "", "-", "").Replace(s)]; ok {
		return w
	}
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == '-' || r == '(' || r == ')' || r == '/' || r == ':' }) {
		if w, ok := severities[word]; ok {
			return w
		}
	}
	return ""
}

// heavier orders severity words, least grave first.
func heavier(a, b string) int {
	order := []string{"", "info", "warning", "error", "critical"}
	return slices.Index(order, severityWord(a)) - slices.Index(order, severityWord(b))
}

func klog(letter string) string {
	return map[string]string{"E": "error", "W": "warning", "F": "fatal"}[letter]
}

// colorSeverity reads the colour of an attachment: red is an error, yellow and
// orange a warning. Other colours say nothing.
func colorSeverity(c string) string {
	switch c {
	case "danger":
		return "error"
	case "warning":
		return "warning"
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(c, "#"), 16, 32)
	if err != nil || n > 0xffffff {
		return ""
	}
	r, g, b := n>>16, n>>8&255, n&255
	switch {
	case r < 0x90 || b > r*2/3:
		return ""
	case g*2 < r:
		return "error"
	case g < r || g-r < 0x20:
		return "warning"
	}
	return ""
}
