package matcher

import (
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Limits of a case, so that one bad file cannot fill the memory or a screen.
// The longest text in the public library is under 10,000 bytes.
const (
	MaxID   = 64     // characters of an ID
	MaxLine = 2_000  // bytes of a field that is one line: a title, a slug, a signal, a URL
	MaxText = 64_000 // bytes of a text
	MaxList = 500    // entries of a list
)

// severities are the values a case's severity may have, in any letter case.
// "unknown" says that the report does not tell.
var severities = []string{
	"unknown", "critical", "high", "major", "medium", "moderate", "low", "minor", "info", "none",
	"sev0", "sev1", "sev2", "sev3", "sev4", "sev5", "p0", "p1", "p2", "p3", "p4", "p5",
}

var dateKinds = []string{"incident", "published", "unknown"}

var (
	idPattern       = regexp.MustCompile(`^[\pL\pN][\pL\pN._-]*$`)
	durationPattern = regexp.MustCompile(`^[0-9]+ ?[wdhms]( ?[0-9]+ ?[wdhms])*$`)
)

// Validate reports everything in the case that a reader or the library could not
// use. What is only odd, an unknown slug or a missing language, is no fault.
func (c *Case) Validate() Faults {
	var v validation
	v.id(c.ID)
	if c.Title.Empty() {
		v.add("title", "", `is missing; write what broke and why in one line`)
	}
	v.date("date", c.Date, dateLayouts...)
	v.oneOf("date_kind", c.DateKind, dateKinds)
	v.oneOf("severity", c.Severity, severities)
	for i, s := range c.Sources {
		v.url(fmt.Sprintf("sources[%d].url", i), s.URL)
		v.url(fmt.Sprintf("sources[%d].archived", i), s.Archived)
	}
	for i, d := range c.Docs {
		v.url(fmt.Sprintf("docs[%d].url", i), d.URL)
	}
	v.duration("timeline.detected_after", c.Timeline.DetectedAfter)
	v.duration("timeline.resolved_after", c.Timeline.ResolvedAfter)
	v.date("review.reviewed_at", c.Review.ReviewedAt, time.RFC3339, "2006-01-02")
	v.date("updated_at", c.UpdatedAt, time.RFC3339, "2006-01-02")
	v.url("url", c.URL)
	v.size("", reflect.ValueOf(*c))
	return v.faults
}

// Many-line fields, with all that is under them. The others are one line each.
var longFields = []string{"summary", "symptoms_text", "trigger", "detection", "lessons", "impact",
	"remediation", "action_items", "related", "docs", "checks", "examples"}

type validation struct{ faults Faults }

func (v *validation) add(field, value, remedy string) {
	v.faults = append(v.faults, Fault{Field: field, Value: shorten(value), Remedy: remedy})
}

func (v *validation) id(id string) {
	switch {
	case id == "":
		v.add("id", "", `is missing; give the case a name of its own, as "INC-0142"`)
	case len([]rune(id)) > MaxID:
		v.add("id", id, fmt.Sprintf("is %d characters long; keep it to %d", len([]rune(id)), MaxID))
	case !idPattern.MatchString(id):
		v.add("id", id, `use letters, digits, ".", "_" and "-", starting with a letter or digit`)
	}
}

// dateLayouts are how the day, the month or the year of a case is written.
var dateLayouts = []string{"2006-01-02", "2006-01", "2006"}

func isDate(s string) bool { return written(s, dateLayouts) }

// written says whether s is a time in one of the layouts.
func written(s string, layouts []string) bool {
	return slices.ContainsFunc(layouts, func(layout string) bool { _, err := time.Parse(layout, s); return err == nil })
}

func (v *validation) date(field, value string, layouts ...string) {
	if value != "" && !written(value, layouts) {
		v.add(field, value, `write a date that exists, as "2022-04-13", or leave the field out`)
	}
}

func (v *validation) oneOf(field, value string, allowed []string) {
	if value != "" && !slices.Contains(allowed, strings.ToLower(value)) {
		v.add(field, value, "use one of "+strings.Join(allowed, ", "))
	}
}

func (v *validation) duration(field, value string) {
	if value != "" && value != "unknown" && !durationPattern.MatchString(value) {
		v.add(field, value, `write a length of time, as "4h 7m", or leave the field out`)
	}
}

func (v *validation) url(field, value string) {
	if value != "" && !isWebURL(value) {
		v.add(field, value, "write a whole address that starts with https:// or http://")
	}
}

func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && !strings.ContainsFunc(s, unicode.IsSpace)
}

// size looks at every string and list under value for its limit and for control characters.
func (v *validation) size(path string, value reflect.Value) {
	switch value.Kind() {
	case reflect.String:
		v.characters(path, value.String())
	case reflect.Slice:
		if value.Len() > MaxList {
			v.add(path, "", fmt.Sprintf("holds %d entries; keep it to %d", value.Len(), MaxList))
			return
		}
		for i := range value.Len() {
			v.size(fmt.Sprintf("%s[%d]", path, i), value.Index(i))
		}
	case reflect.Struct:
		for f, member := range value.Fields() {
			if key := keyOf(f); key != "" {
				v.size(joinPath(path, key), member)
			}
		}
	}
}

func (v *validation) characters(path, s string) {
	top, _, _ := strings.Cut(path, ".")
	top, _, _ = strings.Cut(top, "[")
	long := slices.Contains(longFields, top)
	limit := MaxLine
	if long {
		limit = MaxText
	}
	if len(s) > limit {
		v.add(path, s, fmt.Sprintf("is %d bytes long; keep it to %d", len(s), limit))
	}
	for i, r := range s {
		switch {
		case r == '\t' || long && (r == '\n' || r == '\r'):
		case r == '\n' || r == '\r':
			v.add(path, s, "is more than one line; keep it to one")
			return
		case unicode.IsControl(r):
			v.add(path, s[i:], fmt.Sprintf("take out the control character U+%04X", r))
			return
		}
	}
}
