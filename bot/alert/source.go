package alert

import (
	"regexp"
	"slices"
	"strings"
)

// A trade says what a tool's messages are about when they do not say themselves.
type trade int

const (
	monitors trade = iota // alerts
	changes               // pull requests, commits, tickets, builds
	deploys               // releases, feature flags
	talks                 // feeds, sales, surveys, stand-ups
)

// A tool is a program that writes into channels, and what gives it away.
type tool struct {
	slug  string
	trade trade
	names []string // in the name of the bot, lower case
	hosts []string // in the hosts of its links
	text  *finder  // the shape of its messages; nil when they have none
}

// tools is read from the top: the first that fits wins, names before hosts
// before shapes.
var tools = []tool{
	{"grafana", monitors, []string{"grafana"}, []string{"grafana"}, finderOf(`(?s)\*\*(?:Firing|Resolved)\*\*.*(?:Labels:|Value:)|^\[(?:Alerting|No Data)\] `)},
	{"alertmanager", monitors, []string{"alertmanager", "prometheus"}, []string{"alertmanager", "prometheus"}, finderOf(`(?i)\[(?:firing|resolved)(?::\d+)?[^\]]*\]`)},
	{"datadog", monitors, []string{"datadog"}, []string{"datadoghq", "ddog-gov"}, finderOf(`^(?:Re-)?(?:Triggered|Recovered|Warn|No data)(?: on \{[^}]*\})?: |\[(?:Monitor Alert|Triggered on)`)},
	{"pagerduty", monitors, []string{"pagerduty"}, []string{"pagerduty.com"}, finderOf(`^(?:Triggered|Resolved|Acknowledged) (?:#\d+|\[#\d+\])`)},
	{"opsgenie", monitors, []string{"opsgenie"}, []string{"opsgenie.com"}, finderOf(`^(?:New|Closed|Acknowledged|Escalated) alert: `)},
	{"cloudwatch", monitors, []string{"cloudwatch", "aws chatbot", "amazon q"}, []string{"console.aws.amazon.com"}, finderOf(`CloudWatch Alarm|AlarmArn|NewStateValue|^ALARM: "`)},
	{"sentry", monitors, []string{"sentry"}, []string{"sentry.io", "sentry."}, finderOf(`Short ID: [A-Z]|(?s)Events: .*Users Affected: `)},
	{"zabbix", monitors, []string{"zabbix"}, []string{"zabbix"}, finderOf(`^(?:Problem|PROBLEM|Resolved)(?: in [\w ]+)?: |(?i)\bzabbix\b|Original problem ID`)},
	{"nagios", monitors, []string{"nagios", "icinga", "checkmk", "naemon"}, []string{"nagios", "icinga", "checkmk"}, finderOf(`(?:PROBLEM|RECOVERY|ACKNOWLEDGEMENT)(?: -)? (?:Host|Service)|^(?:Host|Service)? ?(?:PROBLEM|RECOVERY)\b`)},
	{"newrelic", monitors, []string{"new relic", "newrelic"}, []string{"newrelic.com"}, finderOf(`priority issue (?:is|was|has been) [A-Z]{4,}`)},
	{"robusta", monitors, []string{"robusta"}, []string{"robusta.dev"}, nil},
	{"botkube", monitors, []string{"botkube", "kubewatch"}, nil, nil},
	{"elastalert", monitors, []string{"elastalert", "kibana", "elastic"}, []string{"kibana"}, finderOf(`\bnum_hits\b`)},
	{"splunk", monitors, []string{"splunk", "signalfx", "victorops"}, []string{"splunk", "signalfx.com", "victorops.com"}, nil},
	{"honeycomb", monitors, []string{"honeycomb"}, []string{"honeycomb.io"}, nil},
	{"gcp-monitoring", monitors, []string{"google cloud monitoring", "gcp", "stackdriver"}, []string{"console.cloud.google.com"}, finderOf(`(?i)google cloud (?:monitoring )?(?:alert|incident)|\.googleapis\.com/\w+.* (?:above|below) the threshold`)},
	{"azure-monitor", monitors, []string{"azure"}, []string{"portal.azure.com"}, finderOf(`Azure Monitor|(?:Fired|Resolved):Sev\d`)},
	{"dynatrace", monitors, []string{"dynatrace"}, []string{"dynatrace.com"}, nil},
	{"rollbar", monitors, []string{"rollbar", "bugsnag", "airbrake", "honeybadger"}, []string{"rollbar.com", "bugsnag.com"}, nil},
	{"uptime", monitors, []string{"pingdom", "uptime", "statuscake", "better stack", "betterstack", "statusgator", "snitch", "healthchecks", "checkly", "site24x7", "gatus", "freshping", "hetrix", "bgpalerter", "thousandeyes", "oh dear"}, []string{"pingdom.com", "uptimerobot.com", "statuscake.com", "betterstack.com", "betteruptime.com", "checklyhq.com", "healthchecks.io"}, finderOf(`(?i)^monitor is (?:up|down)\b|\bwent from (?:up to down|down to up)\b`)},
	{"incident", monitors, []string{"incident.io", "firehydrant", "rootly", "squadcast", "grafana oncall", "keep"}, []string{"incident.io", "rootly.com"}, nil},

	{"github", changes, []string{"github"}, []string{"github.com"}, nil},
	{"gitlab", changes, []string{"gitlab"}, []string{"gitlab.com"}, nil},
	{"bitbucket", changes, []string{"bitbucket"}, []string{"bitbucket.org"}, nil},
	{"jira", changes, []string{"jira", "linear", "asana", "trello", "youtrack", "clickup", "notion", "confluence"}, []string{"atlassian.net", "linear.app"}, nil},
	{"renovate", changes, []string{"renovate", "dependabot", "snyk"}, nil, finderOf(`(?i)^(?:renovate|dependabot)\b`)},
	{"ci", changes, []string{"circleci", "jenkins", "travis", "buildkite", "teamcity", "drone", "sonarqube", "codecov", "github actions"}, []string{"circleci.com", "jenkins", "buildkite.com"}, nil},

	{"deploy", deploys, []string{"argocd", "argo cd", "flux", "spinnaker", "heroku", "vercel", "netlify", "octopus deploy", "launchdarkly", "unleash", "harness", "codedeploy", "terraform cloud", "atlantis"}, []string{"launchdarkly.com", "vercel.com"}, nil},

	{"feed", talks, []string{"rss", "geekbot", "standuply", "hubspot", "salesforce", "zendesk", "intercom", "mailchimp", "donut", "polly", "google calendar", "outlook calendar", "zoom", "giphy", "deel", "workday", "slackbot", "twitter", "typeform"}, nil, nil},

	{"kubernetes-event", monitors, nil, nil, finderOf(`(?m)^(?:\d+[smhd]\S* +)?(?:Warning|Normal)\s+[A-Z][A-Za-z]+\s`)},
}

// sourceOf names the tool that wrote the message: a slug of tools, "log-line" for
// pasted log lines, "person" for what somebody typed, "" when it cannot be told.
func sourceOf(d *draft, t *tool, text string) string {
	if t != nil {
		return t.slug
	}
	switch {
	case isLog(text):
		return "log-line"
	case d.person || !d.bot && len(d.names) == 0 && d.parts == 0:
		return "person"
	}
	return ""
}

// toolOf finds the tool behind a message, or nil.
func toolOf(d *draft, text string) *tool {
	for i, t := range tools {
		for _, name := range append(slices.Clone(d.names), d.footers...) {
			if beginsWord(strings.ToLower(name), t.names) {
				return &tools[i]
			}
		}
	}
	for i, t := range tools {
		for _, addr := range append(slices.Clone(d.links), d.footers...) {
			if containsAny(hostOf(addr), t.hosts) {
				return &tools[i]
			}
		}
	}
	raw := d.raw()
	for i, t := range tools {
		if t.text != nil && (t.text.match(text) || t.text.match(raw)) {
			return &tools[i]
		}
	}
	return nil
}

// raw is the beginning of the message with its marks, for shapes that need them.
func (d *draft) raw() string {
	var out strings.Builder
	for _, p := range d.pieces {
		if out.Len() > 8_000 {
			break
		}
		out.WriteString(cutBytes(p.text, 8_000) + "\n")
	}
	return out.String()
}

var hosts = regexp.MustCompile(`https?://([^\s/|<>"'?#]+)`)

func hostOf(addr string) string {
	m := hosts.FindStringSubmatch(addr)
	if m == nil {
		return ""
	}
	return strings.ToLower(m[1])
}

// beginsWord reports whether a word of s begins with one of the names:
// "uptimerobot" begins with "uptime", "housekeeping" does not begin with "keep".
func beginsWord(s string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		i := strings.Index(s, n)
		return i == 0 || i > 0 && !isLetter(s[i-1])
	})
}

func containsAny(s string, parts []string) bool {
	return s != "" && slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}
