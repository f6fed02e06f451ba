package seeds

import (
	"regexp"
	"strings"
)

// headings names the field that the text under a heading belongs to. All other
// text goes to the summary.
var headings = map[string]string{
	"summary": "summary", "overview": "summary", "what happened": "summary", "요약": "summary", "개요": "summary",
	"symptoms": "symptoms_text", "symptom": "symptoms_text", "증상": "symptoms_text", "현상": "symptoms_text",
	"trigger": "trigger", "cause": "trigger", "root cause": "trigger", "원인": "trigger", "근본 원인": "trigger", "발단": "trigger",
	"detection": "detection", "감지": "detection", "탐지": "detection",
	"lessons": "lessons", "lessons learned": "lessons", "교훈": "lessons", "배운 점": "lessons",
	"remediation": "remediation", "resolution": "remediation", "mitigation": "remediation", "fix": "remediation",
	"조치": "remediation", "대응": "remediation", "복구": "remediation", "해결": "remediation",
	"action items": "action_items", "follow-ups": "action_items", "follow-up": "action_items",
	"후속 조치": "action_items", "재발 방지": "action_items", "재발 방지 대책": "action_items",
	"signals": "signals", "시그널": "signals",
}

// lists are those of the fields that hold a list, and how text becomes entries.
var lists = map[string]func(text string) []string{
	"remediation": listItems, "action_items": listItems, "signals": signalLines,
}

// section is a stretch of a Markdown body that belongs to one field.
type section struct {
	field string
	line  int // of its heading
	level int // of its heading: 1 for "#"; 7, deeper than any, for text under none
	text  string
}

var (
	heading  = regexp.MustCompile(`^(#{1,6})[ \t]+(.*?)[ \t]*#*$`)
	fence    = regexp.MustCompile("^ {0,3}(```|~~~)")
	listItem = regexp.MustCompile(`^ {0,3}(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$`)
)

// readBody cuts a body at its headings, and returns the first top heading that
// names no field apart, as the title.
func readBody(body string, firstLine int) (title section, sections []section) {
	now := section{field: "summary", line: firstLine, level: 7}
	var text []string
	start := func(next section) {
		now.text = strings.TrimSpace(strings.Join(text, "\n"))
		if now.text != "" {
			sections = append(sections, now)
		}
		now, text = next, nil
	}
	inFence := ""
	for i, line := range strings.Split(body, "\n") {
		if mark := fence.FindStringSubmatch(line); mark != nil {
			switch inFence {
			case "":
				inFence = mark[1]
			case mark[1]:
				inFence = ""
			}
		}
		h := heading.FindStringSubmatch(line)
		if h == nil || inFence != "" {
			text = append(text, line)
			continue
		}
		next := section{field: headings[headingKey(h[2])], line: firstLine + i, level: len(h[1])}
		switch {
		case next.field != "":
			start(next)
		case next.level == 1 && title.text == "":
			title = section{line: next.line, text: h[2]}
			start(section{field: "summary", line: next.line, level: 7})
		case next.level > now.level:
			text = append(text, line) // a part of the section it stands in
		default:
			start(section{field: "summary", line: next.line, level: 7})
			text = append(text, line)
		}
	}
	start(section{})
	return title, sections
}

// headingKey is a heading as headings has it: "2. Root cause (원인):" is "root cause".
func headingKey(s string) string {
	s, _, _ = strings.Cut(strings.ToLower(s), "(")
	return strings.TrimLeft(strings.Trim(s, " \t*_:"), "0123456789.) ")
}

// listItems is the items of a list, each with the lines that belong to it in
// one; text that is no list gives a paragraph each.
func listItems(text string) []string {
	var items []string
	open := false
	for line := range strings.SplitSeq(text, "\n") {
		item := listItem.FindStringSubmatch(line)
		rest := strings.TrimSpace(line)
		switch {
		case heading.MatchString(line) || fence.MatchString(line):
			open = false
		case item != nil:
			items, open = append(items, strings.TrimSpace(item[1])), true
		case rest == "":
			open = false
		case open || len(items) > 0 && strings.HasPrefix(line, "  "):
			items[len(items)-1] += " " + rest
			open = true
		default:
			items, open = append(items, rest), true
		}
	}
	return items
}

// signalLines is the signals of a list or a code block, one a line.
func signalLines(text string) []string {
	var signals []string
	for line := range strings.SplitSeq(text, "\n") {
		if item := listItem.FindStringSubmatch(line); item != nil {
			line = item[1]
		}
		signal := strings.Trim(strings.TrimSpace(line), "`")
		if signal != "" && !fence.MatchString(line) {
			signals = append(signals, signal)
		}
	}
	return signals
}
