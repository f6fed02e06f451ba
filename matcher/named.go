package matcher

import (
	"regexp"
	"strings"
)

// maxNamed is how many signals of an alert are worth a reader's while.
const maxNamed = 8

// named matches what names a failure exactly, one sort a line.
var named = regexp.MustCompile(strings.Join([]string{
	`\b(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Exception|Error)\b`,       // exception classes
	`\b[a-z][a-z0-9]*(?:[:.][a-z][a-z0-9]*|_+[a-z0-9]+)+\b`,    // metrics and settings
	`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`,                        // ERR_CONNECTION_RESET
	`\b(?:[A-Z]+[a-z0-9]+){2,}[A-Z]*\b|\b[A-Z]{2,}[a-z]{3,}\b`, // alert names, states: OOMKilled
	`\b(?:` + errnos + `)\b`,
	`(?i)\bexit(?:ed with)?[ _]?(?:code|status)?[ :=]{1,2}\d{1,3}\b`,
	`(?i)\bsignal[ :=]{1,2}\d{1,2}\b`,
	`(?i)\bHTTP(?:/[\d.]+)?(?: status)?(?: code)?[ :=]{1,2}[1-5]\d\d\b`,
	`(?i)\b(?:` + errorTexts + `)\b`,
}, "|"))

// errnos are the error names of POSIX systems that reach logs.
const errnos = `EACCES|EADDRINUSE|EADDRNOTAVAIL|EAGAIN|EBADF|EBUSY|ECONNABORTED|ECONNREFUSED|ECONNRESET|EDEADLK|EDQUOT|EEXIST|` +
	`EFAULT|EFBIG|EHOSTUNREACH|EINTR|EINVAL|EIO|EISDIR|ELOOP|EMFILE|EMLINK|ENETDOWN|ENETUNREACH|ENFILE|ENOBUFS|ENODEV|ENOENT|` +
	`ENOLCK|ENOMEM|ENOSPC|ENOTCONN|ENOTFOUND|EPERM|EPIPE|EROFS|ESTALE|ETIMEDOUT|EXDEV|NXDOMAIN|SERVFAIL|SIGKILL|SIGSEGV|SIGABRT|SIGBUS|SIGTERM`

// errorTexts are what systems and common runtimes print for such errors.
const errorTexts = `no space left on device|too many open files|connection (?:refused|reset by peer|timed out)|broken pipe|` +
	`no route to host|network is unreachable|cannot allocate memory|out of memory|permission denied|read-only file system|` +
	`input/output error|stale file handle|address already in use|resource temporarily unavailable|disk quota exceeded|` +
	`invalid cross-device link|no such host|no such file or directory|i/o timeout|context deadline exceeded|` +
	`tls handshake timeout|certificate has expired|bad gateway|service unavailable|gateway time-?out|too many (?:connections|requests)|segmentation fault|deadlock detected|kernel panic`

// unnamed are names that say which tool or product it is, or which part of the
// message, and no failure.
var unnamed = set(`
alertmanager activemq awscli bigquery bitbucket circleci clickhouse cloudflare cloudformation cloudfront cloudtrail cloudwatch
cockroachdb coredns datadog dynamodb elastalert elasticache elasticsearch fluentbit github gitlab graphql haproxy hashicorp
javascript jfrog kubernetes linkedin mariadb mongodb mysql newrelic nodejs openai opensearch opsgenie pagerduty
postgresql rabbitmq statefulset daemonset replicaset configmap cronjob statuscake statuspage typescript uptimerobot victorops youtube zookeeper
startsat endsat generatorurl dashboardurl panelurl silenceurl runbookurl externalurl alertname groupkey
`)

// Signals returns the names and error texts of an alert worth showing: alert names,
// metrics, error names, exception classes, exit codes. They are as the alert has
// them, in order of appearance, none twice, at most eight. Names of labels, hosts
// and ids are not among them.
func Signals(a Alert) []string {
	skip := map[string]bool{}
	for _, l := range a.Labels {
		skip[strings.ToLower(l.Name)] = true
		if placeLabels[l.Name] {
			skip[strings.ToLower(l.Value)] = true
		}
	}
	text := clean(head(alertText(a), maxAlert))
	bare := masked(text)
	var out []string
	for _, at := range named.FindAllStringIndex(bare, -1) {
		name := strings.Join(strings.Fields(text[at[0]:at[1]]), " ")
		low := strings.ToLower(name)
		if skip[low] || unnamed[low] || placed(bare, at[0], at[1]) {
			continue
		}
		skip[low] = true
		if out = append(out, name); len(out) == maxNamed {
			break
		}
	}
	return out
}

// placeLabels are the labels that say where, not what.
var placeLabels = set(`pod instance node host hostname namespace cluster job container service region zone env environment team`)

// placed reports whether the name from start to end is part of a host, a path or a
// file, or is only the name of a value.
func placed(text string, start, end int) bool {
	name, rest := text[start:end], text[end:]
	plain := name == strings.ToLower(name) && !strings.ContainsAny(name, "_ ")
	switch {
	case start > 0 && strings.IndexByte("-/@.", text[start-1]) >= 0:
		return true
	case rest != "" && strings.IndexByte("-/@=", rest[0]) >= 0, len(rest) > 1 && rest[0] == '.' && inName(rune(rest[1])):
		return true
	}
	return valueEnd.MatchString(name) || plain && strings.ContainsAny(name, ".:")
}

// valueEnd is how the names of hosts end, and those of values that only say where.
var valueEnd = regexp.MustCompile(`(?i)\.(?:com|net|org|io|dev|cloud|internal|local|localdomain|svc|cluster|kr)$|_(?:url|name|id|uid|ip|arn|at)$`)
