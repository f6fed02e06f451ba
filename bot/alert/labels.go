package alert

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"incidentlib/matcher"
)

// assigned matches name=value and name="value": logfmt, label dumps of
// Prometheus, lists like "alertname=X host=Y". Queries and paths are not labels.
var assigned = regexp.MustCompile(`(?:^|[\s{(,\[*` + "`" + `])([A-Za-z_][A-Za-z0-9_.-]{0,63})=(?:"([^"\n]{0,256})"|([^\s"=,{}()<>&\[\]` + "`" + `]{1,256}))`)

// listed matches a list item "- name = value", as Grafana writes labels.
var listed = regexp.MustCompile(`(?m)^[ \t]*[-•*]?[ \t]*([A-Za-z_][A-Za-z0-9_./-]{0,63}) = ([^\n]{1,256})$`)

// bold matches "*name:* value" and "*name*: value" of mrkdwn, and "*name:* `value`".
var bold = regexp.MustCompile("\\*([A-Za-z가-힣][^*\\n:]{0,40}?)(?::\\*|\\*[ \\t]*:)[ \\t]*(`[^`\\n]{1,256}`|[^*\\n]{1,256})")

// tagged matches key:value tags of Datadog, for the keys that name a thing.
var tagged = regexp.MustCompile(`(?:^|[\s(,*` + "`" + `])(env|environment|service|host|hostname|cluster|cluster_name|region|availability-zone|zone|namespace|team|app|db|dbname|queue|topic|device|instance|node|job|role|shard|kube_[a-z_]+|pod_name|container_name):([A-Za-z0-9][A-Za-z0-9_./@-]{0,127})`)

// labelShapes are the shapes of labels, each with a sign without which there is none.
var labelShapes = []struct {
	sign  string
	shape *regexp.Regexp
}{{"=", assigned}, {" = ", listed}, {"*", bold}, {":", tagged}}

// labelsOf collects names and values in the order the message gives them. Equal
// pairs are kept once, and secrets are masked.
func labelsOf(d *draft) []matcher.Label {
	var out []matcher.Label
	for _, p := range d.labels {
		out = append(out, splitTags(p)...)
	}
	for _, p := range d.pieces {
		text := cutBytes(p.text, maxText)
		var found []at
		for _, s := range labelShapes {
			if !strings.Contains(text, s.sign) {
				continue
			}
			for _, m := range s.shape.FindAllStringSubmatchIndex(text, maxLabels) {
				value := ""
				for g := 4; g+1 < len(m); g += 2 {
					if m[g] >= 0 {
						value = text[m[g]:m[g+1]]
					}
				}
				found = append(found, at{m[2], matcher.Label{Name: text[m[2]:m[3]], Value: value}})
			}
		}
		slices.SortStableFunc(found, func(a, b at) int { return a.pos - b.pos })
		for _, f := range found {
			out = append(out, f.label)
		}
	}
	return tidyLabels(out)
}

type at struct {
	pos   int
	label matcher.Label
}

// splitTags splits a field of tags, "env:prod, team:data", into its pairs.
func splitTags(p pair) []matcher.Label {
	if strings.EqualFold(p.name, "tags") {
		var out []matcher.Label
		for _, tag := range strings.FieldsFunc(p.value, func(r rune) bool { return r == ',' || r == ' ' || r == '`' }) {
			if name, value, ok := strings.Cut(tag, ":"); ok && name != "" && value != "" {
				out = append(out, matcher.Label{Name: name, Value: value})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return []matcher.Label{{Name: p.name, Value: p.value}}
}

func tidyLabels(in []matcher.Label) []matcher.Label {
	var out []matcher.Label
	for _, l := range in {
		l.Name = strings.Trim(plain(decode(l.Name)), " *:_-")
		l.Value = strings.Trim(plain(decode(l.Value)), " `*,;")
		// The name and its value are masked together: "password" tells what "hunter2" is.
		l.Value = matcher.HideSecrets(l.Value)
		if masked := matcher.HideSecrets(l.Name + "=" + l.Value); strings.HasSuffix(masked, matcher.Hidden) {
			l.Value = matcher.Hidden
		}
		if l.Name == "" || l.Value == "" || clock(l.Name) || utf8.RuneCountInString(l.Name) > 64 || slices.Contains(out, l) {
			continue
		}
		l.Value = cut(l.Value, 256)
		if out = append(out, l); len(out) == maxLabels {
			break
		}
	}
	return out
}

// clock reports whether a name is that of a log line's time, which labels nothing.
func clock(name string) bool {
	switch strings.ToLower(name) {
	case "time", "ts", "timestamp", "@timestamp", "date":
		return true
	}
	return false
}

// plain reads a short marked text as one line.
func plain(marked string) string { return strings.Join(linesOf(marked), " ") }
