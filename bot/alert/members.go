package alert

import (
	"regexp"
	"strconv"
	"strings"
)

// maxMembers is how many alerts of one message are told apart. Alertmanager
// groups of hundreds exist; fifty are enough to know what they are about.
const maxMembers = 50

var (
	groupSize = regexp.MustCompile(`(?i)\[firing:(\d+)|\b(\d+) alerts? (?:are )?firing\b`)
	numbered  = regexp.MustCompile(`^\s*\d{1,3}[.)]\s+(\S.*)$`)
	bulleted  = regexp.MustCompile(`^\s*(?:[•●◦▪‣*-]|\*)\s+(\S.*)$`)
	starts    = []*regexp.Regexp{ // of one alert inside a group, by tool
		regexp.MustCompile(`(?i)^\s*\*?alert(?::\*?|\*:)\s`),
		regexp.MustCompile(`(?i)^\s*(?:\*\*(?:firing|resolved)\*\*|value:)`),
		regexp.MustCompile(`(?i)^\s*[-•*]?\s*\*?alert ?name:?\*?\s*[:=]`),
		regexp.MustCompile(`(?i)^\s*\*?labels:?\*?\s*$`),
	}
	pairLine = regexp.MustCompile("^\\s*[-•●*]?\\s*[*`]?[\\w ./-]{1,40}[*`]?\\s*(?:=|:)\\s*\\S")
)

// membersOf tells apart the alerts of a message that groups several: attachments
// that each have a title, blocks of one shape, or a list under a title that
// counts more than one. It returns nothing when the message is one alert.
func membersOf(d *draft, first string) []string {
	if m := byAttachment(d); len(m) > 1 {
		return m
	}
	for _, p := range d.pieces {
		if p.role != body {
			continue
		}
		lines := strings.Split(cutBytes(p.text, 2*maxText), "\n")
		for _, start := range starts {
			if m := bySection(lines, start); len(m) > 1 {
				return m
			}
		}
	}
	if m := byList(d, numbered); len(m) > 1 && (size(d, first) > 1 || len(byList(d, nameInNumbered)) > 1) {
		return m
	}
	if size(d, first) > 1 {
		if m := byList(d, bulleted); len(m) > 1 {
			return m
		}
	}
	return nil
}

var nameInNumbered = regexp.MustCompile(`(?i)^\s*\d{1,3}[.)]\s+(\S*alertname\s*[:=].*)$`)

// size is how many alerts the message says it holds; 0 when it does not say.
func size(d *draft, first string) int {
	m := groupSize.FindStringSubmatch(first + "\n" + d.raw())
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1] + m[2])
	return n
}

// byAttachment takes attachments as alerts when at least two have a title.
func byAttachment(d *draft) []string {
	texts := map[int][]string{}
	titled := map[int]bool{}
	for _, p := range d.pieces {
		if p.part > 0 {
			texts[p.part] = append(texts[p.part], linesOf(p.text)...)
			titled[p.part] = titled[p.part] || p.role == title
		}
	}
	if len(titled) < 2 {
		return nil
	}
	var out []string
	for part := 1; part <= d.parts && len(out) < maxMembers; part++ {
		if titled[part] && len(texts[part]) > 0 {
			out = append(out, strings.Join(texts[part], "\n"))
		}
	}
	return out
}

// bySection cuts lines where start matches: one alert a section.
func bySection(lines []string, start *regexp.Regexp) []string {
	var out []string
	var section []string
	flush := func() {
		if text := strings.Join(linesOf(strings.Join(section, "\n")), "\n"); text != "" && len(out) < maxMembers {
			out = append(out, text)
		}
		section = nil
	}
	begun, worded := false, false
	for _, l := range lines {
		if start.MatchString(l) {
			if begun && worded {
				flush()
			}
			begun, worded = true, false
		} else if begun {
			worded = worded || strings.TrimSpace(l) != ""
		}
		if begun {
			section = append(section, l)
		}
	}
	flush()
	return out
}

// byList takes the items of a list as alerts. Items that are only "name: value"
// describe one alert, so they are none, unless the name is the alert's.
func byList(d *draft, item *regexp.Regexp) []string {
	var out []string
	for _, p := range d.pieces {
		if p.role == fallback {
			continue
		}
		for l := range strings.SplitSeq(cutBytes(p.text, 2*maxText), "\n") {
			m := item.FindStringSubmatch(l)
			if m == nil || item == bulleted && pairLine.MatchString(l) {
				continue
			}
			if text := plain(m[1]); text != "" && !strings.HasPrefix(text, "…") && len(out) < maxMembers {
				out = append(out, text)
			}
		}
	}
	return out
}
