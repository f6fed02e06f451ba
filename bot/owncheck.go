package bot

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"incidentlib/matcher"
)

// Limits of what is typed into the form of a case.
const (
	mostSignals = 50
	maxSignal   = 300 // code points
	mostSlugs   = 20
)

var (
	slugShape   = regexp.MustCompile(`^[\pL\pN][\pL\pN._-]{0,63}$`)
	lengthShape = regexp.MustCompile(`^[0-9]+ ?[wdhms]( ?[0-9]+ ?[wdhms])*$`)
)

// caseFaults says what is wrong with a form of a case, by input.
func caseFaults(f form) map[string]string {
	w := wordsIn(f.ownMeta().Lang).own
	faults := map[string]string{}
	signals := linesOf(f.typed(inSignals))
	switch n := utf8.RuneCountInString(strings.Join(strings.Fields(f.typed(inTitle)), " ")); {
	case n < minTitle:
		faults[inTitle] = w.short(minTitle)
	case n > maxTitle:
		faults[inTitle] = w.long(maxTitle)
	}
	if f.typed(inSymptoms) == "" && len(signals) == 0 {
		faults[inSymptoms] = w.nothingSeen
	}
	if len(signals) > mostSignals {
		faults[inSignals] = w.tooMany(mostSignals)
	}
	for _, s := range signals {
		if n := utf8.RuneCountInString(s); n < 3 || n > maxSignal {
			faults[inSignals] = w.badSignal(cut(s, 40))
		}
	}
	for _, block := range []string{inComponents, inSeen} {
		slugs := slugsOf(f.typed(block))
		if len(slugs) > mostSlugs {
			faults[block] = w.tooMany(mostSlugs)
		}
		for _, s := range slugs {
			if !slugShape.MatchString(s) {
				faults[block] = w.badSlug(cut(s, 40))
			}
		}
	}
	if date := f.typed(inDate); date != "" && dayAt(date).IsZero() {
		faults[inDate] = w.badDate
	}
	if length := f.typed(inLasted); length != "" && !lengthShape.MatchString(strings.ToLower(length)) {
		faults[inLasted] = w.badLength
	}
	return faults
}

// dayAt is the day that a date of a case names; zero for anything else.
func dayAt(date string) time.Time {
	t, err := time.Parse("2006-01-02", date)
	if err != nil {
		return time.Time{}
	}
	return t
}

// linesOf are the lines of a text that have words, each once, without the marks of a list.
func linesOf(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if after, listed := strings.CutPrefix(line, "- "); listed {
			line = strings.TrimSpace(after)
		}
		if after, listed := strings.CutPrefix(line, "• "); listed {
			line = strings.TrimSpace(after)
		}
		if line != "" && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// slugsOf are the slugs in a list of words: "Disk full, kafka" is disk-full and kafka.
func slugsOf(text string) []string {
	var out []string
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' || r == ';' }) {
		if s = strings.Join(strings.Fields(strings.ToLower(s)), "-"); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// typed is what stands in the input of a block, as it is kept: without secrets, and without
// characters that nobody sees.
func (f form) typed(block string) string {
	seen := strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return -1
		}
		return r
	}, f.text(block))
	return strings.TrimSpace(matcher.HideSecrets(seen))
}

// caseFrom is the case that a form tells, over what an earlier version had: what the form does
// not ask for stays. Secrets are hidden.
func caseFrom(f form, c matcher.Case) matcher.Case {
	lang := f.ownMeta().Lang
	text := func(old matcher.Text, now string) matcher.Text {
		if old.In(lang) == now {
			return old
		}
		return matcher.TextOf(now)
	}
	c.Title = text(c.Title, strings.Join(strings.Fields(f.typed(inTitle)), " "))
	c.SymptomsText, c.Lessons = text(c.SymptomsText, f.typed(inSymptoms)), text(c.Lessons, f.typed(inLesson))
	c.Signals, c.Components, c.Symptoms = linesOf(f.typed(inSignals)), slugsOf(f.typed(inComponents)), slugsOf(f.typed(inSeen))
	if fix := linesOf(f.typed(inFix)); !slices.Equal(fix, steps(c.Remediation, lang)) {
		c.Remediation = nil
		for _, line := range fix {
			c.Remediation = append(c.Remediation, matcher.Step{Text: matcher.TextOf(line)})
		}
	}
	c.Date, c.DateKind = f.text(inDate), ""
	if c.Date != "" {
		c.DateKind = "incident"
	}
	c.Timeline.ResolvedAfter = strings.ToLower(f.typed(inLasted))
	c.UpdatedAt = f.at.UTC().Format(time.RFC3339)
	return c
}
