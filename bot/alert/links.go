package alert

import (
	"net/url"
	"regexp"
	"strings"
)

// reference writes what a person sees of a <…> token of Slack: the label of a
// link or a channel, the fallback of a date. Mentions of people and groups say
// nothing about the alert and vanish. ok is false when inner is no token at all,
// as in "List<String>".
func reference(inner string) (shown string, ok bool) {
	target, label, labelled := strings.Cut(inner, "|")
	label = strings.TrimSpace(label)
	switch {
	case strings.HasPrefix(inner, "!date^"):
		return label, true
	case strings.HasPrefix(inner, "!"):
		return "", len(inner) > 1 && isLetter(inner[1])
	case strings.HasPrefix(inner, "@"):
		if labelled && label != "" {
			return "@" + label, true
		}
		return "", len(inner) > 1
	case strings.HasPrefix(inner, "#"):
		if labelled && label != "" {
			return "#" + label, true
		}
		return "", len(inner) > 1 && (inner[1] == 'C' || inner[1] == 'G')
	case isURL(target):
		if labelled && label != "" {
			return label, true
		}
		return bareLink(target), true
	case strings.HasPrefix(target, "mailto:"), strings.HasPrefix(target, "tel:"):
		if label != "" {
			return label, true
		}
		_, rest, _ := strings.Cut(target, ":")
		return rest, true
	}
	return "", false
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func isURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "ftp://")
}

// bareURL finds addresses that stand in text without Slack's brackets.
var bareURL = regexp.MustCompile("https?://[^\\s<>\"'`|\\\\]+")

// dropConsoleLinks removes addresses of dashboards and runbooks from text. Other
// addresses stay: in an error message they say what could not be reached.
func dropConsoleLinks(s string) string {
	if !strings.Contains(s, "://") {
		return s
	}
	return bareURL.ReplaceAllStringFunc(s, bareLink)
}

// bareLink shows an address without a label: nothing for a console, the host
// alone when there is no more than a host, else the address as it is.
func bareLink(addr string) string {
	u, err := url.Parse(strings.ReplaceAll(addr, "&amp;", "&"))
	if err != nil || u.Host == "" {
		return addr
	}
	if isConsole(u) {
		return ""
	}
	if (u.Path == "" || u.Path == "/") && u.RawQuery == "" && u.User == nil && u.Fragment == "" {
		return u.Host
	}
	return addr
}

// isConsole reports whether an address leads a person to a tool's page.
func isConsole(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	if !strings.Contains(host, ".") || strings.Contains(u.Path, "/api/") {
		return false // what a program calls, as in Get "http://prometheus:9090/api/v1/query"
	}
	for _, t := range tools {
		for _, h := range t.hosts {
			if strings.Contains(host, h) {
				return true
			}
		}
	}
	for _, p := range consolePaths {
		if strings.Contains(u.Path+"?"+u.RawQuery+"#"+u.Fragment, p) {
			return true
		}
	}
	return strings.HasSuffix(host, ".slack.com") || strings.Contains(host, "runbook") || strings.Contains(host, "dashboard")
}

var consolePaths = []string{"/alerting/", "/graph?g0.", "#/alerts", "/explore?", "/d-solo/", "/runbook", "/dashboard", "/incidents/", "viewpanel="}

// navigation matches a line that only leads elsewhere: what is left of
// "<https://…|Runbook> · <https://…|Silence>".
var navigation = regexp.MustCompile(`(?i)^(?:[\s:|•·,—–-]*(?:\b(?:see|view|open|show|go to)(?: (?:in|on|the|alert|monitor|issue|incident|this))*(?: [a-z]+)?|run ?books?|playbook|graph|dashboard|panel|silence|source|generator ?url|link|url|details|logs?|query|explore|docs|documentation|notified|@[\w.-]+)(?:\b|$)[\s:|•·,—–-]*)+$`)
