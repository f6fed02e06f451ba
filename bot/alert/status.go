package alert

import (
	"regexp"
	"slices"
	"strings"

	"incidentlib/matcher"
)

// Status words as tools write them: at the head of a line, or after "State:". A
// word inside a sentence says little: "DNS resolved to the old address" is no
// recovery.
var (
	firingCount = regexp.MustCompile(`(?i)\[[^\]]*\b(?:firing(?::\s*[1-9]\d*)?|alerting)\s*[,\]|]|\*\*firing\*\*|\balert firing\b|\b[1-9]\d* alerts? firing\b`)

	fires = finderOf(`(?i)firing|alerting`) // one of which firingCount needs

	firingHead = finderOf(`(?i)^(?:\*\* ?)?(?:` +
		`(?:re-?)?triggered\b|problem\b(?: in [\d dhms]+)?(?::| -| host| service)|(?:new|escalated) alert:|alarm\b[: ]|alert:|warn(?:ing)?:|no data\b[: ]|down\b[: ]|critical\b[: ]|fired:|opened:|` +
		`monitor is down|\[(?:alert|triggered|no data|down|problem|critical|warning)\]|` +
		`\[?(?:장애|경보|경고|심각|알람)(?: ?발생)?\]?[: ])`)

	resolvedHead = finderOf(`(?i)^(?:\*\* ?)?(?:` +
		`(?:recovered|resolved|recovery|closed|cleared|restored)\b(?: #\d+| \[#\d+\]| -| in [\d dhms]+)?(?::| -| \[|$|\s*\W* [#\[]| host| service)|(?:resolved|recovered|cleared)\b(?: #| \[| \()|closed alert:|ok:|ok - |up: |monitor is up|all clear\b|` +
		`\[(?:resolved|ok|recovered|up|recovery|closed|cleared)\b|` +
		`(?:incident|alert|alarm|issue)(?: \S+)? (?:resolved|closed|cleared)\b|` +
		`\[?(?:복구|해소|정상화|해결|회복|상황 ?종료)(?:됨|되었|됐|완료| ?완료)?\]?(?:[: ]|$))`)

	resolvedWords = finderOf(`(?i)\b(?:has|have) (?:been )?(?:resolved|recovered|cleared)\b|\bis (?:now )?back (?:up|online|to normal)\b|\bwent from down to up\b|\bback to normal\b|` +
		`priority issue (?:is|was|has been) (?:closed|resolved)|\bis (?-i:UP|OK)\b|\bstate (?:changed )?(?:from )?.{0,12}(?:to|→|->) OK\b|alert closed by|\b(?:was|were) not (?:greater|less|lower|higher) than\b|` +
		`(?:복구|해소|정상화|해결|회복)(?:됨|되었습니다|됐습니다|됐어요|되었어요| ?완료|했습니다|했어요)`)

	firingWords = finderOf(`(?i)\bwent from up to down\b|priority issue (?:is|was) (?:activated|created|opened)|\bis (?:now )?(?-i:CRITICAL|DOWN|UNREACHABLE|WARNING)\b|\bstate (?:changed )?(?:from )?.{0,12}(?:to|→|->) (?:ALARM|CRITICAL)\b`)

	namesState = finderOf(`(?i)state|status|상태`) // one of which stateIs needs

	stateIs = regexp.MustCompile(`(?im)^(?:[\w. ]*[. ])?(?:alarm ?state|state|status|new ?state(?: ?value)?|newstatevalue|current ?state|monitor ?status|상태)\s*[:=]\s*"?([\w-]+)|\bSTATE: (\w+)`)
)

// statusOf says whether the alert holds now. In a group one that still fires
// makes the whole firing.
func statusOf(d *draft, t *tool, first string, rest []line) matcher.Status {
	raw := d.raw()
	if fires.possible(raw) && firingCount.MatchString(raw) {
		return matcher.Firing
	}
	heads := append([]string{first}, headsOf(rest)...)
	for _, h := range heads {
		switch {
		case resolvedHead.match(h):
			return matcher.Resolved
		case firingHead.match(h):
			return matcher.Firing
		}
	}
	if told := unmark(raw); namesState.possible(told) {
		for _, m := range stateIs.FindAllStringSubmatch(told, -1) {
			if s := stateWord(m[1] + m[2]); s != matcher.StatusUnknown {
				return s
			}
		}
	}
	for _, h := range heads {
		switch {
		case firingWords.in(h):
			return matcher.Firing
		case resolvedWords.in(h):
			return matcher.Resolved
		}
	}
	return hinted(d, t, raw)
}

// headsOf returns the lines that may carry a status: the first few, when they
// are short. The tenth line of a stack trace has no say.
func headsOf(rest []line) []string {
	var out []string
	for _, l := range rest[:min(len(rest), 6)] {
		if len(l.text) <= 200 {
			out = append(out, l.text)
		}
	}
	return out
}

func stateWord(s string) matcher.Status {
	switch strings.ToLower(s) {
	case "alarm", "firing", "critical", "down", "alerting", "problem", "triggered", "open", "warning", "unreachable", "active", "activated", "escalating":
		return matcher.Firing
	case "ok", "resolved", "closed", "up", "normal", "recovered", "healthy", "cleared", "inactive":
		return matcher.Resolved
	}
	return matcher.StatusUnknown
}

// hinted reads what has no words: the tick or the siren before a title, the red
// of a monitoring tool. Green alone never says that something is over.
func hinted(d *draft, t *tool, raw string) matcher.Status {
	head := strings.TrimLeft(raw, "*_ \n")
	switch {
	case strings.HasPrefix(head, ":white_check_mark:"), strings.HasPrefix(head, "✅"), strings.HasPrefix(head, ":large_green_circle:"), strings.HasPrefix(head, "🟢"):
		return matcher.Resolved
	case t != nil && t.trade == monitors && slices.ContainsFunc(d.colors, func(c string) bool { return colorSeverity(c) == "error" }),
		strings.HasPrefix(head, ":rotating_light:"), strings.HasPrefix(head, "🚨"), strings.HasPrefix(head, ":fire:"), strings.HasPrefix(head, "🔥"), strings.HasPrefix(head, ":red_circle:"), strings.HasPrefix(head, "🔴"):
		return matcher.Firing
	}
	return matcher.StatusUnknown
}
